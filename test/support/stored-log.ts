/**
 * A session's log as it stands on disk, and the requests that can be rebuilt from it alone.
 */

import { readFile } from 'node:fs/promises'
import type { Message } from '@deepseek-ai/dsh-llm'
import type { SessionEvent, SessionHeader } from '@deepseek-ai/dsh-session'
import { deriveEventMessage, foldSurface } from '@deepseek-ai/dsh-session/surface'

/** A stored session. */
export interface StoredLog {
  readonly header: SessionHeader
  /** The rows after the header; a row's index is its sequence number. */
  readonly events: readonly SessionEvent[]
}

/** Read a plain log (JSON lines without packed rows). */
export const readStoredLog = async (path: string): Promise<StoredLog> => {
  const [header, ...events] = (await readFile(path, 'utf8')).trimEnd().split('\n').map((line) => JSON.parse(line))
  const gap = events.findIndex(({ seq }, index) => seq !== index)
  if (gap >= 0) throw new Error(`${path}: row ${gap} has the sequence number ${events[gap].seq}; packed rows are not read here`)
  return { header, events }
}

/** A step, by its turn and its number. */
export interface StepName {
  readonly turn: number
  readonly step: number
}

/** The sequence number of a step's first row. */
export const startOf = (events: readonly SessionEvent[], { turn, step }: StepName): number => {
  const start = events.findIndex((event) => event.type === 'step/start' && event.data.turn === turn && event.data.step === step)
  if (start < 0) throw new Error(`no row starts turn ${turn}, step ${step}`)
  return start
}

/** The sequence number of the last row of a step's batch: the messages that the host lets in after the step's start. */
export const endOfBatch = (events: readonly SessionEvent[], step: StepName): number => {
  const start = startOf(events, step)
  const next = events.findIndex(({ type }, seq) => seq > start && type !== 'user/message')
  return (next < 0 ? events.length : next) - 1
}

/** The messages of a step's request, from the rows up to the last of its batch. */
export const rebuildRequest = (events: readonly SessionEvent[], step: StepName): Message[] => {
  const rows = events.slice(0, endOfBatch(events, step) + 1)
  return foldSurface(rows).nodes.flatMap((seq) => {
    const row = rows[seq]
    return (row === undefined ? undefined : deriveEventMessage(row)) ?? []
  })
}
