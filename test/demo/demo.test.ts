import { beforeAll, describe, expect, it } from 'vitest'
import type { Message } from '@deepseek-ai/dsh-llm'
import type { SessionEvent } from '@deepseek-ai/dsh-session'
import type { Request } from '../../docs/demo/turn.js'
import { isReadingMessage, parseReading, type Reading } from '../../src/reading.js'
import { runDemo } from '../support/run-demo.js'
import { endOfBatch, readStoredLog, rebuildRequest, startOf, type StoredLog } from '../support/stored-log.js'

interface Output {
  readonly config: unknown
  readonly log: string
  readonly requests: readonly (Request & { readonly process: number })[]
  readonly readings: readonly string[]
}

let output: Output
let log: StoredLog

beforeAll(async () => {
  const { code, stdout, stderr } = await runDemo(['--json'])
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
  output = JSON.parse(stdout)
  log = await readStoredLog(output.log)
})

const reading = (text: string | undefined): Reading => {
  const parsed = parseReading(text ?? '')
  if (parsed === undefined) throw new Error(`not a reading: ${JSON.stringify(text)}`)
  return parsed
}

const textOf = (message: Message | undefined): string => {
  const [block] = message?.content ?? []
  return block?.type === 'text' ? block.text : ''
}

const stepsOf = (requests: readonly Request[]) => requests.map(({ turn, step }) => ({ turn, step }))

/** The row of the reading that belongs to a step: the last of its batch. */
const readingRow = (events: readonly SessionEvent[], step: Request): SessionEvent<'user/message'> => {
  const row = events[endOfBatch(events, step)]
  if (row?.type !== 'user/message' || !isReadingMessage(row.data)) throw new Error(`turn ${step.turn}, step ${step.step} has no reading at the end of its batch`)
  return row
}

/** When the latest message before the step stands in the log, or a prompt in the step was accepted. */
const firstStepBaseline = (events: readonly SessionEvent[], step: Request): number => {
  const start = startOf(events, step)
  const before = events.slice(0, start).filter(({ type, data }) => ['user/message', 'assistant/message', 'tool/result'].includes(type) && !isReadingMessage(data))
  const batch = events.slice(start + 1, endOfBatch(events, step)).flatMap((event) => (event.type === 'user/message' ? [event.data.id] : []))
  const acceptances = events.slice(0, start).filter((event) => event.type === 'agent/inbox/spliced' && event.data.inserted.some(({ id }) => batch.includes(id)))
  return Math.max(...[...before, ...acceptances].map(({ time }) => time))
}

/** What a step's reading measures from, found by scanning the stored rows; every step of the run has one. */
const baseline = (events: readonly SessionEvent[], request: Request): number =>
  request.step === 1 ? firstStepBaseline(events, request) : readingRow(events, { ...request, step: request.step - 1 }).time

describe('the requests', () => {
  it('are a tool turn in one process and the next turn in another', () => {
    expect(stepsOf(output.requests)).toEqual([
      { turn: 1, step: 1 },
      { turn: 1, step: 2 },
      { turn: 2, step: 1 },
    ])
    const [first, second, third] = output.requests.map(({ process }) => process)
    expect(second).toBe(first)
    expect(third).not.toBe(first)
  })

  it('end with a reading of their own step', () => {
    const last = output.requests.map(({ messages }) => reading(textOf(messages.at(-1))))
    expect(last.map(({ turn, step }) => ({ turn, step }))).toEqual(stepsOf(output.requests))
    expect(last.every(({ timestamp }) => timestamp.zone === 'Asia/Shanghai' && timestamp.offset === 28_800)).toBe(true)
  })

  it('are each a strict prefix of the next', () => {
    for (const [index, { messages }] of output.requests.slice(1).entries()) {
      const before = output.requests[index]?.messages ?? []
      expect(messages.length).toBeGreaterThan(before.length)
      expect(messages.slice(0, before.length)).toEqual(before)
    }
  })

  it('can be rebuilt from the stored log alone', () => {
    for (const request of output.requests) expect(rebuildRequest(log.events, request)).toEqual(request.messages)
  })

  it('hold nothing of the plugin in the system prompt and the tools, and neither do the request headers', () => {
    const headers = log.events.filter(({ type }) => type === 'request/header')
    expect(headers.length).toBeGreaterThan(0)
    for (const { system, tools } of output.requests) {
      expect(system).toMatch(/./)
      expect(tools.map(({ name }) => name)).toEqual(['wait'])
      expect({ system, tools }).toEqual({ system: output.requests[0]?.system, tools: output.requests[0]?.tools })
    }
    expect(JSON.stringify([headers, output.requests.map(({ system, tools }) => ({ system, tools }))])).not.toMatch(/time-context|Time sampled|Elapsed since/)
  })
})

describe('the readings', () => {
  it('are listed once each, in order', () => {
    expect(output.readings).toEqual(output.requests.map(({ messages }) => textOf(messages.at(-1))))
  })

  it('measure from durable times, those of the resumed process too', () => {
    for (const request of output.requests) {
      const { timestamp, elapsed } = reading(textOf(readingRow(log.events, request).data))
      const since = timestamp.instant - baseline(log.events, request)
      expect([since, since + 999].map((ms) => Math.max(0, Math.floor(ms / 1000) * 1000))).toContain(elapsed)
    }
  })

  it('show that the tool took two seconds', () => {
    expect(reading(output.readings[1]).elapsed).toBeGreaterThanOrEqual(2000)
  })
})

describe('the stored log', () => {
  it('has each reading as a signed user message at the end of its batch, before the request header', () => {
    expect(log.header.version).toBe(0)
    for (const step of output.requests) {
      const { data, seq, surfaceOp } = readingRow(log.events, step)
      const text = textOf(data)
      expect(surfaceOp).toBe('append')
      expect(data).toEqual({
        id: expect.any(String),
        role: 'user',
        content: [{ type: 'text', text }],
        source: { kind: 'plugin', plugin: 'time-context', form: 'snapshot', sections: [{ name: 'time-context', text }] },
      })
      const header = log.events.findIndex(({ type }, index) => index > startOf(log.events, step) && type === 'request/header')
      expect(header === -1 || header > seq).toBe(true)
    }
  })

  it('has the reading of a first step directly after the prompt', () => {
    for (const step of output.requests.filter((request) => request.step === 1)) {
      const { seq } = readingRow(log.events, step)
      expect(log.events.slice(startOf(log.events, step), seq).map(({ type, data }) => [type, 'source' in data ? data.source : undefined])).toEqual([
        ['step/start', undefined],
        ['user/message', { kind: 'user' }],
      ])
    }
  })
})
