import { createUserMessage } from '@deepseek-ai/dsh-llm'
import { SessionId } from '@deepseek-ai/dsh-session'
import { afterEach, expect, it } from 'vitest'
import { checkLog } from '../../src/check.js'
import { bootWatched, type WatchedHost } from '../support/companion.js'
import { prompt, readingsIn, storedRows } from '../support/real-host.js'

const hosts: WatchedHost[] = []
const boot = async (...options: Parameters<typeof bootWatched>) => {
  const host = await bootWatched(...options)
  hosts.push(host)
  return host
}
afterEach(() => Promise.all(hosts.splice(0).map((host) => host.dispose())))

const expectClean = async (host: WatchedHost, agent: Parameters<typeof storedRows>[1], readings: number) => {
  expect(readingsIn(agent.session.events)).toHaveLength(readings)
  expect(host.journal).toEqual([])
  expect(checkLog(agent.session.events)).toMatchObject({ readings, notUnderstood: 0, findings: [] })
  expect(checkLog(await storedRows(host, agent))).toMatchObject({ readings, findings: [] })
}

it('a whole tool turn passes', async () => {
  const host = await boot({ script: [{ tool: 'wait', args: { ms: 1100 } }, { tool: 'wait', args: { ms: 1 } }, { text: 'done' }], config: { timeZone: 'Asia/Shanghai' } }, { failOnElapsed: true })
  const { agent } = await host.create('tools')
  await prompt(agent, 'hello')
  await expectClean(host, agent, 3)
})

it('an interval passes, with the step it holds back', async () => {
  const wait = { tool: 'wait', args: { ms: 1100 } }
  const host = await boot({ script: [{ text: 'one' }, wait, { text: 'two' }], config: { timeZone: 'UTC', refreshIntervalMs: 1000 } }, { failOnElapsed: true })
  const { agent } = await host.create('interval')
  await prompt(agent, 'first')
  await prompt(agent, 'second, held back, then a step that is due')
  expect(readingsIn(agent.session.events)[1]).toContain('turn 2, step 2')
  await expectClean(host, agent, 2)
})

it('compaction passes', async () => {
  const host = await boot({ contextWindow: 600 }, { failOnElapsed: true })
  const { agent } = await host.create('compaction')
  for (const words of ['first', 'second', 'third']) await prompt(agent, `${words} `.repeat(300))
  expect(host.model.requests.some(({ purpose }) => purpose === 'compaction')).toBe(true)
  await expectClean(host, agent, 3)
})

it('a restart and a resume pass', async () => {
  const first = await boot({}, { failOnElapsed: true })
  const { agent } = await first.create('resumed')
  await prompt(agent, 'before')
  await first.ctx.sessions.flush(agent.session)
  await first.dispose()
  const second = await boot({ root: first.root }, { failOnElapsed: true })
  const resumed = await second.resume('resumed')
  await prompt(resumed.agent, 'after')
  await expectClean(second, resumed.agent, 2)
})

it('a fork passes, and goes on', async () => {
  const host = await boot({}, { failOnElapsed: true })
  const parent = await host.create('parent')
  await prompt(parent.agent, 'in the parent')
  const seed = parent.agent.session.events
  const child = await host.ctx.agents.create({
    sessionId: SessionId('child'),
    meta: { cwd: '/tmp', parentSession: SessionId('parent'), seedLength: seed.length },
    seed,
    agentOptions: { provider: 'scripted', model: 'm1' },
  })
  await prompt(child.agent, 'in the child')
  await expectClean(host, child.agent, 2)
  await prompt(parent.agent, 'in the parent again')
  await expectClean(host, parent.agent, 2)
})

it('a prompt that waited and a message that steers pass', async () => {
  const host = await boot({ script: [{ tool: 'wait', args: { ms: 1200 } }, { text: 'one' }, { text: 'two' }] }, { failOnElapsed: true })
  const { agent } = await host.create('waiting')
  const message = (text: string) => createUserMessage({ content: [{ type: 'text', text }], source: { kind: 'user' } })
  agent.followup(message('first'))
  await new Promise((resolve) => setTimeout(resolve, 100))
  agent.followup(message('second, while the first runs'))
  agent.inject(message('and a word for the next step'))
  await agent.whenIdle()
  await expectClean(host, agent, 3)
})
