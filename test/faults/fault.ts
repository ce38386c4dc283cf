/**
 * What can go wrong around the plugin at one announcement, and a context that makes it happen. Only
 * the plugin meets these faults; the host itself goes on as if nothing were wrong.
 */

import fc from 'fast-check'
import { isRecord } from '../../src/core/record.js'
import type { HostContext } from '../../src/index.js'
import { agentIn } from '../support/hosts/later.js'

/** What goes wrong while one step is prepared. */
export interface Fault {
  /** The members that read the log throw, are gone, or throw after a few rows. */
  readonly log: 'sound' | 'throws' | 'gone' | 'breaks-off'
  readonly ownership: 'sound' | 'throws'
  readonly header: 'sound' | 'missing'
  /** Scrambled: every other row is dropped, and the one before it told twice. */
  readonly feed: 'sound' | 'dropped' | 'repeated' | 'scrambled'
  readonly logger: 'sound' | 'throws'
  readonly clock: 'sound' | number
  readonly injection: 'sound' | 'throws' | 'rejects'
  /** What a listener behind the plugin does, and how many turns of the event loop it takes. */
  readonly inner: 'nothing' | 'cancels-before' | 'cancels-after' | 'fails' | 'empties' | 'rejects' | 'unknown-decision' | 'no-array'
  readonly ticks: number
  readonly passes: number
  /** What a listener before the plugin does. */
  readonly outer: 'nothing' | 'cancels-before' | 'cancels-after'
  /** A row that somebody writes to the log before the announcement. */
  readonly damage: { readonly type: string; readonly data: unknown; readonly time: unknown } | undefined
}

/** Nothing wrong. */
export const SOUND: Fault = {
  log: 'sound',
  ownership: 'sound',
  header: 'sound',
  feed: 'sound',
  logger: 'sound',
  clock: 'sound',
  injection: 'sound',
  inner: 'nothing',
  ticks: 0,
  passes: 0,
  outer: 'nothing',
  damage: undefined,
}

/** Sound in two of three cases. */
const mostly = <Sound, Odd>(sound: Sound, ...odd: Odd[]): fc.Arbitrary<Sound | Odd> =>
  fc.oneof({ arbitrary: fc.constant(sound), weight: 2 * odd.length }, ...odd.map((each) => ({ arbitrary: fc.constant(each), weight: 1 })))

const source = fc.oneof(
  fc.constantFrom(undefined, null, 'x', { kind: 'time-context' }, { kind: 'plugin', plugin: 'time-context' }, { kind: 'plugin:time-context' }, { kind: 'user' }, { kind: 7 }),
  fc.jsonValue(),
)

const message = fc.record({ id: fc.constantFrom('damage', ''), role: fc.constant('user'), content: fc.oneof(fc.constant([]), fc.jsonValue()), source }, { requiredKeys: [] })

const row = fc.record({
  type: fc.constantFrom('user/message', 'assistant/message', 'context/message', 'turn/start', 'step/start', 'agent/inbox/spliced', 'session/end-seed', 'x/y'),
  data: fc.oneof(message, fc.record({ message }), fc.record({ turn: fc.jsonValue(), step: fc.jsonValue() }), fc.jsonValue()),
  time: fc.constantFrom(undefined, null, '2026-07-15', NaN, -1, 0, 8.64e15),
})

/** Any mixture of faults. */
export const fault: fc.Arbitrary<Fault> = fc.record({
  log: mostly('sound', 'throws', 'gone', 'breaks-off'),
  ownership: mostly('sound', 'throws'),
  header: mostly('sound', 'missing'),
  feed: mostly('sound', 'dropped', 'repeated', 'scrambled'),
  logger: mostly('sound', 'throws'),
  clock: mostly('sound', NaN, Infinity, -62_000_000_000_000, 253_402_300_800_000),
  injection: mostly('sound', 'throws', 'rejects'),
  inner: mostly('nothing', 'cancels-before', 'cancels-after', 'fails', 'empties', 'rejects', 'unknown-decision', 'no-array'),
  ticks: fc.nat(3),
  passes: fc.constantFrom(0, 1, 60_000),
  outer: mostly('nothing', 'cancels-before', 'cancels-after'),
  damage: fc.oneof({ arbitrary: fc.constant(undefined), weight: 2 }, { arbitrary: row, weight: 1 }),
})

const READERS: readonly unknown[] = ['events', 'eventAt', 'snapshotEvents', 'readLog']

const breakingOff = (reader: unknown): unknown => {
  if (Array.isArray(reader)) {
    return new Proxy(reader, {
      get: (target, key) => {
        if (Number(key) >= 3) throw new Error('the log broke off')
        return Reflect.get(target, key)
      },
    })
  }
  return () => {
    throw new Error('the log broke off')
  }
}

/** Fails as the fault of the moment says. */
export class FaultyWorld {
  readonly #sessions = new Map<unknown, object>()
  readonly #current: () => Fault

  constructor(current: () => Fault) {
    this.#current = current
  }

  /** A context between a host and the plugin. */
  between(ctx: HostContext): HostContext {
    return {
      logger: () => ({
        warn: () => {
          if (this.#current().logger === 'throws') throw new Error('the logger failed')
        },
      }),
      on: (event, listener, options) => ctx.on(event, event === 'session/event' ? this.#feeding(listener) : (...args) => listener(...this.#announced(args)), options),
    }
  }

  #feeding(listener: (...args: unknown[]) => unknown): (...args: unknown[]) => void {
    let odd = false
    return (session, event) => {
      const { feed } = this.#current()
      odd = !odd
      const times = { sound: 1, dropped: 0, repeated: 3, scrambled: odd ? 2 : 0 }[feed]
      for (let time = 0; time < times; time++) listener(this.#faultySession(session), event)
    }
  }

  #announced(args: readonly unknown[]): unknown[] {
    const [first, ...rest] = args
    const agent = this.#faultyAgent(agentIn(args))
    return [isRecord(first) && 'agent' in first ? { ...first, agent } : agent, ...rest]
  }

  #faultyAgent(agent: unknown): unknown {
    if (!isRecord(agent)) return agent
    const session = this.#faultySession(agent['session'])
    const { inject } = agent
    const failing = (): unknown => {
      if (this.#current().injection === 'throws') throw new Error('the injection failed')
      return Promise.reject(new Error('the injection failed'))
    }
    return Object.create(agent, { session: { value: session }, inject: { value: this.#current().injection === 'sound' ? inject : failing } })
  }

  /** One stand-in for a session, always the same, as the plugin knows sessions by identity. */
  #faultySession(session: unknown): unknown {
    if (!isRecord(session)) return session
    const known = this.#sessions.get(session)
    if (known !== undefined) return known
    const made = new Proxy({}, { get: (_, key) => this.#member(session, key) })
    this.#sessions.set(session, made)
    return made
  }

  #member(session: object, key: string | symbol): unknown {
    const { log, header, ownership } = this.#current()
    const value: unknown = Reflect.get(session, key)
    if (key === 'header' && header === 'missing') return undefined
    if (key === 'isOwnSeq' && ownership === 'throws') return breakingOff(value)
    if (!READERS.includes(key) || log === 'sound' || value === undefined) return typeof value === 'function' ? value.bind(session) : value
    if (log === 'throws') throw new Error('the log failed')
    return log === 'gone' ? undefined : breakingOff(value)
  }
}
