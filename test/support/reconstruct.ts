/**
 * Model requests rebuilt from a stored log alone: for each step, what the model must have received,
 * from the rows up to the last of the step's batch.
 */

import type { Message } from '@deepseek-ai/dsh-llm'
import { decodeStorageRecord, type SessionEvent } from '@deepseek-ai/dsh-session'
import { deriveEventMessage, foldSurface } from '@deepseek-ai/dsh-session/surface'

/** A step's request, rebuilt. */
export interface Rebuilt {
  readonly turn: number
  readonly step: number
  readonly messages: readonly Message[]
}

/**
 * The events of a stored log.
 * @param rows - the log's lines, parsed; the header comes first.
 */
export const eventsOf = (rows: readonly unknown[]): SessionEvent[] => rows.slice(1).flatMap((row) => decodeStorageRecord(row))

/** The messages that a log, up to one of its rows, gives to the model. */
const messagesOf = (events: readonly SessionEvent[]): Message[] =>
  foldSurface(events).nodes.flatMap((seq) => {
    const event = events[seq]
    const message = event === undefined ? null : deriveEventMessage(event)
    return message === null ? [] : [message]
  })

/**
 * Rebuild the request of every step.
 * @param rows - the log's lines, parsed; the header comes first.
 */
export const rebuildRequests = (rows: readonly unknown[]): Rebuilt[] => {
  const events = eventsOf(rows)
  return events.flatMap((event, index) => {
    if (event.type !== 'step/start') return []
    const after = events.slice(index + 1).findIndex(({ type }) => type !== 'user/message')
    const end = after === -1 ? events.length : index + 1 + after
    return [{ turn: event.data.turn, step: event.data.step, messages: messagesOf(events.slice(0, end)) }]
  })
}
