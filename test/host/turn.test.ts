import { afterEach, expect, it } from 'vitest'
import { bootHost, prompt, readingsIn, type RealHost } from '../support/real-host.js'

let host: RealHost | undefined
afterEach(() => host?.dispose())

it('gives each step of a tool turn its reading', async () => {
  host = await bootHost({ script: [{ tool: 'wait', args: { ms: 1100 } }, { text: 'done' }], config: { timeZone: 'Asia/Shanghai' } })
  const { agent } = await host.create('s1')
  await prompt(agent, 'hello')
  const readings = readingsIn(agent.session.events)
  expect(readings).toHaveLength(2)
  expect(readings[0]).toMatch(/^Time sampled while preparing turn 1, step 1: \S+\+08:00\[Asia\/Shanghai\]\nElapsed since the preceding model-visible message: 0s\.$/)
  expect(readings[1]).toMatch(/^Time sampled while preparing turn 1, step 2: \S+\nElapsed since the preceding step context: 1s\.$/)
})
