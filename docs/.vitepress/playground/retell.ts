/**
 * The story that a stored log tells.
 */

import { messageOf, soleTextOf, understand, type Event } from '../../../src/core/event.js'
import { LogReader, type LogProblem } from '../../../src/core/log.js'
import { isRecord } from '../../../src/core/record.js'
import type { Moment, StepMoment, Story } from './story.js'

/** What was read of a file; the problem says where it could not be read further. */
export interface Retold extends Story {
  readonly problem: LogProblem | undefined
}

type Row = Readonly<Record<string, unknown>>

const MESSAGES: Readonly<Record<string, 'prompt' | 'tool-result' | 'answer'>> = {
  'tool/result': 'tool-result',
  'assistant/message': 'answer',
}

/** Hosts that keep no record of acceptance have the prompt's own row only. */
const isPrompt = (row: Row): boolean => {
  const source = messageOf(row['data'])?.['source']
  return isRecord(source) && source['kind'] === 'user'
}

class Retelling {
  readonly moments: Moment[] = []
  readonly rows: unknown[] = []
  readonly #visible = new Map<unknown, string>()
  readonly #accepted = new Set<string | undefined>()
  #waiting: string | undefined

  take(row: Row): void {
    this.rows.push(row)
    const event = understand(row)
    const time = typeof row['time'] === 'number' ? row['time'] : 0
    if (isRecord(row['surfaceOp'])) this.#replace(row, time)
    this.#tell(event, row, time)
  }

  #replace(row: Row, time: number): void {
    if (Array.isArray(row['sourceEventSeqs'])) for (const seq of row['sourceEventSeqs']) this.#visible.delete(seq)
    this.moments.push({ kind: 'compaction', time })
  }

  #tell(event: Event, row: Row, time: number): void {
    if (event.kind === 'step-start') {
      this.moments.push({ kind: 'step', time, turn: event.turn, step: event.step, text: this.#waiting, ...this.#seen })
      this.#waiting = undefined
    } else if (event.kind === 'reading') {
      const text = soleTextOf(messageOf(row['data'])) ?? ''
      this.#visible.set(row['seq'], text)
      this.#read(text)
    } else if (event.kind === 'inbox') this.#accept(event.splice.inserted, time)
    else if (event.kind === 'seed-end') this.moments.push({ kind: 'restart', time })
    else if (event.kind === 'message') {
      const kind = isPrompt(row) && !this.#accepted.has(event.id) ? 'prompt' : MESSAGES[String(row['type'])]
      if (kind !== undefined) this.moments.push({ kind, time })
    }
  }

  #accept(ids: readonly string[], time: number): void {
    if (ids.length > 0) this.moments.push({ kind: 'prompt', time })
    for (const id of ids) this.#accepted.add(id)
  }

  /** On decision hosts a reading lands in the step that is open, on inject hosts before its step opens. */
  #read(text: string): void {
    const index = this.moments.findLastIndex((moment) => moment.kind === 'step' || moment.kind === 'answer' || moment.kind === 'tool-result')
    const open = this.moments[index]
    if (open?.kind === 'step' && open.text === undefined) this.moments[index] = { ...open, text, ...this.#seen } satisfies StepMoment
    else this.#waiting = text
  }

  get #seen(): Pick<StepMoment, 'visible' | 'newest'> {
    return { visible: this.#visible.size, newest: [...this.#visible.values()].at(-1) }
  }
}

/**
 * Read a stored log: JSON lines, not compressed.
 * @param bytes - the file.
 * @returns what its rows tell, up to the first thing that cannot be read.
 */
export const retell = (bytes: Uint8Array): Retold => {
  const reader = new LogReader()
  const retelling = new Retelling()
  for (const row of reader.push(bytes)) retelling.take(row)
  for (const row of reader.end()) retelling.take(row)
  const rows = reader.header === undefined ? retelling.rows : [reader.header, ...retelling.rows]
  return { moments: retelling.moments, rows, problem: reader.problem }
}
