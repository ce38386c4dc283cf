/**
 * Rows of a log, as the published host stores them, with their times in seconds after `T0`.
 */

import { understand } from '../../src/core/event.js'
import { formatReading } from '../../src/core/reading.js'
import { Timeline } from '../../src/core/timeline.js'

export const T0 = Date.parse('2026-07-15T01:00:00Z')

/** A row; its place in a list is its sequence number. */
export interface Row {
  readonly type: string
  readonly time: unknown
  readonly data: unknown
  readonly surfaceOp?: unknown
}

/** The instant that a number of seconds after `T0` is. */
export const after = (seconds: number): number => T0 + seconds * 1000

/** A row of any type. */
export const row = (type: string, seconds: number, data: unknown = {}): Row => ({ type, time: after(seconds), data })

export const turnStart = (turn: number, seconds = 0): Row => row('turn/start', seconds, { turn })
export const turnEnd = (turn: number, seconds = 0): Row => row('turn/end', seconds, { turn, reason: { kind: 'completed' } })
export const stepStart = (turn: number, step: number, seconds = 0): Row => row('step/start', seconds, { turn, step })
export const stepEnd = (turn: number, step: number, seconds = 0): Row => row('step/end', seconds, { turn, step })
export const requestHeader = (seconds = 0): Row => row('request/header', seconds, { header: { config: {} }, reason: 'initial' })

const message = (id: string, source: unknown, text: string) => ({ id, role: 'user', content: [{ type: 'text', text }], source })

/** A user-role message that is not ours. */
export const user = (id: string, seconds: number, source: unknown = { kind: 'user' }): Row => ({ ...row('user/message', seconds, message(id, source, 'hello')), surfaceOp: 'append' })

export const assistant = (seconds: number): Row => ({ ...row('assistant/message', seconds, { turn: 1, step: 1, message: { role: 'assistant', content: [] } }), surfaceOp: 'append' })
export const toolResult = (seconds: number): Row => ({ ...row('tool/result', seconds, { turn: 1, step: 1, message: { role: 'user', content: [], source: { kind: 'tool', callId: 'c' } } }), surfaceOp: 'append' })

/** A compaction's summary, which replaces older rows. */
export const summary = (seconds: number): Row => ({ ...user('summary', seconds, { kind: 'plugin', plugin: 'compact' }), surfaceOp: { op: 'replace', start: 0, end: 1 } })

/** The three shapes of source that hosts have stored for our readings. */
export const OUR_SOURCES: readonly unknown[] = [{ kind: 'plugin', plugin: 'time-context' }, { kind: 'time-context' }, { kind: 'plugin:time-context' }]

/** A reading of ours, sampled when it was stored. */
export const reading = (turn: number, step: number, seconds: number, source: unknown = OUR_SOURCES[0]): Row => {
  const text = formatReading({ turn, step, timestamp: { instant: after(seconds), offset: 0, zone: 'UTC' }, elapsed: undefined })
  return { ...row('user/message', seconds, message(`reading-${turn}-${step}`, source, text)), surfaceOp: 'append' }
}

/** The host takes messages into a queue, or moves or takes them out of it. */
export const splice = (seconds: number, change: { readonly target?: string; readonly start?: number; readonly removedCount?: number; readonly inserted?: readonly string[]; readonly outcome?: 'canceled' }): Row =>
  row('agent/inbox/spliced', seconds, { target: 'next-turn', start: 0, ...change, inserted: (change.inserted ?? []).map((id) => message(id, { kind: 'user' }, 'hello')) })

/** The host accepts messages that open a turn. */
export const accept = (seconds: number, ...inserted: string[]): Row => splice(seconds, { inserted })

/** The host takes the first messages out of a queue, for the step that comes. */
export const claim = (seconds: number, removedCount = 1): Row => splice(seconds, { removedCount })

/** The timeline after some rows. */
export const timelineAfter = (rows: readonly unknown[], isOwn?: (seq: number) => boolean): Timeline => {
  const timeline = new Timeline(isOwn)
  for (const each of rows) timeline.advance(understand(each))
  return timeline
}

/** All that a timeline can be asked. */
export const answersOf = (timeline: Timeline, incoming: readonly string[] = []) => {
  const { rows, turn, step, expectedStep, requested, hasReading, ownReading, pending } = timeline
  return { rows, turn, step, expectedStep, requested, hasReading, ownReading, pending, first: timeline.baseline(1, incoming), later: timeline.baseline(2, incoming) }
}
