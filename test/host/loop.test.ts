import { createUserMessage } from '@deepseek-ai/dsh-llm'
import { expect, it } from 'vitest'
import * as plugin from '../../src/index.js'
import { elapsedIn, endsIn, isReading, prompt, readingRows, readingsIn, said, storedRows } from '../support/real-host.js'
import { clockAt, inside, outside, SECOND, stage } from '../support/stage.js'

const boot = stage()
const toolTurn = [{ tool: 'wait', args: { ms: 1 } }, { text: 'done' }]

it('a reading is the last row of its step\'s batch, behind the rows of packages mounted earlier, and before the request', async () => {
  const host = await boot({ script: toolTurn, config: false })
  inside(host, async (_step, next) => {
    const decision = await next()
    const context = createUserMessage({ content: [{ type: 'text', text: 'context of another plugin' }], source: { kind: 'plugin', plugin: 'other' } })
    return decision.kind === 'enter' ? { ...decision, messages: [...decision.messages, context] } : decision
  })
  await host.ctx.plugin(plugin)
  const { agent } = await host.create('s1')
  await prompt(agent, 'hello')
  const rows = agent.session.events.map((event) => (event.type === 'user/message' ? (isReading(event.data) ? 'reading' : event.data.source.kind) : event.type))
  const shown = rows.filter((type) => ['step/start', 'user', 'plugin', 'reading', 'request/header', 'request/context', 'tool/result', 'step/end'].includes(type))
  expect(shown).toEqual([
    'step/start', 'user', 'plugin', 'reading', 'request/header', 'request/context', 'tool/result', 'step/end',
    'step/start', 'plugin', 'reading', 'step/end',
  ])
})

it('steering gets its step a reading behind it, measured from the reading before', async () => {
  const host = await boot()
  const { agent } = await host.create('s1')
  host.model.push({ tool: 'wait', args: { ms: 1 }, meanwhile: () => { clockAt(7 * SECOND); agent.steer(said('and be quick')) } }, { text: 'done' })
  await prompt(agent, 'hello')
  const second = host.model.conversation[1]?.messages.slice(-2).map(({ content }) => content)
  expect(second?.[0]).toEqual([{ type: 'text', text: 'and be quick' }])
  expect(elapsedIn(agent.session.events)).toEqual(['model-visible message: 0s', 'step context: 7s'])
})

it('C53: a listener that rejects ends the turn as it would without the plugin', async () => {
  const host = await boot()
  const { agent } = await host.create('s1')
  inside(host, async () => ({ kind: 'reject' }))
  await prompt(agent, 'hello')
  expect(endsIn(agent.session.events)).toEqual(['blocked'])
  expect(readingsIn(agent.session.events)).toEqual([])
  expect(host.model.requests).toEqual([])
})

it('C53: an inner listener\'s error reaches the host as the same object, and the next turn reads again', async () => {
  const host = await boot()
  const { agent } = await host.create('s1')
  const failure = new Error('broken listener')
  const seen: unknown[] = []
  host.ctx.on('agent/error', ({ error }) => void seen.push(error))
  let broken = true
  inside(host, async (_step, next) => {
    if (broken) throw failure
    return next()
  })
  await prompt(agent, 'hello')
  expect(seen).toEqual([failure])
  expect(seen[0]).toBe(failure)
  expect(endsIn(agent.session.events)).toEqual(['error'])
  expect(readingsIn(agent.session.events)).toEqual([])
  broken = false
  await prompt(agent, 'again')
  expect(elapsedIn(agent.session.events)).toEqual(['model-visible message: 0s'])
})

it.each([
  ['before next()', outside],
  ['during next()', inside],
])('C53: a turn cancelled %s is aborted without a reading', async (_when, listen) => {
  const host = await boot()
  const { agent } = await host.create('s1')
  listen(host, async (_step, next) => {
    agent.cancel({ kind: 'user' })
    return next()
  })
  await prompt(agent, 'hello')
  expect(endsIn(agent.session.events)).toEqual(['aborted'])
  expect(readingsIn(agent.session.events)).toEqual([])
  expect(host.model.requests).toEqual([])
})

it('a request cancelled after its reading keeps the reading, which recorded the step', async () => {
  const host = await boot()
  const { agent } = await host.create('s1')
  host.model.push({ text: 'never heard', meanwhile: () => agent.cancel({ kind: 'user' }) })
  await prompt(agent, 'hello')
  expect(endsIn(agent.session.events)).toEqual(['aborted'])
  expect(readingsIn(agent.session.events)).toHaveLength(1)
})

it('C42: a reading in one session never holds back another', async () => {
  const host = await boot({ config: { refreshIntervalMs: 600_000 } })
  const [one, two] = [await host.create('s1'), await host.create('s2')]
  await prompt(one.agent, 'hello')
  clockAt(SECOND)
  await prompt(two.agent, 'hello')
  await prompt(one.agent, 'again')
  expect(readingsIn(one.agent.session.events)).toHaveLength(1)
  expect(readingsIn(two.agent.session.events)).toHaveLength(1)
})

it('two agents at work at once each get the readings of their own steps', async () => {
  const host = await boot({ script: [...Array(4)].map(() => ({ tool: 'wait', args: { ms: 5 } })) })
  const agents = [(await host.create('s1')).agent, (await host.create('s2')).agent]
  await Promise.all(agents.map((agent) => prompt(agent, 'hello')))
  const steps = agents.map((agent) => agent.session.events.flatMap((event) => (event.type === 'step/start' ? [`turn ${event.data.turn}, step ${event.data.step}`] : [])))
  expect(steps.flat()).toHaveLength(6)
  for (const [index, agent] of agents.entries()) {
    expect(readingsIn(agent.session.events).map((text) => /turn \d+, step \d+/.exec(text)?.[0])).toEqual(steps[index])
  }
})

it('C59, C64, C69: the log with the plugin is the log without it, plus one row per reading', async () => {
  const logs = []
  for (const config of [{}, false] as const) {
    const host = await boot({ script: toolTurn, config })
    const { agent } = await host.create('s1')
    await prompt(agent, 'hello')
    await prompt(agent, 'again')
    const rows = agent.session.events.filter((event) => !(event.type === 'user/message' && isReading(event.data)))
    logs.push(rows.map(({ type, data, time }) => ({ type, time, data: JSON.parse(JSON.stringify(data, (key, value) => (key === 'id' ? 'some id' : value))) })))
    expect(readingRows(agent.session.events)).toHaveLength(config === false ? 0 : 3)
  }
  expect(logs[0]).toEqual(logs[1])
})

it('C63, C69: a stored reading is a message of its own, appended, signed with exactly the four members of this host', async () => {
  const host = await boot({ config: { timeZone: 'Asia/Shanghai' } })
  const { agent } = await host.create('s1')
  await prompt(agent, 'hello')
  const text = 'Time sampled while preparing turn 1, step 1: 2026-07-15T09:00:00+08:00[Asia/Shanghai]\nElapsed since the preceding model-visible message: 0s.'
  const rows = (await storedRows(host, agent)).filter(({ type }) => type === 'user/message')
  expect(rows).toHaveLength(2)
  expect(rows[0]).toMatchObject({ data: { source: { kind: 'user' }, content: [{ type: 'text', text: 'hello' }] } })
  expect(rows[1]).toStrictEqual({
    type: 'user/message',
    seq: expect.any(Number),
    time: expect.any(Number),
    surfaceOp: 'append',
    data: {
      id: expect.stringMatching(/^[0-9a-f-]{36}$/),
      role: 'user',
      content: [{ type: 'text', text }],
      source: { kind: 'plugin', plugin: 'time-context', form: 'snapshot', sections: [{ name: 'time-context', text }] },
    },
  })
})
