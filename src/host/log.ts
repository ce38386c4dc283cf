/**
 * A session's log, on every session API that hosts have offered, and the timeline that follows it.
 */

import { understand, type Event } from '../core/event.js'
import { isRecord } from '../core/record.js'
import { Timeline } from '../core/timeline.js'

/** The rows of a log at one moment. */
interface Rows {
  readonly length: number
  readonly at: (seq: number) => unknown
}

const method = (owner: Readonly<Record<string, unknown>>, name: string): ((...args: unknown[]) => unknown) | undefined => {
  const found = owner[name]
  return typeof found === 'function' ? (...args) => Reflect.apply(found, owner, args) : undefined
}

const arrayRows = (rows: unknown): Rows | undefined => (Array.isArray(rows) ? { length: rows.length, at: (seq) => rows[seq] } : undefined)

const cutRows = (cut: unknown): Rows | undefined => {
  if (!isRecord(cut) || typeof cut['length'] !== 'number') return undefined
  const at = method(cut, 'at')
  return at && { length: cut['length'], at }
}

const rowsOf = (session: Readonly<Record<string, unknown>>): Rows | undefined => {
  const events = arrayRows(session['events'])
  if (events !== undefined) return events
  const eventAt = method(session, 'eventAt')
  if (eventAt !== undefined && typeof session['seq'] === 'number') return { length: session['seq'], at: eventAt }
  return arrayRows(method(session, 'snapshotEvents')?.()) ?? cutRows(method(session, 'readLog')?.())
}

/** Which rows a session did not inherit from the session it was forked from, where the session itself says so. */
const ownership = (session: Readonly<Record<string, unknown>>): ((seq: number) => boolean) => {
  const header = session['header']
  const seedLength = isRecord(header) ? header['seedLength'] : undefined
  if (typeof seedLength === 'number') return (seq) => seq >= seedLength
  const isOwnSeq = method(session, 'isOwnSeq')
  if (isOwnSeq === undefined) return () => true
  return (seq) => {
    try {
      return isOwnSeq(seq) !== false
    } catch {
      // A row is taken in whole or not at all, so a session that fails to answer has not said that the row is inherited.
      return true
    }
  }
}

/** Looks at a row of a log that is being read, before the timeline takes it in. */
export type Visit = (row: unknown, event: Event, timeline: Timeline) => void

/** The timelines of the sessions whose steps were prepared; each goes with its session. */
export class History {
  readonly #timelines = new WeakMap<object, Timeline>()

  /**
   * Take in a row that a host announces. Rows of sessions not asked for yet, and rows out of order,
   * are left for {@link of} to read.
   */
  follow(session: unknown, row: unknown): void {
    const timeline = isRecord(session) ? this.#timelines.get(session) : undefined
    if (timeline !== undefined && isRecord(row) && row['seq'] === timeline.rows) timeline.advance(understand(row))
  }

  /**
   * The timeline of a session, level with its log.
   * @param session - a session of any host.
   * @param visit - called for each row that had to be read from the log and not from the feed.
   * @returns `undefined` when the session offers no log.
   * @throws whatever the session's own API throws.
   */
  of(session: unknown, visit: Visit = () => {}): Timeline | undefined {
    if (!isRecord(session)) return undefined
    const known = this.#timelines.get(session)
    if (known !== undefined && session['seq'] === known.rows) return known
    const rows = rowsOf(session)
    if (rows === undefined) return undefined
    const timeline = known !== undefined && known.rows <= rows.length ? known : new Timeline(ownership(session))
    this.#timelines.set(session, timeline)
    while (timeline.rows < rows.length) {
      const row = rows.at(timeline.rows)
      const event = understand(row)
      visit(row, event, timeline)
      timeline.advance(event)
    }
    return timeline
  }
}
