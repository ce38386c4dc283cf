import type { PreStepDecision } from '@deepseek-ai/dsh-agent'
import { expect, it } from 'vitest'
import { elapsedIn, isReading, prompt, readingsIn, said } from '../support/real-host.js'
import { clockAt, fire, outside, SECOND, stage, textsOf } from '../support/stage.js'

const boot = stage()

it('C54: every other member of the decision survives, and so do its messages, their identity and their order', async () => {
  const host = await boot()
  const { agent } = await host.create('s1')
  const messages = [said('one'), said('two')]
  const extended = { kind: 'enter' as const, messages, other: 1 }
  const decision = await fire(host, agent, { messages, next: async () => extended })
  expect(decision).toMatchObject({ kind: 'enter', other: 1 })
  expect(Object.keys(decision).sort()).toEqual(['kind', 'messages', 'other'])
  if (decision.kind !== 'enter') throw new Error('rejected')
  expect(decision.messages).toHaveLength(3)
  expect(decision.messages[0]).toBe(messages[0])
  expect(decision.messages[1]).toBe(messages[1])
  expect(decision.messages[2]).toSatisfy(isReading)
  expect(messages).toHaveLength(2)
  expect(extended.messages).toBe(messages)
})

it.each([
  ['a rejection with a member we do not know', '{"kind":"reject","reason":"no"}'],
  ['a kind that we do not know', '{"kind":"later","messages":[{"id":"m"}]}'],
  ['messages that are no array', '{"kind":"enter","messages":{"length":1}}'],
  ['no messages', '{"kind":"enter"}'],
  ['null', 'null'],
  ['a string', '"enter"'],
])('C54: %s goes back as the same value', async (_what, text) => {
  const host = await boot()
  const { agent } = await host.create('s1')
  const answer: PreStepDecision = JSON.parse(text)
  const before = JSON.stringify(answer)
  expect(await fire(host, agent, { messages: [said('hello')], next: async () => answer })).toBe(answer)
  expect(JSON.stringify(answer)).toBe(before)
  expect(host.warnings).toEqual([])
})

it('C53: next is called once, and its error comes out as the same object', async () => {
  const host = await boot()
  const { agent } = await host.create('s1')
  const failure = new Error('inner')
  let calls = 0
  const firing = fire(host, agent, {
    messages: [said('hello')],
    next: async () => {
      calls += 1
      throw failure
    },
  })
  await expect(firing).rejects.toBe(failure)
  expect(calls).toBe(1)
})

it('C53: next is called once where a reading is made', async () => {
  const host = await boot()
  const { agent } = await host.create('s1')
  let calls = 0
  const messages = [said('hello')]
  const decision = await fire(host, agent, { messages, next: async () => ({ kind: 'enter', messages: [...messages, said(`call ${++calls}`)] }) })
  expect(textsOf(decision).slice(0, 2)).toEqual(['hello', 'call 1'])
  expect(textsOf(decision)).toHaveLength(3)
  expect(calls).toBe(1)
})

it.each(['before', 'during'])('C53: a signal aborted %s next() leaves the decision as the same object', async (when) => {
  const host = await boot()
  const { agent } = await host.create('s1')
  const abort = new AbortController()
  const answer: PreStepDecision = { kind: 'enter', messages: [said('hello')] }
  if (when === 'before') abort.abort()
  const decision = await fire(host, agent, {
    signal: abort.signal,
    messages: answer.messages,
    next: async () => {
      if (when === 'during') abort.abort()
      return answer
    },
  })
  expect(decision).toBe(answer)
  expect(answer.messages).toHaveLength(1)
})

it('C55: a reading that an outer listener throws away is tried again at the next step, since the log holds none', async () => {
  const host = await boot({ config: { refreshIntervalMs: 600_000 } })
  const { agent } = await host.create('s1')
  let away = true
  outside(host, async (_step, next) => {
    const decision = await next()
    return away && decision.kind === 'enter' ? { ...decision, messages: decision.messages.filter((message) => !isReading(message)) } : decision
  })
  host.model.push({ tool: 'wait', args: { ms: 1 }, meanwhile: () => { away = false; clockAt(SECOND) } }, { text: 'done' })
  await prompt(agent, 'hello')
  expect(readingsIn(agent.session.events)).toEqual([expect.stringContaining('turn 1, step 2: ')])
  expect(elapsedIn(agent.session.events)).toEqual(['step context: unavailable'])
})
