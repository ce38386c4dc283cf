/**
 * A session as a generation shows it: its header, `append`, what the model sees, and only those
 * readers of the log that the generation offers.
 */

import { isRecord } from '../../../src/core/record.js'
import type { Generation } from './generation.js'
import { Log, type LogHost } from './log.js'
import type { Row, SurfaceIntent } from './row.js'

/** What is stored beside the rows. */
export interface Header {
  readonly version: number
  readonly id: string
  readonly createdAt: number
  readonly cwd: string
  readonly parentSession?: string
  readonly seedLength?: number
  readonly isSeeded?: boolean
}

/** A session, as listeners are handed it. */
export interface Session {
  readonly id: string
  readonly header: Header
  readonly seq: number
  readonly append: (type: string, data: unknown, intent?: SurfaceIntent) => Row
  readonly deriveMessages: () => readonly unknown[]
}

/** A session with the parts that only its host may use. */
export interface HeldSession {
  readonly session: Session
  readonly log: Log
}

const tagged = (content: unknown): unknown[] => [
  { type: 'text', text: '<context source="plugin">' },
  ...(Array.isArray(content) ? content : []),
  { type: 'text', text: '</context>' },
]

/** The message that the model sees for a row. */
const derive = (generation: Generation, { type, data }: Row): unknown => {
  if (!isRecord(data)) return data
  if (type === 'context/message') return { role: 'user', content: tagged(data['content']) }
  if (isRecord(data['message'])) return data['message']
  if (generation.messages === 'complete') return data
  return { role: type === 'assistant/message' ? 'assistant' : 'user', content: data['content'] }
}

/** Where a forked session's own rows start. */
const ownFrom = ({ isSeeded }: Header, log: Log): number => (isSeeded === true ? log.rows.findIndex(({ type }) => type === 'session/end-seed') : 0)

const cutOf = (log: Log) => {
  const { rows } = log
  return {
    length: rows.length,
    at: (seq: number): Row => {
      const row = rows[seq]
      if (row === undefined) throw new RangeError(`seq ${seq} is outside of the cut`)
      return row
    },
    values: () => rows.values(),
    reverseValues: () => rows.toReversed().values(),
    materialize: () => rows,
  }
}

const readersOf = ({ readers, lineage }: Generation, header: Header, log: Log): PropertyDescriptorMap => ({
  ...(readers.includes('events') && { events: { get: () => log.rows } }),
  ...(readers.includes('eventAt') && {
    eventAt: { value: (seq: number) => log.at(seq) },
    snapshotEvents: { value: (from?: number, to?: number) => log.rows.slice(from, to) },
  }),
  ...(readers.includes('readLog') && { readLog: { value: () => cutOf(log) } }),
  ...(lineage === 'isSeeded' && {
    isOwnSeq: { value: (seq: number) => seq >= ownFrom(header, log) },
    ownEvents: { value: () => log.rows.slice(ownFrom(header, log)) },
  }),
})

/** Make a session. */
export const createSession = (generation: Generation, header: Header, { now, publish, restored = [] }: LogHost & { readonly restored?: readonly Row[] }): HeldSession => {
  const log = new Log(generation, { now, publish }, restored)
  const session = {
    id: header.id,
    header: Object.freeze(header),
    get seq() {
      return log.length
    },
    append: (type: string, data: unknown, intent?: SurfaceIntent) => log.append(type, data, intent),
    deriveMessages: () => log.surface.map((seq) => derive(generation, log.at(seq))),
  }
  return { session: Object.defineProperties(session, readersOf(generation, header, log)), log }
}
