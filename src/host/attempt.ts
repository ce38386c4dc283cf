/**
 * One preparation of one step: from the log to a message, or to none.
 */

import { isRecord } from '../core/record.js'
import { formatReading } from '../core/reading.js'
import { schedule } from '../core/schedule.js'
import { sign, type Protocol } from '../core/source.js'
import type { Timeline } from '../core/timeline.js'
import type { Zone } from '../core/zone.js'
import type { History } from './log.js'
import { createMessage, type Message } from './message.js'
import type { Warn } from './warning.js'

/** What a mounted plugin works with. */
export interface Mount {
  readonly zone: Zone
  /** Milliseconds between readings; 0 means every step. */
  readonly interval: number
  /** The clock, epoch milliseconds. */
  readonly now: () => number
  readonly history: History
  readonly warn: Warn
}

/** The step that is being prepared. */
export interface Attempt {
  readonly session: unknown
  readonly turn: number
  readonly step: number
  /** Ids of the messages that will enter the step before the reading. */
  readonly incoming: readonly string[]
}

/** The message of an error. */
export const reasonOf = (error: unknown): string => (error instanceof Error ? error.message : String(error))

/**
 * The session's timeline, or `undefined`, with a warning, where its log cannot be read.
 */
export const timelineOf = ({ history, warn }: Mount, session: unknown): Timeline | undefined => {
  let reason = 'the session offers none'
  try {
    const timeline = history.of(session)
    if (timeline !== undefined) return timeline
  } catch (error) {
    reason = reasonOf(error)
  }
  warn(session, 'no-log', `the session log cannot be read (${reason}), so readings say that the elapsed time is unavailable`)
  return undefined
}

const formatOf = (session: unknown): unknown => {
  const header = isRecord(session) ? session['header'] : undefined
  return isRecord(header) ? header['version'] : undefined
}

/**
 * Make the reading that an attempt is due.
 * @param mount - the plugin.
 * @param attempt - the step that is being prepared.
 * @param timeline - the session's timeline; `undefined` where the log cannot be read.
 * @param protocol - the protocol that will carry the message.
 * @returns the message; `undefined` where the interval holds the reading back.
 * @throws RangeError when the clock, the turn or the step cannot be written.
 */
export const readingFor = (mount: Mount, attempt: Attempt, timeline: Timeline | undefined, protocol: Protocol): Message | undefined => {
  const now = mount.now()
  if (!schedule(timeline?.ownReading, mount.interval, now).due) return undefined
  const { turn, step } = attempt
  const baseline = timeline?.baseline(step, attempt.incoming)
  const timestamp = { instant: now, offset: mount.zone.offsetAt(now), zone: mount.zone.name }
  const text = formatReading({ turn, step, timestamp, elapsed: baseline === undefined ? undefined : now - baseline })
  return createMessage(text, sign(text, protocol, formatOf(attempt.session)))
}
