/**
 * One attempt, from the timeline to the text of a reading or to none: the plugin's whole decision,
 * without a host.
 */

import { formatReading } from './reading.js'
import { schedule, type Schedule } from './schedule.js'
import type { Timeline } from './timeline.js'
import { isWritable } from './timestamp.js'
import type { Zone } from './zone.js'

/** The step that is being prepared. */
export interface Preparation {
  readonly turn: number
  readonly step: number
  /** Ids of the messages that will enter the step before the reading. */
  readonly incoming: readonly string[]
}

/** How readings are made, and when. */
export interface Making {
  readonly zone: Zone
  /** Milliseconds that must pass between two readings; 0 means one at every step. */
  readonly interval: number
}

/** What an eligible attempt comes to. */
export type Outcome =
  | { readonly kind: 'reading'; readonly schedule: Schedule; readonly text: string; readonly baseline: number | undefined }
  | { readonly kind: 'held-back'; readonly schedule: Schedule }

/**
 * Prepare an eligible attempt.
 * @param timeline - the session's log so far; `undefined` where it cannot be read.
 * @param preparation - the step.
 * @param making - zone, interval, and `now`, the sampled clock in epoch milliseconds.
 * @returns the reading's text and baseline, or that the interval holds it back.
 * @throws RangeError when the clock, the turn or the step cannot be written.
 */
export const prepare = (timeline: Timeline | undefined, { turn, step, incoming }: Preparation, { zone, interval, now }: Making & { readonly now: number }): Outcome => {
  if (!isWritable(now)) throw new RangeError(`the clock must stand within the years 1970 to 9999, got ${now}`)
  const decided = schedule(timeline?.ownReading, interval, now)
  if (!decided.due) return { kind: 'held-back', schedule: decided }
  const baseline = timeline?.baseline(step, incoming)
  const timestamp = { instant: now, offset: zone.offsetAt(now), zone: zone.name }
  const text = formatReading({ turn, step, timestamp, elapsed: baseline === undefined ? undefined : now - baseline })
  return { kind: 'reading', schedule: decided, text, baseline }
}
