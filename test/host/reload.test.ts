import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { entryOf } from '../support/operator.js'
import { bootHost, prompt, readingsIn, row, type RealHost } from '../support/real-host.js'

const T0 = Date.parse('2026-07-15T01:00:00Z')

let host: RealHost
beforeEach(() => vi.useFakeTimers({ toFake: ['Date'], now: T0 }))
afterEach(async () => {
  vi.useRealTimers()
  await host.dispose()
})

it('an edited configuration serves the next step of a living session, with the interval still measured from the log', async () => {
  host = await bootHost({ config: false, patches: [row({ timeZone: 'Asia/Shanghai', refreshIntervalMs: 60_000 })] })
  const { agent } = await host.create('s1')
  await prompt(agent, 'one')
  await entryOf(host).update({ config: { timeZone: 'America/New_York', refreshIntervalMs: 60_000 } })
  await host.ctx.loader.await()
  vi.setSystemTime(T0 + 59_999)
  await prompt(agent, 'held back')
  vi.setSystemTime(T0 + 60_000)
  await prompt(agent, 'due')
  expect(readingsIn(agent.session.events)).toEqual([
    'Time sampled while preparing turn 1, step 1: 2026-07-15T09:00:00+08:00[Asia/Shanghai]\nElapsed since the preceding model-visible message: 0s.',
    'Time sampled while preparing turn 3, step 1: 2026-07-14T21:01:00-04:00[America/New_York]\nElapsed since the preceding model-visible message: 0s.',
  ])
})

it('a refused edit rejects with the reason and leaves the old configuration at work', async () => {
  host = await bootHost({ config: false, patches: [row({ timeZone: 'Asia/Shanghai' })] })
  const entry = entryOf(host)
  await expect(entry.update({ config: { timeZone: 'CST' } })).rejects.toThrow('got "CST"')
  await host.ctx.loader.await()
  const { agent } = await host.create('s1')
  await prompt(agent, 'one')
  expect(readingsIn(agent.session.events)).toEqual([expect.stringContaining('+08:00[Asia/Shanghai]')])
})
