import { expect, it } from 'vitest'
import { isReading, prompt, readingsIn, stored } from '../support/real-host.js'
import { rebuildRequest, type StepName, type StoredLog } from '../support/stored-log.js'
import { clockAt, HOUR, MINUTE, SECOND, stage } from '../support/stage.js'

const boot = stage()

const stepsIn = ({ events }: StoredLog): StepName[] => events.flatMap((event) => (event.type === 'step/start' ? [event.data] : []))

/** The request of every step, from the log on disk alone. */
const rebuilt = (log: StoredLog) => stepsIn(log).map((step) => rebuildRequest(log.events, step))

const calls = (count: number) => Array.from({ length: count }, (_, index) => ({ tool: 'wait', args: { ms: 1 }, meanwhile: () => clockAt((index + 1) * SECOND) }))

it('C71: over a five-step tool turn and the turn after it, each request is a strict prefix of the next', async () => {
  const host = await boot({ script: [...calls(4), { text: 'done' }] })
  const { agent } = await host.create('s1')
  await prompt(agent, 'hello')
  await prompt(agent, 'again')
  const requests = host.model.conversation.map(({ messages }) => messages)
  expect(requests).toHaveLength(6)
  for (const [index, messages] of requests.slice(1).entries()) {
    const before = requests[index] ?? []
    expect(messages.length).toBeGreaterThan(before.length)
    expect(JSON.stringify(messages.slice(0, before.length))).toBe(JSON.stringify(before))
  }
  expect(requests.map((messages) => messages.filter(isReading).length)).toEqual([1, 2, 3, 4, 5, 6])
})

it('C71: system prompt, tools and request headers are those of a host without the plugin', async () => {
  const seen = []
  for (const config of [{}, false] as const) {
    const host = await boot({ config, script: calls(2) })
    const { agent } = await host.create('s1')
    await prompt(agent, 'hello')
    const headers = (await stored(host, agent)).events.filter(({ type }) => type === 'request/header').map(({ data }) => data)
    seen.push({ headers, requests: host.model.conversation.map(({ system, tools }) => ({ system, tools })) })
    expect(headers).toHaveLength(1)
  }
  expect(seen[0]).toEqual(seen[1])
  expect(JSON.stringify(seen[0])).not.toMatch(/Time sampled|time-context|2026-07/)
})

it('C72: midnight between two steps adds one row and changes no earlier byte', async () => {
  const host = await boot({ config: { timeZone: 'Asia/Shanghai' } })
  const { agent } = await host.create('s1')
  clockAt(15 * HOUR - SECOND)
  host.model.push({ tool: 'wait', args: { ms: 1 }, meanwhile: () => clockAt(15 * HOUR + SECOND) })
  await prompt(agent, 'hello')
  expect(readingsIn(agent.session.events).map((text) => / (\S+)\+08:00/.exec(text)?.[1])).toEqual(['2026-07-15T23:59:59', '2026-07-16T00:00:01'])
  const [first = [], second = []] = host.model.conversation.map(({ messages }) => messages)
  expect(JSON.stringify(second.slice(0, first.length))).toBe(JSON.stringify(first))
})

it('C72c: every request of a tool turn, rebuilt from the stored log alone, equals what the model received', async () => {
  const host = await boot({ script: calls(3) })
  const { agent } = await host.create('s1')
  await prompt(agent, 'hello')
  await prompt(agent, 'again')
  const log = await stored(host, agent)
  expect(stepsIn(log)).toEqual([{ turn: 1, step: 1 }, { turn: 1, step: 2 }, { turn: 1, step: 3 }, { turn: 1, step: 4 }, { turn: 2, step: 1 }])
  expect(rebuilt(log)).toEqual(host.model.conversation.map(({ messages }) => messages))
})

it('C72c: the same holds with an interval, after compaction, and in a second process', async () => {
  const options = { contextWindow: 600, config: { refreshIntervalMs: MINUTE } }
  const first = await boot(options)
  const before = await first.create('s1')
  await prompt(before.agent, `hello ${'and so on '.repeat(200)}`)
  clockAt(20 * SECOND)
  await prompt(before.agent, 'held back and compacted')
  await before.dispose()
  const host = await boot({ ...options, root: first.root, script: calls(1) })
  const { agent } = await host.resume('s1')
  await prompt(agent, 'after the restart')
  clockAt(MINUTE)
  await prompt(agent, 'due')
  const received = [...first.model.conversation, ...host.model.conversation]
  expect(received).toHaveLength(5)
  expect(first.model.requests.map(({ purpose }) => purpose)).toContain('compaction')
  expect(rebuilt(await stored(host, agent))).toEqual(received.map(({ messages }) => messages))
})
