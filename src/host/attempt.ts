/**
 * One preparation of one step: from the log to a message, or to none.
 */

import { prepare, type Making, type Preparation } from '../core/preparation.js'
import { sign, type Protocol } from '../core/source.js'
import type { Timeline } from '../core/timeline.js'
import type { History } from './log.js'
import { createMessage, type Message } from './message.js'
import { formatOf } from './protocol.js'
import type { Warn } from './warning.js'

/** What a mounted plugin works with. */
export interface Mount extends Making {
  /** The clock, epoch milliseconds. */
  readonly now: () => number
  readonly history: History
  readonly warn: Warn
}

/** One preparation of one step of a session. */
export interface Attempt extends Preparation {
  readonly session: unknown
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
  const { zone, interval } = mount
  const outcome = prepare(timeline, attempt, { zone, interval, now: mount.now() })
  if (outcome.kind === 'held-back') return undefined
  return createMessage(outcome.text, sign(outcome.text, protocol, formatOf(attempt.session)))
}
