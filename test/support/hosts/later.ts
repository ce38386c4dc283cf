/**
 * Listeners of the announcement that stand behind the plugin and do something to the step.
 */

import { isRecord } from '../../../src/core/record.js'
import type { Listener } from './bus.js'
import { pass } from './clock.js'

/** What a later listener does. */
export type Deed =
  | { readonly kind: 'takes'; readonly milliseconds: number }
  | { readonly kind: 'cancels' }
  | { readonly kind: 'fails' }
  /** Answers with an empty batch; only where there is a batch. */
  | { readonly kind: 'empties' }
  /** Only where there is a decision. */
  | { readonly kind: 'rejects' }
  /** Only where a decision can ask for a new series of requests. */
  | { readonly kind: 'starts-series' }

/** The agent that an announcement is about. */
export const agentIn = ([first]: readonly unknown[]): unknown => (isRecord(first) && 'agent' in first ? first['agent'] : first)

const cancel = (agent: unknown): void => {
  if (isRecord(agent) && typeof agent['cancel'] === 'function') Reflect.apply(agent['cancel'], agent, [{ kind: 'user' }])
}

const before = (deed: Deed, args: readonly unknown[]): void => {
  if (deed.kind === 'takes') pass(deed.milliseconds)
  else if (deed.kind === 'cancels') cancel(agentIn(args))
  else if (deed.kind === 'fails') throw new Error('a later listener failed')
}

const after = (deed: Deed, decision: unknown): unknown => {
  if (deed.kind === 'empties') return { kind: 'enter', messages: [] }
  if (deed.kind === 'rejects') return { kind: 'reject', reason: 'not now' }
  return deed.kind === 'starts-series' && isRecord(decision) ? { ...decision, startsRequestSeries: true } : decision
}

/** A listener that does its deed once and then lets every step be. */
export const once = (deed: Deed): Listener => {
  let done = false
  return async (...args) => {
    const next = args.at(-1)
    const acts = !done
    done = true
    if (acts) before(deed, args)
    if (typeof next !== 'function') return undefined
    const decision: unknown = await next()
    return acts ? after(deed, decision) : decision
  }
}
