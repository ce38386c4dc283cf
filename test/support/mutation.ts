/**
 * Random changes of JSON values, reproducible from a seed.
 */

import { isRecord } from '../../src/core/record.js'

/** A stream of numbers from 0 to below 1 (mulberry32). */
export const randomFrom = (seed: number): (() => number) => {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
}

const ODD: readonly [unknown, ...unknown[]] = [
  null, true, false, 0, -0, 1, -1, 0.5, 1e21, 9e15, 2 ** 53, Number.MAX_VALUE, 1796086415461,
  '', ' ', '0', 'plugin', 'time-context', 'plugin:time-context', 'append', 'next-turn', '__proto__', 'constructor', 'toString', '\u0000', '\ud800', '時間', 'x'.repeat(300),
  [], [[]], {}, { kind: 'time-context' }, { type: 'text', text: '' }, { op: 'replace' }, { __proto__: null },
  'user/message', 'assistant/message', 'context/message', 'turn/start', 'turn/end', 'step/start', 'step/end', 'request/header', 'agent/inbox/spliced', 'session/end-seed', 'session',
]

const LETTERS = '0123456789 :+-.[]/\nTZdhmsaAé'

/** Changes values at random. */
export class Mutator {
  readonly #random: () => number

  constructor(seed: number) {
    this.#random = randomFrom(seed)
  }

  /** A whole number below a limit. */
  below(limit: number): number {
    return Math.floor(this.#random() * limit)
  }

  /** One of several. */
  pick<Value>(values: readonly [Value, ...Value[]]): Value {
    const value = values[this.below(values.length)]
    return value === undefined ? values[0] : value
  }

  /** The same value with a change somewhere in it. */
  mutate(value: unknown): unknown {
    const isInside = this.below(8) > 0
    if (Array.isArray(value) && value.length > 0 && isInside) return this.#list(value)
    if (isRecord(value) && isInside) return this.#record(value)
    if (typeof value === 'string' && isInside) return this.#text(value)
    if (typeof value === 'number' && isInside) return value + this.pick([1, -1, 1000, -1000, 3_600_000, -3_600_000, 0.5, 1e15])
    return this.pick(ODD)
  }

  #list(list: readonly unknown[]): unknown {
    const index = this.below(list.length)
    const changed = [...list]
    if (this.below(4) === 0) changed.splice(index, 1)
    else if (this.below(4) === 0) changed.splice(index, 0, list[this.below(list.length)])
    else changed[index] = this.mutate(list[index])
    return changed
  }

  #record(record: Readonly<Record<string, unknown>>): unknown {
    const entries = Object.entries(record)
    if (entries.length === 0 || this.below(16) === 0) return { ...record, [this.pick(['more', 'role', 'message', 'source', 'text', 'kind'])]: this.pick(ODD) }
    const index = this.below(entries.length)
    const isDropped = this.below(6) === 0
    return Object.fromEntries(entries.flatMap(([key, member], each) => (each !== index ? [[key, member]] : isDropped ? [] : [[key, this.mutate(member)]])))
  }

  #text(text: string): string {
    const index = this.below(text.length + 1)
    const letters = Array.from({ length: this.below(3) }, () => LETTERS.charAt(this.below(LETTERS.length))).join('')
    return text.slice(0, index) + letters + text.slice(index + this.below(3))
  }
}
