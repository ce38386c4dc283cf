import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { isRecord } from '../../src/core/record.js'
import { isOurs } from '../../src/core/source.js'
import { pass, startClock, stopClock } from '../support/hosts/clock.js'
import { GENERATIONS, type Generation } from '../support/hosts/generation.js'
import { ask, type Seat } from '../support/hosts/host.js'
import { once } from '../support/hosts/later.js'
import { bootStandIn, type StandIn } from '../support/hosts/stand-in.js'
import { substituting } from '../support/hosts/substitute.js'
import { temporaryFolder } from '../support/temporary-folder.js'
import { readingsIn } from './observation.js'

let folder: string
beforeEach(() => {
  folder = temporaryFolder()
  startClock()
})
afterEach(stopClock)

const MINUTE = 60_000

const mounted = async (generation: Generation, compacts = false): Promise<StandIn> => {
  const host = await bootStandIn(generation, { folder, compacts })
  await host.mount({ timeZone: 'Asia/Shanghai' })
  return host
}

const typesOf = (seat: Seat): string[] => seat.rows().map(({ type, data }) => (isRecord(data) && isOurs(data['source']) ? `${type} (ours)` : type))

describe('on hosts that take injections', () => {
  it('a reading of the first generation is a row of its own type, before the step, with a plain source', async () => {
    const seat = await (await mounted(GENERATIONS.G1)).open('s')
    await ask(seat)
    expect(typesOf(seat).slice(0, 5)).toEqual(['turn/start', 'user/message', 'context/message (ours)', 'step/start', 'request/header'])
    expect(seat.rows()[2]?.data).toMatchObject({ source: { kind: 'plugin', plugin: 'time-context' } })
    expect(seat.rows()[2]?.data).not.toHaveProperty('source.form')
  })

  it('the first generation has its reading before compaction measures the history, the later one after', async () => {
    const order = async (generation: Generation): Promise<string[]> => {
      const host = await mounted(generation, true)
      const seat = await host.open(generation.id)
      await ask(seat)
      await ask(seat)
      return typesOf(seat).slice(typesOf(seat).lastIndexOf('turn/start'))
    }
    const first = await order(GENERATIONS.G1)
    expect(first.indexOf('context/message (ours)')).toBeLessThan(first.indexOf('compact/start'))
    const later = await order(GENERATIONS.G2)
    expect(later.indexOf('user/message (ours)')).toBeGreaterThan(later.indexOf('compact/end'))
  })

  it('a reading that a failed listener left behind lands before the next prompt and neither replaces nor delays that turn’s own', async () => {
    const host = await mounted(GENERATIONS.G2)
    host.listen(once({ kind: 'fails' }))
    const seat = await host.open('s')
    await ask(seat)
    pass(MINUTE)
    host.script({ pass: MINUTE })
    await ask(seat)
    expect(readingsIn(seat.rows())).toEqual(['1.1 at +0s: 0s, late', '2.1 at +1m 0s: 0s', '2.2 at +2m 0s: 1m 0s'])
    expect(typesOf(seat).slice(3, 7)).toEqual(['turn/start', 'user/message (ours)', 'user/message', 'user/message (ours)'])
  })

  it('a late reading is the latest of its session, so an interval counts from when it landed', async () => {
    const host = await bootStandIn(GENERATIONS.G2, { folder })
    await host.mount({ timeZone: 'Asia/Shanghai', refreshIntervalMs: 10 * MINUTE })
    host.listen(once({ kind: 'fails' }))
    const seat = await host.open('s')
    await ask(seat)
    pass(MINUTE)
    await ask(seat)
    pass(10 * MINUTE)
    await ask(seat)
    expect(readingsIn(seat.rows())).toEqual(['1.1 at +0s: 0s, late', '3.1 at +11m 0s: 0s'])
  })

  it.each([GENERATIONS.G1, GENERATIONS.G1b, GENERATIONS.G2a, GENERATIONS.G2b, GENERATIONS.G2])('an attempt of $id that is cancelled before it reaches us gets nothing', async (generation) => {
    const host = await mounted(generation)
    const seat = await host.open('s')
    host.bus.on(generation.announcement.event, () => seat.agent.cancel(), { prepend: true })
    await ask(seat)
    expect(readingsIn(seat.rows())).toEqual([])
  })

  it('never silences the listeners behind it', async () => {
    const host = await mounted(GENERATIONS.G2)
    const called: string[] = []
    host.listen(() => void called.push('behind'))
    await ask(await host.open('s'))
    expect(called).toEqual(['behind'])
  })

  it.each([GENERATIONS.G1, GENERATIONS.G2])('mounted three times on $id, a step has one reading and the session one warning from each mount that steps aside', async (generation) => {
    const host = await mounted(generation)
    await host.mount({ timeZone: 'Europe/London' })
    await host.mount({ timeZone: 'America/New_York' })
    const seat = await host.open('s')
    host.script({ pass: MINUTE })
    await ask(seat)
    await ask(seat)
    expect(readingsIn(seat.rows())).toEqual(['1.1 at +0s: 0s', '1.2 at +1m 0s: 1m 0s', '2.1 at +1m 0s: 0s'])
    expect(host.warnings).toHaveLength(2)
  })

  it('warns once when the host’s inject fails later, and gives the turn up for nothing', async () => {
    const host = await bootStandIn(GENERATIONS.G2, { folder })
    const failing = (ctx: Parameters<NonNullable<Parameters<StandIn['mount']>[1]>>[0]) => ({
      ...ctx,
      on: (...[event, listener, options]: Parameters<typeof ctx.on>) =>
        ctx.on(event, (agent, ...rest) => listener(isRecord(agent) ? Object.create(agent, { inject: { value: async () => Promise.reject(new Error('full')) } }) : agent, ...rest), options),
    })
    await host.mount({ timeZone: 'Asia/Shanghai' }, failing)
    const seat = await host.open('s')
    await ask(seat)
    await ask(seat)
    expect(host.warnings).toEqual([expect.stringContaining('full')])
  })
})

it('a session that fails to say whose a row is has said nothing: the row is its own', async () => {
  const host = await bootStandIn(GENERATIONS.G4, { folder })
  const silent = (session: object): object =>
    Object.create(session, {
      isOwnSeq: {
        value: () => {
          throw new Error('not now')
        },
      },
    })
  await host.mount({ timeZone: 'Asia/Shanghai', refreshIntervalMs: 10 * MINUTE }, (ctx) => substituting(ctx, silent))
  const seat = await host.open('s')
  await ask(seat)
  pass(MINUTE)
  await ask(seat)
  expect(readingsIn(seat.rows())).toEqual(['1.1 at +0s: 0s'])
  expect(host.warnings).toEqual([])
})
