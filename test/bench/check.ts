/**
 * What checking costs: a log whole, ten times the log, a log streamed; and live appends with our
 * companion, with the companion of the package of the same name on the registry, and with none, all
 * in one process and in turns.
 */

import { fileURLToPath } from 'node:url'
import type { Context } from '@deepseek-ai/cordis'
import { boot } from '@deepseek-ai/dsh-app-boot'
import { createUserMessage, type UserMessage } from '@deepseek-ai/dsh-llm'
import { SessionId, type Session } from '@deepseek-ai/dsh-session'
import type {} from '@deepseek-ai/dsh-invariants'
import { Checker, checkLog } from '@deepseek-ai/dsh-time-context/check'
import * as companion from '@deepseek-ai/dsh-time-context/invariant'
import { formatReading } from '@deepseek-ai/dsh-time-context/reading'
import * as registryCompanion from 'dsh-time-context-registry/invariant'

const T0 = Date.parse('2026-07-15T01:00:00Z')

/** One measured thing: what, how much, of what. */
export interface Figure {
  readonly what: string
  readonly value: number
  readonly unit: string
}

const snapshot = (text: string) => ({ kind: 'plugin' as const, plugin: 'time-context', form: 'snapshot' as const, sections: [{ name: 'time-context', text }] })

const median = (values: readonly number[]): number => [...values].sort((a, b) => a - b)[values.length >> 1] ?? NaN

const timed = (work: () => unknown): number => {
  const start = performance.now()
  work()
  return performance.now() - start
}

const messageOf = (id: string, text: string, source: unknown) => ({ id, role: 'user', content: [{ type: 'text', text }], source })

/**
 * A log of a decision host: turns of one step with a reading and a streamed answer.
 * @param size - about how many rows.
 * @param readings - how many of them are readings.
 */
export const generateLog = function* (size: number, readings: number): Generator<unknown> {
  const perTurn = Math.max(10, Math.round(size / readings))
  let seq = 0
  const row = (type: string, time: number, data: unknown, more: object = {}) => ({ type, seq: seq++, time, data, ...more })
  const append = { surfaceOp: 'append' }
  for (let turn = 1; seq < size; turn += 1) {
    const time = T0 + turn * 60_000
    const prompt = messageOf(`p${turn}`, 'What is the state of the build?', { kind: 'user' })
    const text = formatReading({ turn, step: 1, timestamp: { instant: time + 1000, offset: 28_800, zone: 'Asia/Shanghai' }, elapsed: 1000 })
    yield row('agent/inbox/spliced', time, { target: 'next-turn', start: 0, inserted: [prompt] })
    yield row('turn/start', time + 1000, { turn })
    yield row('agent/inbox/spliced', time + 1000, { target: 'next-turn', start: 0, removedCount: 1, inserted: [] })
    yield row('step/start', time + 1000, { turn, step: 1 })
    yield row('user/message', time + 1000, prompt, append)
    yield row('user/message', time + 1000, messageOf(`r${turn}`, text, snapshot(text)), append)
    for (let chunk = 9; chunk < perTurn; chunk += 1) yield row('assistant/chunk', time + 1000, { turn, step: 1, chunk: { type: 'text-delta', index: 0, text: 'word ' } })
    yield row('assistant/message', time + 2000, { turn, step: 1, message: { id: `a${turn}`, role: 'assistant', content: [{ type: 'text', text: 'word word' }] } }, append)
    yield row('step/end', time + 2000, { turn, step: 1 })
    yield row('turn/end', time + 2000, { turn, reason: { kind: 'completed' } })
  }
}

const clean = ({ counts, notUnderstood }: ReturnType<typeof checkLog>): void => {
  if (counts.error + counts.note + notUnderstood > 0) throw new Error('the log that is measured on is not clean')
}

/** A log of 50,000 rows with 4,000 readings, and one ten times as long. */
export const wholeLogs = (): Figure[] => {
  const logs = [50_000, 500_000].map((size) => [...generateLog(size, size / 12.5)])
  const costs = logs.map((rows) => Array.from({ length: rows.length > 100_000 ? 3 : 15 }, () => timed(() => clean(checkLog(rows)))))
  const [short = NaN, long = NaN] = costs.map((each) => Math.min(...each))
  return [
    { what: '50,000 rows with 4,000 readings', value: short, unit: 'ms' },
    { what: 'ten times that', value: long, unit: 'ms' },
    { what: 'ten times that, in parts of ten times the cost', value: long / short / 10, unit: '' },
  ]
}

const heap = (): number => {
  globalThis.gc?.()
  return process.memoryUsage().heapUsed / 1e6
}

/** A log that is never in memory as a whole. */
export const streamedLog = (size: number): Figure[] => {
  const checker = new Checker({ onFinding: () => {} })
  const heaps: number[] = []
  let rows = 0
  const cost = timed(() => {
    for (const row of generateLog(size, size / 12.5)) {
      checker.row(row)
      if (rows++ % (size / 10) === 0) heaps.push(heap())
    }
  })
  clean(checker.verdict())
  return [
    { what: `${size} rows, made and checked one by one`, value: cost, unit: 'ms' },
    { what: 'heap after the last tenth above the heap after the second', value: (heaps.at(-1) ?? NaN) - (heaps[1] ?? NaN), unit: 'MB' },
  ]
}

/** Rows in the log when live appends are measured. */
const SIZES = [1_000, 10_000, 100_000]

/** Turns in a block, and chunks in a turn. */
const BLOCK = { turns: 8, chunks: 10 }

type Subject = 'none' | 'ours' | 'registry'

const SUBJECTS: readonly Subject[] = ['none', 'ours', 'registry']

const composition = fileURLToPath(new URL('../support/host.yml', import.meta.url))

/** What the registry's package writes, with the line that it has between ours. */
const threeLines = (text: string): string => text.replace('\n', '\nBrowser time zone: unavailable; do not assume one.\n')

class Live {
  readonly #ctx: Context
  readonly #reword: (text: string) => string
  readonly #sessions = new Map<number, { session: Session; turn: number }>()

  constructor(ctx: Context, reword: (text: string) => string) {
    this.#ctx = ctx
    this.#reword = reword
  }

  static async open(subject: Subject, reword: (text: string) => string): Promise<Live> {
    const ctx = await boot('bench', composition, [{ id: 'persistence', disabled: true }, { id: 'session-invariant', disabled: true }])
    if (subject === 'ours') await ctx.plugin(companion, {})
    if (subject === 'registry') await ctx.plugin(registryCompanion)
    return new Live(ctx, reword)
  }

  /** Milliseconds for one reading and for one other row, at a length of the log. */
  block(size: number): { reading: number; other: number } {
    const known = this.#sessions.get(size) ?? { session: this.#ctx.sessions.create(SessionId(`s${size}`)), turn: 0 }
    this.#sessions.set(size, known)
    const costs = Array.from({ length: BLOCK.turns }, () => this.#turn(known.session, ++known.turn, Math.max(BLOCK.chunks, size - known.session.seq)))
    return { reading: median(costs.map(({ reading }) => reading)), other: median(costs.map(({ other }) => other)) }
  }

  #turn(session: Session, turn: number, chunks: number): { reading: number; other: number } {
    const prompt = createUserMessage({ content: [{ type: 'text', text: 'hello' }], source: { kind: 'user' } })
    session.append('agent/inbox/spliced', { target: 'next-turn', start: 0, inserted: [prompt] })
    session.append('turn/start', { turn })
    session.append('agent/inbox/spliced', { target: 'next-turn', start: 0, removedCount: 1, inserted: [] })
    session.append('step/start', { turn, step: 1 })
    session.append('user/message', prompt, { surfaceOp: 'append' })
    const text = this.#reword(formatReading({ turn, step: 1, timestamp: { instant: Date.now(), offset: 0, zone: 'UTC' }, elapsed: 0 }))
    const message: UserMessage = createUserMessage({ content: [{ type: 'text', text }], source: snapshot(text) })
    const reading = timed(() => session.append('user/message', message, { surfaceOp: 'append' }))
    const others = Array.from({ length: chunks }, () => timed(() => session.append('assistant/chunk', { turn, step: 1, chunk: { type: 'text-delta', index: 0, text: 'word ' } })))
    session.append('step/end', { turn, step: 1 })
    session.append('turn/end', { turn, reason: { kind: 'completed' } })
    return { reading, other: median(others) }
  }

  close(): Promise<void> {
    return this.#ctx.fiber.dispose()
  }
}

/** Live appends on growing logs. */
export const liveAppends = async (rounds = 8): Promise<Figure[]> => {
  const lives = new Map<Subject, Live>()
  for (const subject of SUBJECTS) lives.set(subject, await Live.open(subject, subject === 'registry' ? threeLines : (text) => text))
  const figures: Figure[] = []
  for (const size of SIZES) {
    const costs = new Map<Subject, { reading: number; other: number }[]>()
    for (let round = 0; round < rounds; round += 1) {
      for (const subject of round % 2 === 0 ? SUBJECTS : [...SUBJECTS].reverse()) costs.set(subject, [...(costs.get(subject) ?? []), lives.get(subject)?.block(size) ?? { reading: NaN, other: NaN }])
    }
    for (const part of ['reading', 'other'] as const) {
      const best = (subject: Subject): number => Math.min(...(costs.get(subject) ?? []).map((cost) => cost[part])) * 1000
      const row = part === 'reading' ? 'one reading' : 'one other row'
      figures.push(...SUBJECTS.map((subject) => ({ what: `${row} at ${size} rows, companion: ${subject}`, value: best(subject), unit: 'µs' })))
      figures.push({ what: `${row} at ${size} rows, ours / registry`, value: best('ours') / best('registry'), unit: '' })
    }
  }
  for (const live of lives.values()) await live.close()
  return figures
}
