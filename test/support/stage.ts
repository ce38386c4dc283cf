/**
 * Hosts on a stopped clock: only `Date` stands still, so that timers, and with them the host, run on.
 */

import { agentEvents, type Agent, type PreStepDecision } from '@deepseek-ai/dsh-agent'
import type { UserMessage } from '@deepseek-ai/dsh-session'
import { afterEach, beforeEach, vi } from 'vitest'
import { bootHost, type HostOptions, type RealHost } from './real-host.js'

/** 2026-07-15 09:00 in Shanghai. */
export const T0 = Date.parse('2026-07-15T01:00:00Z')
export const SECOND = 1000
export const MINUTE = 60 * SECOND
export const HOUR = 60 * MINUTE
export const DAY = 24 * HOUR

/** Set the clock, in milliseconds after {@link T0}. */
export const clockAt = (elapsed: number): void => void vi.setSystemTime(T0 + elapsed)

/**
 * Stop the clock at {@link T0} for each test of the file, and dispose what the test booted.
 * @returns boots a host.
 */
export const stage = (): ((options?: HostOptions) => Promise<RealHost>) => {
  const booted: RealHost[] = []
  beforeEach(() => vi.useFakeTimers({ toFake: ['Date'], now: T0 }))
  afterEach(async () => {
    vi.restoreAllMocks()
    vi.unstubAllEnvs()
    vi.useRealTimers()
    for (const host of booted.splice(0)) await host.dispose()
  })
  return async (options) => {
    const host = await bootHost(options)
    booted.push(host)
    return host
  }
}

/** The pre-step listener of another package. */
export type PreStep = (step: { readonly agent: Agent; readonly messages: UserMessage[]; readonly turn: number; readonly step: number }, next: () => Promise<PreStepDecision>) => Promise<PreStepDecision>

/** Listen behind the plugin: the listener runs inside its `next()`. */
export const inside = ({ ctx }: RealHost, listener: PreStep): void => void ctx.on('agent/pre-step', listener)

/** Listen in front of the plugin: the listener sees what the plugin returns. */
export const outside = ({ ctx }: RealHost, listener: PreStep): void => void ctx.on('agent/pre-step', listener, { prepend: true })

/** What {@link fire} may vary. */
export interface Firing {
  readonly turn?: number
  readonly step?: number
  readonly messages?: UserMessage[]
  readonly signal?: AbortSignal
  /** The innermost listener's answer; the claimed batch enters where it is left out. */
  readonly next?: () => Promise<PreStepDecision>
}

/** Prepare a step through the host's waterfall without its loop, so that nothing was queued or claimed. */
export const fire = ({ ctx }: RealHost, agent: Agent, { turn = 1, step = 1, messages = [], signal = new AbortController().signal, next }: Firing): Promise<PreStepDecision> =>
  agentEvents(ctx, agent).waterfall('agent/pre-step', { turn, step, messages, signal }, next ?? (async () => ({ kind: 'enter', messages })))

/** The text of each message of a decision. */
export const textsOf = (decision: PreStepDecision): string[] =>
  decision.kind === 'enter' ? decision.messages.flatMap(({ content }) => content.map((block) => (block.type === 'text' ? block.text : block.type))) : []
