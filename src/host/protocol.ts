/**
 * Which protocol a host speaks, told by what it hands to the listener and not by version numbers.
 */

import { isRecord } from '../core/record.js'

/** The names under which hosts announce a step. No known host uses both. */
export type AnnouncementEvent = 'agent/pre-step' | 'agent/step'

/** A waterfall: the step's messages are decided by the chain of listeners. */
export interface DecisionCall {
  readonly kind: 'decision'
  readonly agent: unknown
  /** The batch that was claimed for the step. */
  readonly messages: unknown
  readonly turn: unknown
  readonly step: unknown
  readonly signal: unknown
  readonly next: () => unknown
}

/** A notification: context is injected through the agent. */
export interface InjectCall {
  readonly kind: 'inject'
  readonly event: AnnouncementEvent
  readonly agent: unknown
  readonly turn: unknown
  readonly step: unknown
  readonly signal: unknown
}

const membersOf = (value: unknown): Readonly<Partial<Record<'agent' | 'messages' | 'turn' | 'step' | 'signal', unknown>>> => (isRecord(value) ? value : {})

/**
 * Tell which protocol a call of the pre-step listener belongs to.
 *
 * A function stands last only in a waterfall: `(payload, next)`, or `(agent, messages, {turn, step,
 * signal}, next)` in its first release. A notification is `(agent, turn, step, …, signal)`.
 * @param event - the event that was listened to.
 * @param args - the listener's arguments.
 */
export const recognise = (event: AnnouncementEvent, args: readonly unknown[]): DecisionCall | InjectCall => {
  const last = args.at(-1)
  if (typeof last !== 'function') return { kind: 'inject', event, agent: args[0], turn: args[1], step: args[2], signal: last }
  const next = (): unknown => last()
  const [first, batch, where] = args
  const payload = args.length > 2 ? { ...membersOf(where), agent: first, messages: batch } : membersOf(first)
  const { agent, messages, turn, step, signal } = payload
  return { kind: 'decision', agent, messages, turn, step, signal, next }
}

/** Whether an abort signal, of whatever make, has fired. */
export const isAborted = (signal: unknown): boolean => isRecord(signal) && signal['aborted'] === true

/** The session that an agent drives. */
export const sessionOf = (agent: unknown): unknown => (isRecord(agent) ? agent['session'] : undefined)

/** The format of a session's log, as its header states it. */
export const formatOf = (session: unknown): unknown => {
  const header = isRecord(session) ? session['header'] : undefined
  return isRecord(header) ? header['version'] : undefined
}
