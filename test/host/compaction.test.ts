import type { SessionEvent } from '@deepseek-ai/dsh-session'
import { expect, it } from 'vitest'
import { elapsedIn, isReading, prompt, readingRows, type RealHost } from '../support/real-host.js'
import { clockAt, MINUTE, SECOND, stage, T0 } from '../support/stage.js'

const boot = stage()
const contextWindow = 600
const long = `hello ${'and so on '.repeat(200)}`

const compactions = (events: readonly SessionEvent[]): number => events.filter(({ type }) => type === 'compaction/end').length

const readingsSeen = ({ model }: RealHost): number[] => model.conversation.map(({ messages }) => messages.filter(isReading).length)

it('C46: a prompt that waited for compaction is measured from its acceptance, not from the summary', async () => {
  const host = await boot({ contextWindow })
  const { agent } = await host.create('s1')
  await prompt(agent, long)
  host.ctx.on('session/event', (_session, event) => {
    if (event.type === 'compaction/start') clockAt(40 * SECOND)
    if (event.type === 'compaction/end') clockAt(42 * SECOND)
  })
  await prompt(agent, 'again')
  expect(compactions(agent.session.events)).toBe(1)
  expect(elapsedIn(agent.session.events)).toEqual(['model-visible message: 0s', 'model-visible message: 42s'])
})

it('a reading that compaction has shadowed still holds the next one back', async () => {
  const host = await boot({ contextWindow, config: { refreshIntervalMs: MINUTE } })
  const { agent } = await host.create('s1')
  await prompt(agent, long)
  clockAt(20 * SECOND)
  await prompt(agent, 'held back')
  expect(compactions(agent.session.events)).toBe(1)
  clockAt(MINUTE)
  await prompt(agent, 'due')
  expect(readingRows(agent.session.events).map(({ time }) => time)).toEqual([T0, T0 + MINUTE])
  expect(readingsSeen(host)).toEqual([1, 0, 1])
})

it('a reading holds the next one back across turns, compaction and restart together', async () => {
  const config = { refreshIntervalMs: MINUTE }
  const first = await boot({ contextWindow, config })
  const before = await first.create('s1')
  await prompt(before.agent, long)
  clockAt(20 * SECOND)
  await prompt(before.agent, 'held back across turns, and compacted')
  expect(compactions(before.agent.session.events)).toBe(1)
  await before.dispose()
  await first.dispose()
  const host = await boot({ root: first.root, contextWindow, config })
  const { agent } = await host.resume('s1')
  clockAt(40 * SECOND)
  await prompt(agent, 'held back across the restart')
  clockAt(MINUTE - 1)
  await prompt(agent, 'held back still')
  expect(readingRows(agent.session.events).map(({ time }) => time)).toEqual([T0])
  clockAt(MINUTE)
  await prompt(agent, 'due')
  expect(readingRows(agent.session.events).map(({ time }) => time)).toEqual([T0, T0 + MINUTE])
  expect(readingsSeen(first)).toEqual([1, 0])
  expect(readingsSeen(host)).toEqual([0, 0, 1])
})

it('compaction in the middle of a tool turn does not break the measure from step to step', async () => {
  const host = await boot({ contextWindow, script: [{ tool: 'wait', args: { ms: 1, note: long } }, { text: 'done', meanwhile: () => clockAt(MINUTE) }] })
  const { agent } = await host.create('s1')
  host.ctx.on('session/event', (_session, event) => {
    if (event.type === 'tool/result') clockAt(9 * SECOND)
  })
  await prompt(agent, long)
  expect(elapsedIn(agent.session.events)).toEqual(['model-visible message: 0s', 'step context: 9s'])
  expect(compactions(agent.session.events)).toBeGreaterThan(0)
})
