import { expect, it } from 'vitest'
import { prompt, readingRows, readingsIn } from '../support/real-host.js'
import { clockAt, DAY, MINUTE, SECOND, stage, T0 } from '../support/stage.js'

const boot = stage()

it.each([
  ['C38', SECOND],
  ['C38', MINUTE],
  ['C37', 30 * DAY],
])('%s: an interval of %i ms holds back one millisecond before it has passed, and not after', async (_case, refreshIntervalMs) => {
  const host = await boot({ config: { refreshIntervalMs } })
  const { agent } = await host.create('s1')
  await prompt(agent, 'first')
  clockAt(refreshIntervalMs - 1)
  await prompt(agent, 'held back')
  clockAt(refreshIntervalMs)
  await prompt(agent, 'due')
  expect(readingRows(agent.session.events).map(({ time }) => time)).toEqual([T0, T0 + refreshIntervalMs])
  expect(host.model.conversation).toHaveLength(3)
})

it.each([{}, { refreshIntervalMs: 0 }])('C38: with %j each step has its reading, at the same instant too', async (config) => {
  const host = await boot({ config, script: [{ tool: 'wait', args: { ms: 1 } }] })
  const { agent } = await host.create('s1')
  await prompt(agent, 'hello')
  await prompt(agent, 'again')
  expect(readingsIn(agent.session.events)).toHaveLength(3)
})

it('C45: where the interval held back step 1, step 2 has nothing in its turn to measure from', async () => {
  const host = await boot({ config: { refreshIntervalMs: 60_000 } })
  const { agent } = await host.create('s1')
  await prompt(agent, 'hello')
  clockAt(MINUTE - 1)
  host.model.push({ tool: 'wait', args: { ms: 1 }, meanwhile: () => clockAt(MINUTE) })
  await prompt(agent, 'again')
  expect(readingsIn(agent.session.events).at(-1)).toMatch(/turn 2, step 2: \S+\nElapsed since the preceding step context: unavailable\.$/)
})

it('a held-back reading leaves the request without a new one, and the earlier one stays in it', async () => {
  const host = await boot({ config: { refreshIntervalMs: 60_000 } })
  const { agent } = await host.create('s1')
  await prompt(agent, 'hello')
  await prompt(agent, 'again')
  const texts = host.model.conversation[1]?.messages.flatMap(({ content }) => content.map((block) => (block.type === 'text' ? block.text : block.type)))
  expect(texts).toEqual(['hello', ...readingsIn(agent.session.events), 'done', 'again'])
})
