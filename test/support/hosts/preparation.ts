/**
 * How each kind of host prepares a step: the announcement, and the rows up to the request.
 */

import { isRecord } from '../../../src/core/record.js'
import type { Bus } from './bus.js'
import { messageData, userMessage, type Ending, type StandInMessage } from './dialect.js'
import type { Generation } from './generation.js'
import type { Inbox } from './inbox.js'
import type { Session } from './session.js'

/** What a preparation works with. */
export interface Desk {
  readonly generation: Generation
  readonly session: Session
  readonly bus: Bus
  readonly inbox: Inbox
  /** What listeners are handed. */
  readonly agent: object
  /** Injected messages that wait for the end of the announcement. */
  readonly outbox: StandInMessage[]
  /** Whether the request header must be written, and why. */
  header: 'initial' | 'resume' | 'series' | undefined
}

/** The step that is coming. */
export interface Coming {
  readonly turn: number
  readonly step: number
  readonly signal: AbortSignal
  /** Whether results of tools wait for the model. */
  readonly continuing: boolean
}

/** A step that may send its request, or the end of its turn. */
export type Prepared = { readonly kind: 'entered' } | Ending

/** Write a message where the model sees it. */
export const show = ({ generation, session }: Desk, message: StandInMessage, type = 'user/message'): void => {
  session.append(type, messageData(generation, message), { surfaceOp: 'append' })
}

/** Write what waits in the outbox. */
export const drain = (desk: Desk): void => {
  for (const message of desk.outbox.splice(0)) show(desk, message, desk.generation.injectedType)
}

const openStep = ({ session }: Desk, { turn, step }: Coming): void => {
  session.append('step/start', { turn, step })
}

const writeHeader = (desk: Desk): void => {
  if (desk.header === undefined) return
  desk.session.append('request/header', { header: { config: { provider: 'stand-in', model: 'm1' }, system: 'You are helpful.' }, reason: desk.header })
  desk.header = undefined
}

const notify = async ({ generation, bus, agent }: Desk, { turn, step, signal }: Coming): Promise<void> => {
  const { announcement } = generation
  const extra = announcement.kind === 'notification' && announcement.extraArguments ? ['You are helpful.', []] : []
  await bus.serial(announcement.event, agent, turn, step, ...extra, signal)
}

const steer = (desk: Desk, turn: number): void => {
  for (const message of desk.inbox.claim('next-step', Infinity)) {
    const bare = desk.generation.messages === 'bare'
    const data = bare ? { turn, content: message.content, source: message.source } : { turn, message }
    desk.session.append('steering/message', data, { surfaceOp: 'append' })
  }
}

const byNotification = async (desk: Desk, coming: Coming): Promise<Prepared> => {
  steer(desk, coming.turn)
  drain(desk)
  await notify(desk, coming)
  if (coming.signal.aborted) return { kind: 'aborted' }
  drain(desk)
  openStep(desk, coming)
  writeHeader(desk)
  return { kind: 'entered' }
}

const byLateNotification = async (desk: Desk, coming: Coming): Promise<Prepared> => {
  for (const message of desk.inbox.claim('next-step', Infinity)) show(desk, message)
  openStep(desk, coming)
  await notify(desk, coming)
  if (coming.signal.aborted) return { kind: 'aborted' }
  writeHeader(desk)
  return { kind: 'entered' }
}

const runtimeContext = (): StandInMessage => userMessage('The working directory is /tmp.', { kind: 'runtime-context' })

const decisionOf = async ({ generation, bus, agent, header }: Desk, { turn, step, signal }: Coming, messages: StandInMessage[]): Promise<unknown> => {
  const { announcement } = generation
  const positional = announcement.kind === 'waterfall' && announcement.positional
  const args = positional ? [agent, messages, { turn, step, signal }] : [{ messages, turn, step, signal, agent }]
  return bus.waterfall(announcement.event, args, () => ({
    kind: 'enter',
    // Without a runtime context, claim and decision share one array, as they do in the published host.
    messages: header === 'initial' && messages.length > 0 ? [...messages, runtimeContext()] : messages,
  }))
}

const isMessage = (value: unknown): value is StandInMessage => isRecord(value)

const byWaterfall = async (desk: Desk, coming: Coming): Promise<Prepared> => {
  const { inbox, generation } = desk
  const claimed = [...(coming.step === 1 ? inbox.claim('next-turn', 1) : []), ...inbox.claim('next-step', Infinity)]
  const decision = await decisionOf(desk, coming, claimed)
  if (coming.signal.aborted) return { kind: 'aborted' }
  if (!isRecord(decision)) throw new TypeError('a pre-step listener returned no decision')
  if (decision['kind'] === 'reject') return { kind: 'blocked' }
  const messages: unknown = decision['messages']
  if (decision['kind'] !== 'enter' || !Array.isArray(messages)) throw new TypeError('a pre-step listener returned an unknown decision')
  if (messages.length === 0 && !coming.continuing) return { kind: 'completed' }
  if (generation.requestSeries && decision['startsRequestSeries'] === true) desk.header = 'series'
  openStep(desk, coming)
  for (const message of messages.filter(isMessage)) show(desk, message)
  writeHeader(desk)
  return { kind: 'entered' }
}

const WAYS = { notification: byNotification, 'late-notification': byLateNotification, waterfall: byWaterfall } as const

/** Prepare a step the way the desk's generation does. */
export const prepare = (desk: Desk, coming: Coming): Promise<Prepared> => WAYS[desk.generation.announcement.kind](desk, coming)
