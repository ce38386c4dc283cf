import { afterEach, expect, it, vi } from 'vitest'
import * as plugin from '../../src/index.js'
import { entryOf, refusalOf, written } from '../support/operator.js'
import { bootHost, endsIn, prompt, readingsIn, row, type RealHost } from '../support/real-host.js'
import { inside } from '../support/stage.js'

let host: RealHost | undefined
afterEach(() => {
  vi.unstubAllEnvs()
  return host?.dispose()
})

const EVENTS = ['agent/pre-step', 'agent/step', 'session/event'] as const

/** How many listeners the host holds for the events that the plugin listens to. */
const listeners = ({ ctx }: RealHost): number[] => EVENTS.map((event) => ctx.events._hooks[event]?.length ?? 0)

const readingOfOneTurn = async (host: RealHost, id: string): Promise<string[]> => {
  const { agent, dispose } = await host.create(id)
  await prompt(agent, 'hello')
  await dispose()
  return readingsIn(agent.session.events)
}

it('a row as the README shows it mounts the plugin', async () => {
  host = await bootHost({ config: false, patches: await written('timeZone: Asia/Shanghai', 'refreshIntervalMs: 60000') })
  const readings = await readingOfOneTurn(host, 's1')
  expect(readings).toHaveLength(1)
  expect(readings[0]).toMatch(/^Time sampled while preparing turn 1, step 1: \S+\+08:00\[Asia\/Shanghai\]\n/)
})

it.each([
  ['left out', row()],
  ['empty', row({})],
  ['a bare key', row(null)],
])('a row whose config is %s gets the defaults: a reading at every step', async (_how, patch) => {
  host = await bootHost({ config: false, patches: [patch], script: [{ tool: 'wait', args: { ms: 1 } }] })
  expect(await readingOfOneTurn(host, 's1')).toHaveLength(2)
})

it('the entry exports exactly what a loader reads, and no default that would hide it', async () => {
  const entry: object = await import('@deepseek-ai/dsh-time-context')
  expect(Object.keys(entry).sort()).toEqual(['Config', 'apply', 'inject', 'name'])
  expect(entry).toMatchObject({ name: 'time-context', inject: ['agents'] })
  expect(entry).toHaveProperty(['Config', '~standard', 'version'], 1)
})

it('without the agents service the row stays pending, and boot says what it waits for', async () => {
  const printed = await refusalOf([{ id: 'agent', disabled: true }, { id: 'agent-loop', disabled: true }, row()])
  expect(printed).toContain('@deepseek-ai/dsh-time-context: pending (waiting for service: agents)')
})

it('disabling the row takes every listener away, enabling it brings the same back', async () => {
  host = await bootHost({ config: false })
  const before = listeners(host)
  await host.dispose()
  host = await bootHost({ config: false, patches: [row()] })
  const mounted = listeners(host)
  expect(mounted).toEqual(before.map((count) => count + 1))
  const entry = entryOf(host)
  await entry.update({ disabled: true })
  expect(listeners(host)).toEqual(before)
  expect(await readingOfOneTurn(host, 's1')).toEqual([])
  await entry.update({ disabled: false })
  await host.ctx.loader.await()
  expect(listeners(host)).toEqual(mounted)
  expect(await readingOfOneTurn(host, 's2')).toHaveLength(1)
})

it('a row disabled in the middle of a step costs the turn nothing', async () => {
  host = await bootHost({ config: false, patches: [row()] })
  const entry = entryOf(host)
  inside(host, async (_step, next) => {
    await entry.update({ disabled: true })
    return next()
  })
  const { agent } = await host.create('s1')
  await prompt(agent, 'hello')
  await prompt(agent, 'again')
  expect(endsIn(agent.session.events)).toEqual(['completed', 'completed'])
  expect(readingsIn(agent.session.events)).toEqual([expect.stringContaining('turn 1, step 1: ')])
})

it('the waterfall listener is prepended: it stands before those of packages mounted earlier', async () => {
  host = await bootHost({ config: false, patches: [row()] })
  const [outermost] = host.ctx.events._hooks['agent/pre-step'] ?? []
  expect(outermost?.ctx.fiber.entry?.options.id).toBe('time-context')
})

it('a load that fails leaves no listener', async () => {
  host = await bootHost({ config: false })
  const before = listeners(host)
  vi.stubEnv('TZ', 'CST')
  await expect(host.ctx.plugin(plugin)).rejects.toThrow('set timeZone in the configuration')
  await expect(host.ctx.plugin(plugin, { timeZone: 'CST' })).rejects.toThrow('got "CST"')
  expect(listeners(host)).toEqual(before)
})

it('disposing the host with an agent alive leaves no listener', async () => {
  const mounted = await bootHost({ config: false, patches: [row()] })
  const { agent } = await mounted.create('s1')
  await prompt(agent, 'hello')
  await mounted.dispose()
  expect(listeners(mounted)).toEqual([0, 0, 0])
})
