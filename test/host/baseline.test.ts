import { createUserMessage } from '@deepseek-ai/dsh-llm'
import { expect, it } from 'vitest'
import { elapsedIn, endsIn, prompt, readingRows, said } from '../support/real-host.js'
import { clockAt, DAY, fire, HOUR, inside, SECOND, stage, T0, textsOf } from '../support/stage.js'

const boot = stage()

const secondLine = async (decision: ReturnType<typeof fire>): Promise<string | undefined> => textsOf(await decision).at(-1)?.split('\n')[1]

it('C48: the first turn of a new session measures from the accepted prompt', async () => {
  const host = await boot()
  const { agent } = await host.create('s1')
  inside(host, async (_step, next) => {
    clockAt(5 * SECOND)
    return next()
  })
  await prompt(agent, 'hello')
  expect(elapsedIn(agent.session.events)).toEqual(['model-visible message: 5s'])
})

it('C48: with no acceptance in the log and nothing before, the duration is unavailable', async () => {
  const host = await boot()
  const { agent } = await host.create('s1')
  expect(await secondLine(fire(host, agent, { messages: [said('never queued')] }))).toBe('Elapsed since the preceding model-visible message: unavailable.')
})

it('C48b: a prompt that waited for a busy agent is measured from its acceptance, not from its own row', async () => {
  const host = await boot()
  const { agent } = await host.create('s1')
  await agent.runMaintenance(async () => {
    agent.followup(said('are you there?'))
    clockAt(45 * SECOND)
  })
  await agent.whenIdle()
  const [reading] = readingRows(agent.session.events)
  const prompted = agent.session.events.find(({ type }) => type === 'user/message')
  expect([prompted?.time, reading?.time]).toEqual([T0 + 45 * SECOND, T0 + 45 * SECOND])
  expect(elapsedIn(agent.session.events)).toEqual(['model-visible message: 45s'])
})

it('C48b: where the answer to an earlier prompt landed after the acceptance, that answer is the baseline', async () => {
  const host = await boot()
  const { agent } = await host.create('s1')
  host.model.push({ text: 'one', meanwhile: () => { agent.followup(said('two')); clockAt(30 * SECOND) } })
  inside(host, async ({ turn }, next) => {
    if (turn === 2) clockAt(45 * SECOND)
    return next()
  })
  await prompt(agent, 'one')
  expect(elapsedIn(agent.session.events)).toEqual(['model-visible message: 0s', 'model-visible message: 15s'])
})

it('C36: after a long silence a prompt is measured from its own acceptance; without one, from the last message', async () => {
  const first = await boot()
  const before = await first.create('s1')
  await prompt(before.agent, 'hello')
  await first.ctx.sessions.flush(before.agent.session)
  clockAt(83 * DAY + 2 * HOUR)
  const host = await boot({ root: first.root })
  const { agent } = await host.resume('s1')
  expect(await secondLine(fire(host, agent, { turn: 2, messages: [said('never queued')] }))).toBe('Elapsed since the preceding model-visible message: 83d 2h 0s.')
  await prompt(agent, 'hello again')
  expect(elapsedIn(agent.session.events)).toEqual(['model-visible message: 0s', 'model-visible message: 0s'])
})

it('C46: a compaction summary is not a baseline', async () => {
  const first = await boot({ contextWindow: 600 })
  const before = await first.create('s1')
  await prompt(before.agent, `hello ${'and so on '.repeat(200)}`)
  await first.ctx.sessions.flush(before.agent.session)
  clockAt(3 * DAY)
  const host = await boot({ root: first.root, contextWindow: 600 })
  const { agent } = await host.resume('s1')
  host.ctx.on('session/event', (_session, event) => {
    if (event.type === 'compaction/start') clockAt(3 * DAY + 40 * SECOND)
    if (event.type === 'compaction/end') clockAt(3 * DAY + 42 * SECOND)
  })
  agent.session.append('turn/start', { turn: 2 })
  const line = await secondLine(fire(host, agent, { turn: 2, messages: [said('never queued')] }))
  expect(agent.session.events.filter((event) => event.type === 'user/message' && typeof event.surfaceOp === 'object').map(({ time }) => time)).toEqual([T0 + 3 * DAY + 40 * SECOND])
  expect(line).toBe('Elapsed since the preceding model-visible message: 3d 42s.')
})

it('C47: a context row of another plugin is a baseline', async () => {
  const host = await boot()
  const { agent } = await host.create('s1')
  await prompt(agent, 'hello')
  clockAt(10 * SECOND)
  agent.session.append('user/message', createUserMessage({ content: [{ type: 'text', text: 'context' }], source: { kind: 'plugin', plugin: 'other' } }), { surfaceOp: 'append' })
  clockAt(12 * SECOND)
  expect(await secondLine(fire(host, agent, { turn: 2, messages: [said('never queued')] }))).toBe('Elapsed since the preceding model-visible message: 2s.')
})

it('C47: our own reading of a turn that died is not', async () => {
  const host = await boot()
  const { agent } = await host.create('s1')
  host.ctx.on('session/event', (_session, event) => {
    if (event.type === 'user/message') clockAt(7 * SECOND)
  })
  host.model.push({ text: 'never heard', meanwhile: () => { throw new Error('the provider is down') } })
  await prompt(agent, 'hello')
  expect(endsIn(agent.session.events)).toEqual(['error'])
  expect(readingRows(agent.session.events).map(({ time }) => time)).toEqual([T0 + 7 * SECOND])
  clockAt(30 * SECOND)
  expect(await secondLine(fire(host, agent, { turn: 2, messages: [said('never queued')] }))).toBe('Elapsed since the preceding model-visible message: 30s.')
})

it('a reading of an earlier turn is never the baseline of a later step', async () => {
  const host = await boot()
  const { agent } = await host.create('s1')
  await prompt(agent, 'hello')
  clockAt(SECOND)
  expect(await secondLine(fire(host, agent, { turn: 2, step: 2 }))).toBe('Elapsed since the preceding step context: unavailable.')
})
