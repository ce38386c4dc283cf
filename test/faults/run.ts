/**
 * One run of a schedule of faults, with the plugin or without it.
 */

import { setImmediate } from 'node:timers/promises'
import fc from 'fast-check'
import { vi } from 'vitest'
import { messageOf, soleTextOf } from '../../src/core/event.js'
import { isRecord } from '../../src/core/record.js'
import { parseReading } from '../../src/core/reading.js'
import { isOurs } from '../../src/core/source.js'
import { endingsIn } from '../conformance/observation.js'
import { now, pass, startClock, stopClock } from '../support/hosts/clock.js'
import type { Listener } from '../support/hosts/bus.js'
import { ask, type Host, type Seat } from '../support/hosts/host.js'
import { agentIn } from '../support/hosts/later.js'
import type { Row } from '../support/hosts/row.js'
import { fault, FaultyWorld, SOUND, type Fault } from './fault.js'

/** What happens, whatever the plugin does. */
export interface Schedule {
  /** One for each announcement, then nothing wrong. */
  readonly faults: readonly Fault[]
  /** How many tools each turn calls. */
  readonly turns: readonly number[]
  readonly interval: number
  readonly mounts: number
}

/** Any schedule. */
export const schedule: fc.Arbitrary<Schedule> = fc.record({
  faults: fc.array(fault, { minLength: 1, maxLength: 6 }),
  turns: fc.array(fc.nat(2), { minLength: 1, maxLength: 3 }),
  interval: fc.constantFrom(0, 60_000),
  mounts: fc.constantFrom(1, 1, 2),
})

/** A host that lets a test stand before the plugin, too. */
export interface FaultyHost {
  readonly host: Host
  /** Add a listener before all others. */
  readonly listenFirst: (listener: Listener) => void
  /** Write a row past all checks; `undefined` where the host lets nobody. */
  readonly damage: ((seat: Seat, row: NonNullable<Fault['damage']>) => void) | undefined
}

/** What a run left. */
export interface Outcome {
  readonly rows: readonly Row[]
  readonly endings: readonly string[]
  readonly requests: number
  readonly contained: readonly string[]
}

const cancel = (args: readonly unknown[]): void => {
  const agent = agentIn(args)
  if (isRecord(agent) && typeof agent['cancel'] === 'function') Reflect.apply(agent['cancel'], agent, [{ kind: 'user' }])
}

const nextOf = (args: readonly unknown[]): (() => unknown) | undefined => {
  const next = args.at(-1)
  return typeof next === 'function' ? () => next() : undefined
}

const answered = ({ inner }: Fault, decision: unknown): unknown => {
  if (inner === 'empties') return { kind: 'enter', messages: [] }
  if (inner === 'rejects') return { kind: 'reject' }
  if (inner === 'unknown-decision') return { kind: 'postpone' }
  return inner === 'no-array' ? { kind: 'enter', messages: 'none' } : decision
}

const innerListener =
  (current: () => Fault): Listener =>
  async (...args) => {
    const at = current()
    if (at.inner === 'cancels-before') cancel(args)
    for (let tick = 0; tick < at.ticks; tick++) await setImmediate()
    pass(at.passes)
    if (at.inner === 'fails') throw new Error('an inner listener failed')
    const decision: unknown = await nextOf(args)?.()
    if (at.inner === 'cancels-after') cancel(args)
    return nextOf(args) && answered(at, decision)
  }

/** Play a schedule. */
export const run = async ({ faults, turns, interval, mounts }: Schedule, boot: () => Promise<FaultyHost>, mounted: boolean): Promise<Outcome> => {
  startClock()
  let announced = -1
  const current = (): Fault => faults[announced] ?? SOUND
  const clock = vi.spyOn(Date, 'now').mockImplementation(() => (typeof current().clock === 'number' ? Number(current().clock) : now()))
  const { host, listenFirst, damage } = await boot()
  try {
    const world = new FaultyWorld(current)
    host.listen(innerListener(current))
    for (let mount = 0; mounted && mount < mounts; mount++) await host.mount({ timeZone: 'Asia/Shanghai', refreshIntervalMs: interval }, (ctx) => world.between(ctx))
    const seat = await host.open('s')
    listenFirst(async (...args) => {
      announced++
      const at = current()
      if (at.damage !== undefined) damage?.(seat, at.damage)
      if (at.outer === 'cancels-before') cancel(args)
      const decision: unknown = await nextOf(args)?.()
      if (at.outer === 'cancels-after') cancel(args)
      return decision
    })
    for (const tools of turns) {
      host.script(...Array.from({ length: tools }, () => ({ pass: 1000 })), { text: 'done' })
      await ask(seat)
    }
    return { rows: seat.rows(), endings: endingsIn(seat.rows()), requests: seat.requests().length, contained: host.contained.map(String) }
  } finally {
    await host.dispose()
    clock.mockRestore()
    stopClock()
  }
}

const written = ({ data }: Row): boolean => isOurs(messageOf(data)?.['source']) && parseReading(soleTextOf(messageOf(data)) ?? '') !== undefined

/** The rows that the plugin wrote. */
export const ours = ({ rows }: Outcome): readonly Row[] => rows.filter(written)

/** The rows that the plugin did not write, numbers and ids aside. */
export const others = ({ rows }: Outcome): string[] => {
  const ids = new Map<string, number>()
  return rows
    .filter((row) => !written(row))
    .map(({ type, time, data, surfaceOp }) =>
      JSON.stringify([type, time, data, surfaceOp]).replace(/[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/g, (id) => {
        ids.set(id, ids.get(id) ?? ids.size)
        return `id ${ids.get(id)}`
      }),
    )
}

/** The texts of the plugin's rows. */
export const textsOf = (outcome: Outcome): (string | undefined)[] => ours(outcome).map(({ data }) => soleTextOf(messageOf(data)))

/** Turn and step of each of the plugin's rows. */
export const stepsOf = (outcome: Outcome): string[] =>
  ours(outcome).map(({ data }) => {
    const reading = parseReading(soleTextOf(messageOf(data)) ?? '')
    return `${reading?.turn}.${reading?.step}`
  })
