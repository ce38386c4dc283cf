/**
 * Drive the plugin through a scenario as a host does: a session with a log, a listener that is
 * called before each step by one of the two protocols, and rows in the order that protocol implies.
 */

import { isReadingMessage } from '../../../src/reading.js'
import * as plugin from '../../../src/index.js'
import { Mismatch } from '../failure.js'
import { holdClock, type SetClock } from './clock.js'
import type { Fate, Moment, Scenario } from './scenario.js'

/** How a host lets the plugin add context before a step. */
export type Protocol = 'inject' | 'decision'

/** What came of one scenario. */
export interface Course {
  /** For each step line, by its index in the body: the reading's message, or `undefined`. */
  readonly readings: ReadonlyMap<number, PlacedMessage | undefined>
  /** How often each silent event happened, in the tally's words. */
  readonly tally: string
}

/** A reading as it landed. */
export interface PlacedMessage {
  readonly text: string
  readonly message: Readonly<Record<string, unknown>>
}

interface Row {
  readonly type: string
  readonly seq: number
  readonly time: number
  readonly data: unknown
  readonly surfaceOp?: unknown
}

interface Message extends Readonly<Record<string, unknown>> {
  readonly id: string
}

type Listener = (...args: unknown[]) => unknown

/** A session whose log is an array, as the first generations offer it. */
class Session {
  readonly events: Row[]
  readonly header: Readonly<Record<string, unknown>>

  constructor(header: Readonly<Record<string, unknown>>, events: readonly Row[]) {
    this.header = header
    this.events = [...events]
  }

  get seq(): number {
    return this.events.length
  }
}

const user = { kind: 'user' }

class Host {
  readonly #protocol: Protocol
  readonly #config: Scenario['config']
  readonly #listeners = new Map<string, Listener>()
  readonly warnings: string[] = []
  #session: Session
  #waiting: Message[] = []
  #steering: Message[] = []
  #messages = 0
  #turn = 0
  #openTurn = false
  #step = 0
  #awaited: 'answer' | 'step' | undefined
  #calls = 0

  constructor(protocol: Protocol, config: Scenario['config'], format: number) {
    this.#protocol = protocol
    this.#config = config
    this.#session = new Session({ version: format, id: 's' }, [])
    this.#mount()
  }

  #mount(): void {
    this.#listeners.clear()
    const logger = (): object => ({ warn: (text: string) => this.warnings.push(text) })
    const on = (event: string, listener: Listener): void => void this.#listeners.set(event, listener)
    plugin.apply({ on, logger }, this.#config)
  }

  #call(event: string, ...args: unknown[]): unknown {
    return this.#listeners.get(event)?.(...args)
  }

  #append(type: string, data: unknown, surfaceOp?: unknown): void {
    const row = { type, seq: this.#session.seq, time: Date.now(), data, ...(surfaceOp === undefined ? {} : { surfaceOp }) }
    this.#session.events.push(row)
    this.#call('session/event', this.#session, row)
  }

  #say(message: Message): void {
    this.#append('user/message', message, 'append')
  }

  #message(text: string, source: object = user): Message {
    return { id: `m${++this.#messages}`, role: 'user', content: [{ type: 'text', text }], source }
  }

  #splice(target: string, removedCount: number, inserted: readonly Message[], start: number): void {
    if (this.#protocol === 'decision') this.#append('agent/inbox/spliced', { target, start, removedCount, inserted })
  }

  /** The host accepts a prompt; it waits for a turn. */
  prompt(text: string): void {
    const message = this.#message(text)
    this.#splice('next-turn', 0, [message], this.#waiting.length)
    this.#waiting.push(message)
  }

  /** The host accepts a message for the next step of the open turn. */
  steer(text: string): void {
    if (!this.#openTurn) throw new Mismatch('steering enters an open turn')
    const message = this.#message(text)
    this.#splice('next-step', 0, [message], this.#steering.length)
    this.#steering.push(message)
  }

  /** Another plugin's message becomes visible to the model. */
  context(text: string): void {
    this.#say(this.#message(text, { kind: 'plugin', plugin: 'notes' }))
  }

  async step(turn: number, step: number, fate: Fate): Promise<PlacedMessage | undefined> {
    const claimed = this.#claim(turn, step)
    const reading = this.#protocol === 'decision' ? await this.#decide(claimed, fate) : await this.#notify(claimed, fate)
    if (fate === 'entered') {
      this.#append('request/header', { header: {}, reason: 'initial' })
      this.#awaited = 'answer'
    } else this.#endTurn(fate)
    return reading
  }

  #claim(turn: number, step: number): readonly Message[] {
    if (this.#awaited === 'answer') throw new Mismatch('the step before has neither an answer nor a tool result')
    if (step === 1) {
      if (this.#openTurn) throw new Mismatch('the turn before has not ended (no answer)')
      if (turn !== this.#turn + 1) throw new Mismatch(`this is turn ${this.#turn + 1}`)
      if (this.#waiting.length === 0) throw new Mismatch('a turn starts with a prompt')
      this.#turn = turn
      this.#openTurn = true
      this.#append('turn/start', { turn })
    } else {
      if (!this.#openTurn || turn !== this.#turn) throw new Mismatch(`turn ${turn} is not open`)
      if (step !== this.#step + 1) throw new Mismatch(`this is step ${this.#step + 1}`)
      if (this.#awaited !== 'step' && this.#steering.length === 0) throw new Mismatch('a later step follows a tool result or steering')
      this.#append('step/end', { turn, step: step - 1 })
    }
    this.#step = step
    const queue = step === 1 ? this.#waiting : this.#steering
    const claimed = queue.splice(0)
    if (claimed.length > 0) this.#splice(step === 1 ? 'next-turn' : 'next-step', claimed.length, [], 0)
    return claimed
  }

  async #decide(claimed: readonly Message[], fate: Fate): Promise<PlacedMessage | undefined> {
    const aborter = new AbortController()
    const next = async (): Promise<unknown> => {
      if (fate === 'cancelled') aborter.abort()
      return fate === 'rejected' ? { kind: 'reject' } : { kind: 'enter', messages: fate === 'empty' ? [] : [...claimed] }
    }
    const payload = { agent: { session: this.#session }, messages: claimed, turn: this.#turn, step: this.#step, signal: aborter.signal }
    const decision = await this.#call('agent/pre-step', payload, next)
    const batch = messagesIn(decision)
    if (fate !== 'entered') return placed(batch.find(isReadingMessage))
    this.#append('step/start', { turn: this.#turn, step: this.#step })
    for (const message of batch) this.#say(message)
    return placed(batch.find(isReadingMessage))
  }

  async #notify(claimed: readonly Message[], fate: Fate): Promise<PlacedMessage | undefined> {
    if (fate === 'rejected' || fate === 'empty') throw new Mismatch(`an inject host knows no step that is ${fate}: say protocol=decision`)
    for (const message of claimed) this.#say(message)
    const aborter = new AbortController()
    if (fate === 'cancelled') aborter.abort()
    const buffered: Message[] = []
    const agent = { session: this.#session, inject: (message: Message) => void buffered.push(message) }
    await this.#call('agent/step', agent, this.#turn, this.#step, aborter.signal)
    for (const message of buffered) this.#say(message)
    if (fate === 'entered') this.#append('step/start', { turn: this.#turn, step: this.#step })
    return placed(buffered.find(isReadingMessage))
  }

  toolCall(): void {
    if (this.#awaited !== 'answer') throw new Mismatch('a tool is called in answer to a step')
    if (this.#calls++ === 0) this.#append('assistant/message', { turn: this.#turn, step: this.#step, message: this.#message('') }, 'append')
  }

  toolResult(): void {
    if (this.#calls === 0) throw new Mismatch('a tool result without its call')
    this.#append('tool/result', { turn: this.#turn, step: this.#step, message: this.#message('') }, 'append')
    if (--this.#calls === 0) this.#awaited = 'step'
  }

  answer(text: string): void {
    if (this.#awaited !== 'answer' || this.#calls > 0) throw new Mismatch('an answer follows a step')
    this.#append('assistant/message', { turn: this.#turn, step: this.#step, message: this.#message(text) }, 'append')
    this.#awaited = undefined
    if (this.#steering.length > 0) return
    this.#append('step/end', { turn: this.#turn, step: this.#step })
    this.#endTurn('completed')
  }

  #endTurn(kind: string): void {
    this.#append('turn/end', { turn: this.#turn, reason: { kind } })
    this.#openTurn = false
    this.#awaited = undefined
  }

  /** The host replaces everything that the model sees by a summary. */
  compact(): void {
    this.#betweenTurns('compaction')
    this.#append('compaction/start', { turn: null })
    const shadowed = this.#session.events.filter(({ surfaceOp }) => surfaceOp !== undefined).map(({ seq }) => seq)
    if (shadowed.length === 0) throw new Mismatch('there is nothing to compact')
    this.#append('user/message', this.#message('summary', { kind: 'plugin', plugin: 'compact' }), { op: 'replace', start: shadowed.at(0), end: shadowed.at(-1) })
    this.#append('compaction/end', { turn: null })
  }

  /** A new process: nothing of the old one is left but the log. */
  restart(): void {
    this.#betweenTurns('restart')
    this.#session = new Session(this.#session.header, this.#session.events)
    this.#mount()
    this.#append('session/end-seed', {})
  }

  /** A new session that has inherited this one's log. */
  fork(): void {
    this.#betweenTurns('fork')
    const { header, events } = this.#session
    const marksRows = Number(header['version']) >= 2
    this.#session = new Session({ ...header, ...(marksRows ? {} : { seedLength: events.length }), id: 'fork' }, events)
    this.#append('session/end-seed', marksRows ? { inherited: true } : {})
  }

  #betweenTurns(event: string): void {
    if (this.#openTurn) throw new Mismatch(`a ${event} stands between turns`)
  }

  /** What must hold when the scenario is over. */
  close(): void {
    if (this.#openTurn) throw new Mismatch('the scenario stops in the middle of a turn: the last turn has no answer')
    if (this.#waiting.length > 0) throw new Mismatch('a prompt is still waiting')
  }
}

const messagesIn = (decision: unknown): readonly Message[] => {
  if (typeof decision !== 'object' || decision === null || !('messages' in decision) || !Array.isArray(decision.messages)) return []
  return decision.messages
}

const placed = (message: Message | undefined): PlacedMessage | undefined => {
  if (message === undefined) return undefined
  const content: unknown = message['content']
  const block: unknown = Array.isArray(content) ? content[0] : undefined
  const text = typeof block === 'object' && block !== null && 'text' in block ? String(block.text) : ''
  return { text, message }
}

const perform = async (host: Host, { happening }: Moment): Promise<PlacedMessage | undefined> => {
  switch (happening.kind) {
    case 'prompt':
      return void host.prompt(happening.text)
    case 'steering':
      return void host.steer(happening.text)
    case 'context':
      return void host.context(happening.text)
    case 'answer':
      return void host.answer(happening.text)
    case 'step':
      return host.step(happening.turn, happening.step, happening.fate)
    case 'tool call':
      return void host.toolCall()
    case 'tool result':
      return void host.toolResult()
    case 'compaction':
      return void host.compact()
    case 'restart':
      return void host.restart()
    case 'fork':
      return void host.fork()
    case 'clock set back':
      return undefined
    default:
      throw happening satisfies never
  }
}

const several = (count: number, noun: string): string => `${count} ${noun}${count === 1 ? '' : 's'}`

/** What is counted at the end of a scenario; the silent events only where there are any. */
const tallyOf = ({ moments }: Scenario, readings: number): string => {
  const count = (kind: Moment['happening']['kind']): number => moments.filter(({ happening }) => happening.kind === kind).length
  const steps = moments.filter(({ happening }) => happening.kind === 'step' && happening.fate === 'entered').length
  const attempts = count('step')
  return [
    several(count('prompt'), 'prompt'),
    ...(count('steering') > 0 ? [`${count('steering')} steering`] : []),
    several(steps, 'step'),
    ...(attempts > steps ? [`${attempts - steps} not entered`] : []),
    several(readings, 'reading'),
    ...(['context', 'compaction', 'restart', 'fork'] as const).filter((kind) => count(kind) > 0).map((kind) => several(count(kind), kind)),
    ...(count('clock set back') > 0 ? ['clock set back'] : []),
  ].join(', ')
}

const atLine = async <Result>(line: number, body: () => Promise<Result>): Promise<Result> => {
  try {
    return await body()
  } catch (error) {
    throw error instanceof Mismatch ? new Mismatch(error.message, line) : error
  }
}

const drive = async (scenario: Scenario, host: Host, set: SetClock): Promise<Course> => {
  const readings = new Map<number, PlacedMessage | undefined>()
  for (const moment of scenario.moments) {
    set(moment.clock)
    const reading = await atLine(moment.line, () => perform(host, moment))
    if (moment.happening.kind === 'step') readings.set(moment.line, reading)
    const [warning] = host.warnings
    if (warning !== undefined) throw new Mismatch(`the plugin warns: ${warning}`, moment.line)
  }
  await atLine(scenario.tally, async () => host.close())
  return { readings, tally: tallyOf(scenario, [...readings.values()].filter((reading) => reading !== undefined).length) }
}

/** A host with the plugin mounted; a configuration that the plugin refuses is wrong at the scenario's head. */
const hostFor = ({ config }: Scenario, protocol: Protocol, format: number): Host => {
  try {
    return new Host(protocol, config, format)
  } catch (error) {
    throw new Mismatch(error instanceof Error ? error.message : String(error), 0)
  }
}

/**
 * Run a scenario by one protocol.
 * @param scenario - a scenario.
 * @param protocol - the protocol of the host.
 * @param format - the session header's `version`.
 * @throws Mismatch at the line that cannot happen there.
 */
export const runScenario = (scenario: Scenario, protocol: Protocol, format = 0): Promise<Course> =>
  holdClock(async (set) => {
    set(scenario.moments[0]?.clock ?? 0)
    return drive(scenario, hostFor(scenario, protocol, format), set)
  })
