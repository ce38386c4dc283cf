import type { UserMessage } from '@deepseek-ai/dsh-llm'
import { afterEach, describe, expect, it } from 'vitest'
import { formatReading } from '../../src/core/reading.js'
import { RULES } from '../../src/core/rules.js'
import { bootWatched, messageNow, readingNow, refusalsOf, rulesIn, sabotage, signed, type WatchedHost } from '../support/companion.js'
import { prompt } from '../support/real-host.js'

const hosts: WatchedHost[] = []
const boot = async (...options: Parameters<typeof bootWatched>) => {
  const host = await bootWatched(...options)
  hosts.push(host)
  return host
}
afterEach(() => Promise.all(hosts.splice(0).map((host) => host.dispose())))

const twoBlocks = (): UserMessage => {
  const message = messageNow()
  return { ...message, content: [...message.content, ...message.content] }
}

const otherWording = (): UserMessage => signed(formatReading(readingNow()).replace('model-visible message', 'step context'))

const hour = 3_600_000

/** What a plugin puts into the batch of turn 1, step 1, by the rule that it breaks. */
const inBatch: Readonly<Record<string, () => readonly UserMessage[]>> = {
  content: () => [twoBlocks()],
  format: () => [signed('It is about noon.')],
  source: () => [{ ...messageNow(), source: { kind: 'plugin', plugin: 'time-context' } }],
  position: () => [messageNow({ turn: 2 })],
  baseline: () => [otherWording()],
  duplicate: () => [messageNow(), messageNow()],
  clock: () => [messageNow({ timestamp: { instant: Date.now() + hour, offset: 0, zone: 'UTC' }, elapsed: hour })],
}

/** Rules whose breach cannot be put into a batch: where it is appended, and what. */
const elsewhere = {
  turn: async (host: WatchedHost) => {
    const { agent } = await host.create('s')
    return () => agent.session.append('user/message', messageNow({}, 'inject'), { surfaceOp: 'append' })
  },
  order: async (host: WatchedHost) => {
    const { agent } = await host.create('s')
    return inTool(host, () => agent.session.append('user/message', messageNow(), { surfaceOp: 'append' }), () => prompt(agent, 'hello'))
  },
  surface: async (host: WatchedHost) => {
    const { agent } = await host.create('s')
    await prompt(agent, 'hello')
    const { seq } = agent.session.events.findLast(({ type }) => type === 'assistant/message') ?? { seq: -1 }
    const replace = () => agent.session.append('user/message', messageNow({ turn: 2 }, 'inject'), { surfaceOp: { op: 'replace', start: seq, end: seq }, sourceEventSeqs: [seq] })
    return beforeStep(host, replace, () => prompt(agent, 'again'))
  },
}

const keepError = async (arrange: (act: () => void) => void, append: () => unknown, run: () => Promise<void>): Promise<() => void> => {
  let thrown: unknown = new Error('nothing was tried')
  arrange(() => {
    try {
      append()
      thrown = undefined
    } catch (error) {
      thrown = error
    }
  })
  await run()
  return () => {
    if (thrown !== undefined) throw thrown
  }
}

const inTool = (host: WatchedHost, append: () => unknown, run: () => Promise<void>) => {
  host.model.push({ tool: 'wait', args: { ms: 0 } })
  return keepError((act) => host.ctx.on('session/event', (_session, { type }) => void (type === 'tool/call' && queueMicrotask(act))), append, run)
}

const beforeStep = (host: WatchedHost, append: () => unknown, run: () => Promise<void>) =>
  keepError((act) => host.ctx.on('agent/pre-step', (_payload, next) => (act(), next()), { prepend: true }), append, run)

const thrownBy = (act: () => unknown): string => {
  try {
    act()
    return ''
  } catch (error) {
    return String(error)
  }
}

describe('a live reading is refused, and not stored', () => {
  it.each(Object.entries(inBatch))('when it breaks the rule %s', async (rule, messages) => {
    const host = await boot({ config: false })
    sabotage(host, messages)
    const { agent } = await host.create('s')
    await prompt(agent, 'hello')
    expect(refusalsOf(agent)).toEqual([rule])
    expect(agent.session.events.filter((event) => event.type === 'user/message' && event.data.source.kind === 'plugin')).toHaveLength(rule === 'duplicate' ? 1 : 0)
    expect(host.model.conversation).toHaveLength(0)
  })

  it.each(Object.entries(elsewhere))('when it breaks the rule %s', async (rule, arrange) => {
    const host = await boot({ config: false })
    const append = await arrange(host)
    const message = thrownBy(append)
    expect(message).toContain('invariant violated by "@deepseek-ai/dsh-time-context"')
    expect(rulesIn(message)).toEqual([rule])
    const [session] = host.ctx.sessions.list()
    expect(session?.events.some((event) => event.type === 'user/message' && event.data.source.kind === 'plugin')).toBe(false)
  })

  it('for each rule that fails', () => {
    const failing = Object.entries(RULES).flatMap(([rule, { severity }]) => (severity.live === 'fail' ? [rule] : []))
    expect([...Object.keys(inBatch), ...Object.keys(elsewhere)].sort()).toEqual(failing.sort())
  })
})
