import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { endingsIn } from '../conformance/observation.js'
import { startClock, stopClock } from '../support/hosts/clock.js'
import { GENERATIONS, orderOf, type Generation } from '../support/hosts/generation.js'
import { ask } from '../support/hosts/host.js'
import { bootStandIn } from '../support/hosts/stand-in.js'
import { temporaryFolder } from '../support/temporary-folder.js'
import { SOUND } from './fault.js'
import { others, ours, run, schedule, stepsOf, textsOf, type FaultyHost } from './run.js'

const boot = (generation: Generation) => async (): Promise<FaultyHost> => {
  const host = await bootStandIn(generation, { folder: temporaryFolder() })
  const seats = new Map<unknown, Awaited<ReturnType<typeof host.open>>>()
  return {
    host: {
      ...host,
      open: async (id) => {
        const seat = await host.open(id)
        seats.set(seat, seat)
        return seat
      },
    },
    listenFirst: (listener) => void host.bus.on(generation.announcement.event, listener, { prepend: true }),
    damage: (seat, { type, data, time }) => seats.get(seat)?.held.log.damage({ type, data, time: Number(time), surfaceOp: 'append' }),
  }
}

const all: readonly Generation[] = Object.values(GENERATIONS)
const inTime = all.filter((generation) => orderOf(generation) !== 'too-late')

describe.each(inTime)('whatever goes wrong on $id', (generation) => {
  it('leaves the host’s own rows, turns and errors as they are without the plugin, and gives a step one reading at most', async () => {
    await fc.assert(
      fc.asyncProperty(schedule, async (plan) => {
        const bare = await run(plan, boot(generation), false)
        const mounted = await run(plan, boot(generation), true)
        expect(mounted.endings).toEqual(bare.endings)
        expect(mounted.requests).toBe(bare.requests)
        expect(mounted.contained).toEqual(bare.contained)
        expect(others(mounted)).toEqual(others(bare))
        expect(stepsOf(mounted)).toEqual([...new Set(stepsOf(mounted))])
        expect(ours(bare)).toEqual([])
      }),
      { numRuns: 40 },
    )
  })

  it('ends a turn as cancelled, or as it would have ended, when it is cancelled at any moment', async () => {
    for (let ticks = 0; ticks < 12; ticks++) {
      startClock()
      const host = await bootStandIn(generation, { folder: temporaryFolder() })
      await host.mount({ timeZone: 'Asia/Shanghai' })
      const seat = await host.open('s')
      host.bus.on(
        generation.announcement.event,
        (...args) => {
          let left = ticks
          const wait = (): void => (left-- > 0 ? queueMicrotask(wait) : seat.agent.cancel())
          wait()
          const next = args.at(-1)
          return typeof next === 'function' ? next() : undefined
        },
        { prepend: true },
      )
      host.script({ pass: 1000 })
      await ask(seat)
      stopClock()
      expect(endingsIn(seat.rows()).map((ending) => ['aborted', 'completed'].includes(ending))).toEqual([true])
      expect(seat.rows().at(-1)?.type).toBe('turn/end')
    }
  })
})

describe('the feed of a log', () => {
  it('may drop and repeat what it likes: the readings are those of a sound one', async () => {
    await fc.assert(
      fc.asyncProperty(fc.constantFrom(...inTime), schedule, async (generation, plan) => {
        const feeding = { ...plan, faults: plan.faults.map(({ feed, ticks, passes }) => ({ ...SOUND, feed, ticks, passes })) }
        const sound = { ...feeding, faults: feeding.faults.map((each) => ({ ...each, feed: 'sound' as const })) }
        expect(textsOf(await run(feeding, boot(generation), true))).toEqual(textsOf(await run(sound, boot(generation), true)))
      }),
      { numRuns: 100 },
    )
  })
})

describe('whatever goes wrong on a host that announces steps too late', () => {
  it('ends every turn as without the plugin, after one request more at most', async () => {
    await fc.assert(
      fc.asyncProperty(schedule, async (plan) => {
        // One step more would shift what other listeners do, so they do nothing here.
        const calm = { ...plan, faults: plan.faults.map((each) => ({ ...each, inner: 'nothing' as const, outer: 'nothing' as const })) }
        const bare = await run(calm, boot(GENERATIONS.G2c), false)
        const mounted = await run(calm, boot(GENERATIONS.G2c), true)
        expect(mounted.endings).toEqual(bare.endings)
        expect(mounted.requests).toBeLessThanOrEqual(bare.requests + plan.turns.length)
        expect(stepsOf(mounted)).toEqual([...new Set(stepsOf(mounted))])
      }),
      { numRuns: 40 },
    )
  })

  it('makes no reading and no request more while the log can be read', async () => {
    await fc.assert(
      fc.asyncProperty(schedule, async (plan) => {
        const readable = { ...plan, faults: plan.faults.map((each) => ({ ...each, log: 'sound' as const, damage: undefined })) }
        const bare = await run(readable, boot(GENERATIONS.G2c), false)
        const mounted = await run(readable, boot(GENERATIONS.G2c), true)
        expect(others(mounted)).toEqual(others(bare))
        expect(ours(mounted)).toEqual([])
      }),
      { numRuns: 30 },
    )
  })
})
