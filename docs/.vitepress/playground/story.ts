/**
 * What follows from a situation: the log that a host would write, what the plugin decides at each
 * step, and what the model sees. The decisions are the plugin's own core, not a copy of it.
 */

import { understand } from '../../../src/core/event.js'
import { estimateTokens } from '../../../src/core/plan.js'
import { prepare, type Making } from '../../../src/core/preparation.js'
import type { Schedule } from '../../../src/core/schedule.js'
import { sign, type Protocol } from '../../../src/core/source.js'
import { Timeline } from '../../../src/core/timeline.js'
import type { Zone } from '../../../src/core/zone.js'
import type { Situation } from './situation.js'

/** A row of the log, as the published host stores it. */
export interface Row {
  readonly type: string
  readonly seq: number
  /** Epoch milliseconds. */
  readonly time: number
  readonly data: unknown
  readonly surfaceOp?: unknown
  readonly sourceEventSeqs?: readonly number[]
}

/** One thing on the page's timeline. */
export type Moment =
  | { readonly kind: 'prompt' | 'tool-result' | 'answer' | 'compaction' | 'restart'; readonly time: number }
  | { readonly kind: 'clock'; readonly time: number; readonly seconds: number }
  | StepMoment

/** A step, and the reading that it got or did not get. */
export interface StepMoment {
  readonly kind: 'step'
  readonly time: number
  readonly turn: number
  readonly step: number
  readonly text: string | undefined
  /** Why the reading was due or held back; unknown where a stored log is read. */
  readonly schedule?: Schedule
  /** What the reading measures from, epoch milliseconds; unknown where a stored log is read. */
  readonly baseline?: number | undefined
  /** How many readings the model sees in this step's request. */
  readonly visible: number
  /** The text of the newest of them. */
  readonly newest: string | undefined
}

/** Everything that the page shows. */
export interface Story {
  readonly moments: readonly Moment[]
  /** The stored log; its header comes first. */
  readonly rows: readonly unknown[]
}

/** What a story's readings cost. */
export interface Cost {
  readonly steps: number
  readonly readings: number
  /** Characters of all readings together. */
  readonly characters: number
  /** An estimate; the command line's plan makes the same. */
  readonly tokens: number
}

const sum = (numbers: readonly number[]): number => numbers.reduce((total, each) => total + each, 0)

/** Count what a story's readings cost. */
export const costOf = ({ moments }: Story): Cost => {
  const steps = moments.filter((moment) => moment.kind === 'step')
  const texts = steps.flatMap(({ text }) => (text === undefined ? [] : [text]))
  return { steps: steps.length, readings: texts.length, characters: sum(texts.map((text) => text.length)), tokens: sum(texts.map(estimateTokens)) }
}

/** The first line of a stored log. */
export interface Header {
  readonly type: 'session'
  readonly version: 0
  readonly id: string
  readonly createdAt: number
}

const SECOND = 1000
/** How long the pretended model thinks, so that its answer is later than its request. */
const THINKING = SECOND

/** A session in the making: a clock, a log and the timeline that follows it. */
class Session {
  readonly rows: Row[] = []
  readonly moments: Moment[] = []
  readonly header: Header
  readonly protocol: Protocol
  now: number
  timeline = new Timeline()
  #visible: number[] = []
  readonly #readings = new Map<number, string>()
  #messages = 0
  #turns = 0

  constructor(start: number, protocol: Protocol) {
    this.now = start
    this.protocol = protocol
    this.header = { type: 'session', version: 0, id: 'playground', createdAt: start }
  }

  /** The readings that the model still sees, oldest first. */
  get visibleReadings(): readonly string[] {
    return this.#visible.flatMap((seq) => this.#readings.get(seq) ?? [])
  }

  nextTurn(): number {
    return ++this.#turns
  }

  /** An id for the next message. */
  message(text: string, source: unknown): { id: string; role: 'user'; content: unknown[]; source: unknown } {
    return { id: `message-${++this.#messages}`, role: 'user', content: [{ type: 'text', text }], source }
  }

  append(type: string, data: unknown, surface: Pick<Row, 'surfaceOp' | 'sourceEventSeqs'> = {}): number {
    const row = { type, seq: this.rows.length, time: this.now, data, ...surface }
    this.rows.push(row)
    this.timeline.advance(understand(row))
    return row.seq
  }

  show(type: string, data: unknown): number {
    const seq = this.append(type, data, { surfaceOp: 'append' })
    this.#visible.push(seq)
    return seq
  }

  read(text: string): void {
    this.#readings.set(this.show('user/message', this.message(text, sign(text, this.protocol, this.header.version))), text)
  }

  compact(): void {
    const [first] = this.#visible
    const last = this.#visible.at(-1)
    if (first === undefined || last === undefined) return
    const compactionId = `compaction-${this.rows.length}`
    const start = this.append('compaction/start', { compactionId, turn: null })
    const summary = this.append('compaction/summary', { compactionId })
    const source = { kind: 'plugin', plugin: 'compact', compactionId }
    const replacement = this.append('user/message', this.message('What was said so far, in short.', source), {
      surfaceOp: { op: 'replace', start: first, end: last },
      sourceEventSeqs: [start, summary, ...this.#visible],
    })
    this.append('compaction/end', { compactionId })
    this.#visible = [replacement]
    this.moments.push({ kind: 'compaction', time: this.now })
  }

  /** A new process knows nothing but the log. */
  restart(): void {
    this.append('session/end-seed', {})
    this.timeline = new Timeline()
    for (const row of this.rows) this.timeline.advance(understand(row))
    this.moments.push({ kind: 'restart', time: this.now })
  }
}

type Message = ReturnType<Session['message']>

/** On decision hosts a step's batch lands in the step; on inject hosts it stands before the step starts. */
const step = (session: Session, { zone, interval }: Making, place: { readonly turn: number; readonly step: number; readonly prompt?: Message | undefined }): void => {
  const { turn, step: number, prompt } = place
  const outcome = prepare(session.timeline, { turn, step: number, incoming: prompt === undefined ? [] : [prompt.id] }, { zone, interval, now: session.now })
  const { text, baseline } = outcome.kind === 'reading' ? outcome : {}
  if (session.protocol === 'inject' && text !== undefined) session.read(text)
  session.append('step/start', { turn, step: number })
  if (prompt !== undefined) session.show('user/message', prompt)
  if (session.protocol === 'decision' && text !== undefined) session.read(text)
  if (turn === 1 && number === 1) session.append('request/header', { reason: 'initial', header: {} })
  const visible = session.visibleReadings
  session.moments.push({ kind: 'step', time: session.now, turn, step: number, text, schedule: outcome.schedule, baseline, visible: visible.length, newest: visible.at(-1) })
}

const answer = (session: Session, turn: number, number: number, tool: number | undefined): void => {
  session.now += THINKING
  const callId = `call-${session.rows.length}`
  const block = tool === undefined ? { type: 'text', text: 'Done.' } : { type: 'tool-call', id: callId, name: 'work', arguments: '{}' }
  session.show('assistant/message', { turn, step: number, message: { id: `answer-${session.rows.length}`, role: 'assistant', content: [block], source: { kind: 'model', provider: 'p', model: 'm' } } })
  if (tool === undefined) session.moments.push({ kind: 'answer', time: session.now })
  else {
    session.append('tool/call', { turn, step: number, callId, name: 'work', arguments: '{}' })
    session.now += tool * SECOND
    const content = [{ type: 'tool-result', toolCallId: callId, content: [{ type: 'text', text: 'Worked.' }], isError: false }]
    session.show('tool/result', { turn, step: number, message: { id: `result-${session.rows.length}`, role: 'user', content, source: { kind: 'tool', callId } } })
    session.moments.push({ kind: 'tool-result', time: session.now })
  }
  session.append('step/end', { turn, step: number })
}

/** Inject hosts keep no record of when they accepted a prompt. */
const accept = (session: Session, waits: number): { readonly turn: number; readonly prompt?: Message } => {
  const prompt = session.message('Please do this.', { kind: 'user' })
  const queue = { target: 'next-turn', start: 0 }
  const isDecision = session.protocol === 'decision'
  if (isDecision) session.append('agent/inbox/spliced', { ...queue, inserted: [prompt] })
  session.moments.push({ kind: 'prompt', time: session.now })
  session.now += waits * SECOND
  const turn = session.nextTurn()
  session.append('turn/start', { turn })
  if (isDecision) session.append('agent/inbox/spliced', { ...queue, removedCount: 1, inserted: [] })
  else session.show('user/message', prompt)
  return isDecision ? { turn, prompt } : { turn }
}

const runTurn = (session: Session, making: Making, { waits, tools }: { readonly waits: number; readonly tools: readonly number[] }): void => {
  const { turn, prompt } = accept(session, waits)
  for (const [index, tool] of [...tools, undefined].entries()) {
    step(session, making, { turn, step: index + 1, prompt: index === 0 ? prompt : undefined })
    answer(session, turn, index + 1, tool)
  }
  session.append('turn/end', { turn, reason: { kind: 'completed' } })
}

/**
 * Tell the story of a situation.
 * @param situation - what happens.
 * @param zone - its zone, accepted.
 * @param protocol - the host's; decision, as all published hosts have it, where it is left out.
 * @throws RangeError when the clock leaves the years that a reading can be written in.
 */
export const tell = ({ refreshIntervalMs, start, acts }: Situation, zone: Zone, protocol: Protocol = 'decision'): Story => {
  const session = new Session(start, protocol)
  for (const act of acts) {
    switch (act.kind) {
      case 'prompt':
        runTurn(session, { zone, interval: refreshIntervalMs }, act)
        break
      case 'idle':
        session.now += act.seconds * SECOND
        break
      case 'clock':
        session.now += act.seconds * SECOND
        session.moments.push({ kind: 'clock', time: session.now, seconds: act.seconds })
        break
      case 'compaction':
        session.compact()
        break
      case 'restart':
        session.restart()
        break
      default:
        act satisfies never
    }
  }
  return { moments: session.moments, rows: [session.header, ...session.rows] }
}
