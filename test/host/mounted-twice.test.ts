import { afterEach, expect, it } from 'vitest'
import { bootHost, prompt, readingsIn, row, type RealHost } from '../support/real-host.js'

let host: RealHost | undefined
afterEach(() => host?.dispose())

const stepsAside = 'the step has a reading already, so this one steps aside; is the plugin mounted twice?'

it('C56: two rows with different zones give one reading per step and one warning per session', async () => {
  host = await bootHost({
    config: false,
    patches: [row({ timeZone: 'Asia/Shanghai' }), row({ timeZone: 'America/New_York' }, 'time-context-2')],
    script: [{ tool: 'wait', args: { ms: 1 } }, { text: 'done' }],
  })
  const { agent } = await host.create('s1')
  await prompt(agent, 'hello')
  await prompt(agent, 'again')
  const zones = readingsIn(agent.session.events).map((text) => /, step (\d+): \S+\[(\S+)\]/.exec(text)?.slice(1, 3))
  expect(zones).toEqual([
    ['1', expect.any(String)],
    ['2', zones[0]?.[1]],
    ['1', zones[0]?.[1]],
  ])
  expect(host.warnings).toEqual([stepsAside])
  const other = await host.create('s2')
  await prompt(other.agent, 'hello')
  expect(host.warnings).toEqual([stepsAside, stepsAside])
})

it('C56: a copy of the module from elsewhere is recognised too', async () => {
  host = await bootHost({ config: { timeZone: 'Asia/Shanghai' }, patches: [row({ timeZone: 'America/New_York' })] })
  const { agent } = await host.create('s1')
  await prompt(agent, 'hello')
  expect(readingsIn(agent.session.events)).toHaveLength(1)
  expect(host.warnings).toEqual([stepsAside])
})
