/**
 * The decision protocol: the reading joins the batch of messages that enters the step.
 */

import { isRecord } from '../core/record.js'
import { isOurs } from '../core/source.js'
import { readingFor, reasonOf, timelineOf, type Attempt, type Mount } from './attempt.js'
import { isAborted, sessionOf, type DecisionCall } from './protocol.js'

const idsOf = (messages: readonly unknown[]): string[] =>
  messages.flatMap((message) => (isRecord(message) && typeof message['id'] === 'string' ? [message['id']] : []))

const withReading = (mount: Mount, call: DecisionCall, decision: unknown, claimedNothing: boolean): unknown => {
  if (isAborted(call.signal) || !isRecord(decision) || decision['kind'] !== 'enter') return decision
  const messages: unknown = decision['messages']
  if (!Array.isArray(messages)) return decision
  const { turn, step } = call
  const session = sessionOf(call.agent)
  // With nothing claimed and a step already made, the host is continuing tool work. Any other empty
  // batch ends the turn, and a message in it would cause a request that nobody asked for.
  if (messages.length === 0 && !(claimedNothing && Number(step) > 1)) return decision
  if (messages.some((message) => isRecord(message) && isOurs(message['source']))) {
    mount.warn(session, 'mounted-twice', 'the step has a reading already, so this one steps aside; is the plugin mounted twice?')
    return decision
  }
  const attempt: Attempt = { session, turn: Number(turn), step: Number(step), incoming: idsOf(messages) }
  const message = readingFor(mount, attempt, timelineOf(mount, session), 'decision')
  return message === undefined ? decision : { ...decision, messages: [...messages, message] }
}

/**
 * Serve one waterfall call. `next` is called exactly once and its error is not touched; a decision
 * that is not ours to change is returned as the same object.
 * @returns the decision, with one reading at the end of its batch where one is due.
 */
export const decide = async (mount: Mount, call: DecisionCall): Promise<unknown> => {
  // Looked at now, because the host may hand out one array for the claim and the decision.
  const claimedNothing = Array.isArray(call.messages) && call.messages.length === 0
  const decision = await call.next()
  try {
    return withReading(mount, call, decision, claimedNothing)
  } catch (error) {
    mount.warn(sessionOf(call.agent), 'no-reading', `no reading for turn ${String(call.turn)}, step ${String(call.step)}: ${reasonOf(error)}`)
    return decision
  }
}
