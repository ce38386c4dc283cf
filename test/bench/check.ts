/**
 * What checking costs: a log whole, ten times the log, a log streamed; and live appends with our
 * companion, with the companion of the package of the same name on the registry, and with none, all
 * in one process and in turns.
 */

import { fileURLToPath } from 'node:url'
import type { Context } from '@deepseek-ai/cordis'
import { agentEvents } from '@deepseek-ai/dsh-agent'
import { boot } from '@deepseek-ai/dsh-app-boot'
import { createUserMessage, type UserMessage } from '@deepseek-ai/dsh-llm'
import { SessionId, type Session } from '@deepseek-ai/dsh-session'
import type {} from '@deepseek-ai/dsh-invariants'
import { Checker, checkLog } from '@deepseek-ai/dsh-time-context/check'
import * as companion from '@deepseek-ai/dsh-time-context/invariant'
import { formatReading } from '@deepseek-ai/dsh-time-context/reading'
import * as registry from 'dsh-time-context-registry'
import * as registryCompanion from 'dsh-time-context-registry/invariant'
import { median, shuffled } from './measure.ts'

const T0 = Date.parse('2026-07-15T01:00:00Z')

/** One measured thing: what, how much, of what, and the most that is allowed. */
export interface Figure {
  readonly what: string
  readonly value: number
  readonly unit: 'ms' | 'µs' | 'MB' | 'ratio'
  readonly limit?: number
}

const snapshot = (text: string) => ({ kind: 'plugin' as const, plugin: 'time-context', form: 'snapshot' as const, sections: [{ name: 'time-context', text }] })

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

/** A log of 50,000 rows with 4,000 readings, in memory. */
export const wholeLog = (): Figure => {
  const rows = [...generateLog(50_000, 4_000)]
  const value = Math.min(...Array.from({ length: 20 }, () => timed(() => clean(checkLog(rows)))))
  return { what: 'a log of 50,000 rows with 4,000 readings, checked', value, unit: 'ms', limit: 100 }
}

const heap = (): number => {
  globalThis.gc?.()
  return process.memoryUsage().heapUsed / 1e6
}

/** Make a log of a size, check it row by row, and look at the heap after each tenth. */
const stream = (size: number): { cost: number; heaps: readonly number[] } => {
  const checker = new Checker({ onFinding: () => {} })
  const heaps: number[] = []
  let rows = 0
  let looking = 0
  const cost = timed(() => {
    for (const row of generateLog(size, size / 12.5)) {
      checker.row(row)
      if (rows++ % (size / 10) === 0) looking += timed(() => heaps.push(heap()))
    }
  })
  clean(checker.verdict())
  return { cost: cost - looking, heaps }
}

/** A log that is never in memory as a whole, and one of a tenth of its rows. */
export const streamedLogs = (size: number): Figure[] => {
  const short = Math.min(...Array.from({ length: 3 }, () => stream(size / 10).cost))
  const { cost, heaps } = stream(size)
  return [
    { what: `${size} rows, made and checked one by one`, value: cost, unit: 'ms' },
    { what: `${size} rows / ten times ${size / 10}`, value: cost / short / 10, unit: 'ratio', limit: 1.3 },
    { what: 'heap in the last tenth of them above the heap in the second', value: (heaps.at(-1) ?? NaN) - (heaps[1] ?? NaN), unit: 'MB', limit: 1 },
  ]
}

/** Rows in the log when live appends are measured. */
const SIZES = [1_000, 10_000, 100_000]

/** Turns in a block, and chunks in a turn. */
const BLOCK = { turns: 8, chunks: 10 }

type Subject = 'none' | 'ours' | 'registry'

const CAPTIONS: Readonly<Record<Subject, string>> = { none: 'no companion', ours: 'our companion', registry: "the registry's companion" }

const SUBJECTS: readonly Subject[] = ['none', 'ours', 'registry']

const composition = fileURLToPath(new URL('../support/host.yml', import.meta.url))

/** Nothing is stored, and the host's own checks are not what is compared. */
const QUIET = ['persistence', 'checkpoint', 'session-invariant'].map((id) => ({ id, disabled: true }))

/** What the registry's package adds between our two lines, asked of the package itself. */
const middleLines = async (): Promise<string> => {
  const ctx = await boot('bench', composition, QUIET)
  await ctx.plugin(registry, { timeZone: 'UTC' })
  const { agent } = await ctx.agents.create({ sessionId: SessionId('sample'), meta: { cwd: '/tmp' }, agentOptions: { provider: 'none', model: 'none' } })
  agent.session.append('turn/start', { turn: 1 })
  const prompt = createUserMessage({ content: [{ type: 'text', text: 'hello' }], source: { kind: 'user' } })
  const claim = { messages: [prompt], turn: 1, step: 1, signal: new AbortController().signal }
  const decision = await agentEvents(ctx, agent).waterfall('agent/pre-step', claim, () => Promise.resolve({ kind: 'enter', messages: claim.messages }))
  await ctx.fiber.dispose()
  const block = decision.kind === 'enter' ? decision.messages.at(-1)?.content[0] : undefined
  const lines = block?.type === 'text' ? block.text.split('\n') : []
  if (lines.length < 3) throw new Error('the registry package adds no reading of three lines')
  return lines.slice(1, -1).join('\n')
}

class Live {
  readonly #ctx: Context
  readonly #reword: (text: string) => string
  readonly #sessions = new Map<number, { session: Session; turn: number }>()

  constructor(ctx: Context, reword: (text: string) => string) {
    this.#ctx = ctx
    this.#reword = reword
  }

  static async open(subject: Subject, reword: (text: string) => string): Promise<Live> {
    const ctx = await boot('bench', composition, QUIET)
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

type Costs = readonly { readonly reading: number; readonly other: number }[]

/** What the quietest block took, in microseconds: other work on the machine only ever adds. */
const quietest = (costs: Costs | undefined, part: 'reading' | 'other'): number => Math.min(...(costs ?? []).map((cost) => cost[part])) * 1000

const measureLives = async (lives: ReadonlyMap<Subject, Live>, rounds: number): Promise<Map<string, Costs>> => {
  const costs = new Map<string, Costs>()
  for (const size of SIZES) {
    for (let round = 0; round < rounds; round += 1) {
      for (const [subject, live] of shuffled([...lives])) {
        const key = `${subject}/${size}`
        costs.set(key, [...(costs.get(key) ?? []), live.block(size)])
      }
    }
  }
  return costs
}

/** Live appends on growing logs. */
export const liveAppends = async (rounds = 8): Promise<Figure[]> => {
  const middle = await middleLines()
  const lives = new Map<Subject, Live>()
  for (const subject of SUBJECTS) lives.set(subject, await Live.open(subject, (text) => (subject === 'registry' ? text.replace('\n', `\n${middle}\n`) : text)))
  const costs = await measureLives(lives, rounds)
  for (const live of lives.values()) await live.close()
  const cost = (subject: Subject, size: number, part: 'reading' | 'other'): number => quietest(costs.get(`${subject}/${size}`), part)
  const [short = NaN, long = NaN] = [SIZES[0], SIZES.at(-1)]
  return [
    ...(['reading', 'other'] as const).flatMap((part) =>
      SIZES.flatMap((size): Figure[] => {
        const row = part === 'reading' ? 'one reading' : 'one other row'
        return [
          ...SUBJECTS.map((subject): Figure => ({ what: `${row} at ${size} rows, ${CAPTIONS[subject]}`, value: cost(subject, size, part), unit: 'µs' })),
          { what: `${row} at ${size} rows, the registry's companion / ours`, value: cost('registry', size, part) / cost('ours', size, part), unit: 'ratio' },
        ]
      }),
    ),
    { what: `one reading at ${long} rows / at ${short}, our companion`, value: cost('ours', long, 'reading') / cost('ours', short, 'reading'), unit: 'ratio', limit: 1.5 },
  ]
}

/** All of it. */
export const checkingCosts = async (): Promise<Figure[]> => [wholeLog(), ...streamedLogs(1_000_000), ...(await liveAppends())]
