/**
 * The inject protocol: the reading is handed to the agent before the step starts.
 */

import { isRecord } from '../core/record.js'
import { readingFor, reasonOf, timelineOf, type Attempt, type Mount } from './attempt.js'
import type { Message } from './message.js'
import { isAborted, sessionOf, type InjectCall } from './protocol.js'

/**
 * The latest step that each session got a reading for, shared by all mounts of this module: a host
 * that buffers an injection does not show it in the log until its listeners have run.
 */
const served = new WeakMap<object, string>()

/** @returns what the host's method returned; it may fail later, too. */
const hand = (agent: unknown, message: Message): unknown => {
  const inject = isRecord(agent) ? agent['inject'] : undefined
  if (typeof inject !== 'function') throw new TypeError('the agent has no inject method')
  const { content, source } = message
  return Reflect.apply(inject, agent, inject.length >= 2 ? [content, { source }] : [message])
}

const inject = (mount: Mount, call: InjectCall): unknown => {
  const { event, agent, turn, step } = call
  const session = sessionOf(agent)
  const timeline = timelineOf(mount, session)
  // The host that announces steps too late uses this event. Without its log it cannot be told from
  // the others, and one injection in each step would cause the next step for ever.
  if (timeline === undefined && event === 'agent/step' && step !== 1) return
  if (timeline?.step?.turn === turn && timeline?.step?.step === step) {
    mount.warn(session, 'step-open', 'the host announces steps that are open already, where a reading would only reach the next one, so none is made')
    return
  }
  const name = `${String(turn)}/${String(step)}`
  if (timeline?.hasReading === true || (isRecord(session) && served.get(session) === name)) {
    mount.warn(session, 'mounted-twice', 'the step has a reading already, so this one steps aside; is the plugin mounted twice?')
    return
  }
  const attempt: Attempt = { session, turn: Number(turn), step: Number(step), incoming: [] }
  const message = readingFor(mount, attempt, timeline, 'inject')
  if (message === undefined) return
  const handed = hand(agent, message)
  if (isRecord(session)) served.set(session, name)
  return handed
}

/**
 * Serve one notification. Nothing is returned: a value would silence the listeners behind us.
 */
export const notify = (mount: Mount, call: InjectCall): void => {
  if (isAborted(call.signal)) return
  const fail = (error: unknown): void =>
    mount.warn(sessionOf(call.agent), 'no-reading', `no reading for turn ${String(call.turn)}, step ${String(call.step)}: ${reasonOf(error)}`)
  try {
    Promise.resolve(inject(mount, call)).catch(fail)
  } catch (error) {
    fail(error)
  }
}
