import { afterEach, expect, it } from 'vitest'
import { bootHost, prompt, type RealHost } from '../support/real-host.js'
import { entryOf } from '../support/operator.js'
import { messageNow, refusalsOf, sabotage } from '../support/companion.js'

let host: RealHost | undefined
afterEach(() => host?.dispose())

const row = (config?: object) => ({ insert: [{ id: 'time-context-invariant', name: '@deepseek-ai/dsh-time-context/invariant', ...(config === undefined ? {} : { config }) }] })

it('the companion is a row of a composition, and goes when the row goes', async () => {
  host = await bootHost({ config: false, patches: [row()] })
  sabotage(host, () => [messageNow({ turn: 7 })])
  const { agent } = await host.create('s')
  await prompt(agent, 'hello')
  expect(refusalsOf(agent)).toEqual(['position'])
  await entryOf(host, 'time-context-invariant').update({ disabled: true })
  await prompt(agent, 'hello again')
  expect(agent.session.events.at(-1)).toMatchObject({ type: 'turn/end', data: { reason: { kind: 'completed' } } })
})

it('a companion row with a wrong configuration stops the load, and says why', async () => {
  await expect(bootHost({ config: false, patches: [row({ clockToleranceMs: 600_000 })] })).rejects.toThrow('clockToleranceMs must be a number of milliseconds from 0 to 60000, got 600000')
})
