/**
 * The loop that every stand-in shares: a turn answers a prompt, a step is one request.
 */

import type { Bus } from './bus.js'
import { answerData, endingData, messageData, resultData, turnStartData, userMessage, type Ending, type Place, type StandInMessage } from './dialect.js'
import { protocolOf, type Generation } from './generation.js'
import { Inbox } from './inbox.js'
import { drain, prepare, show, type Coming, type Desk } from './preparation.js'
import type { HeldSession, Session } from './session.js'

/** What a model answers: a text, or a call of the tool that lets time pass. */
export type Answer =
  | { readonly text: string }
  | {
      /** How long the tool takes, milliseconds. */
      readonly pass: number
      /** What happens while it runs. */
      readonly meanwhile?: () => void
    }

/** What an agent needs from its host. */
export interface AgentParts {
  readonly generation: Generation
  readonly held: HeldSession
  readonly bus: Bus
  readonly flush: () => void
  /** The model; it is given what it sees. */
  readonly answer: (messages: readonly unknown[]) => Answer
  readonly pass: (milliseconds: number) => void
}

/** A turn of more steps than this would never end. */
const PATIENCE = 40

const SURFACE = { surfaceOp: 'append' } as const

const reasonOf = (error: unknown): string => (error instanceof Error ? error.message : String(error))

/** An agent on one session. */
export class Agent {
  readonly session: Session
  /** Takes what its generation's takes; listeners count its parameters. */
  readonly inject: ((content: StandInMessage['content'], options: { readonly source: unknown } | undefined) => void) | ((message: StandInMessage) => void)
  readonly #parts: AgentParts
  readonly #desk: Desk
  #abort: AbortController | undefined
  #running: Promise<void> = Promise.resolve()
  #busy = false

  constructor(parts: AgentParts) {
    const { generation, held, bus } = parts
    const { session, log } = held
    this.#parts = parts
    this.session = session
    const logged = protocolOf(generation) === 'decision'
    const inbox = new Inbox((splice) => logged && session.append('agent/inbox/spliced', splice))
    const header = log.rows.some(({ type }) => type === 'request/header') ? 'resume' : 'initial'
    this.#desk = { generation, session, bus, inbox, agent: this, outbox: [], header }
    this.inject =
      generation.injectTakes === 'content'
        ? (content, options) => this.#take({ id: crypto.randomUUID(), role: 'user', content, source: options?.source ?? { kind: 'user' } })
        : (message: StandInMessage) => this.#take(message)
  }

  /** Queue a prompt; an idle agent starts a turn. */
  followup(text: string): void {
    this.#desk.inbox.accept('next-turn', userMessage(text))
    if (!this.#busy) this.#running = this.#run()
  }

  /** Queue a message for the nearest step. */
  steer(text: string): void {
    this.#desk.inbox.accept('next-step', userMessage(text))
  }

  /** End the open turn. */
  cancel(): void {
    this.#desk.outbox.length = 0
    this.#desk.inbox.cancel()
    this.#abort?.abort()
  }

  whenIdle(): Promise<void> {
    return this.#running
  }

  #take(message: StandInMessage): void {
    const { injection, injectedType } = this.#parts.generation
    if (!this.#busy) this.#takeIdle(message)
    else if (injection === 'buffered') this.#desk.outbox.push(message)
    else if (injection === 'next-step') this.#desk.inbox.accept('next-step', message)
    else show(this.#desk, message, injectedType)
  }

  #takeIdle(message: StandInMessage): void {
    const { generation, flush } = this.#parts
    if (generation.id !== 'G1') return show(this.#desk, message)
    const turn = this.#nextTurn()
    this.session.append('turn/start', turnStartData(generation, turn, 'injection'))
    show(this.#desk, message, generation.injectedType)
    this.session.append('turn/end', { turn, reason: { kind: 'completed' } })
    flush()
  }

  #nextTurn(): number {
    return this.#parts.held.log.rows.filter(({ type }) => type === 'turn/start').length + 1
  }

  async #run(): Promise<void> {
    this.#busy = true
    // A host takes up a message after the caller has gone on.
    await Promise.resolve()
    while (this.#desk.inbox.waiting('next-turn') > 0) await this.#turn()
    this.#busy = false
  }

  async #turn(): Promise<void> {
    const { generation, bus, flush } = this.#parts
    const turn = this.#nextTurn()
    const abort = new AbortController()
    this.#abort = abort
    this.session.append('turn/start', turnStartData(generation, turn, 'message'))
    if (protocolOf(generation) === 'inject') this.#admit()
    let step = 0
    const ending = await this.#steps(turn, abort.signal, (reached) => (step = reached)).catch((error: unknown): Ending => {
      bus.emit('agent/error', this, error)
      return { kind: 'error', step, message: reasonOf(error) }
    })
    this.session.append('turn/end', { turn, reason: endingData(generation, ending) })
    try {
      flush()
    } catch (error) {
      bus.contained.push(error)
    }
  }

  /** Hosts of the inject protocol log the prompt before anything else of the turn, left-over injections before it. */
  #admit(): void {
    drain(this.#desk)
    for (const message of this.#desk.inbox.claim('next-turn', 1)) {
      this.session.append('user/message', messageData(this.#parts.generation, message), SURFACE)
    }
  }

  async #steps(turn: number, signal: AbortSignal, reach: (step: number) => void): Promise<Ending> {
    let continuing = false
    for (let step = 1; step <= PATIENCE; step++) {
      reach(step)
      const coming: Coming = { turn, step, signal, continuing }
      const prepared = await prepare(this.#desk, coming)
      if (prepared.kind !== 'entered') return prepared
      continuing = this.#request(coming)
      this.session.append('step/end', { turn, step })
      if (signal.aborted) return { kind: 'aborted' }
      if (!continuing && this.#desk.inbox.waiting('next-step') === 0) return { kind: 'completed' }
    }
    throw new Error(`a turn of ${PATIENCE} steps is taken to be endless`)
  }

  /** @returns whether the model called a tool. */
  #request({ turn, step }: Coming): boolean {
    const { generation, answer, pass } = this.#parts
    const place: Place = { turn, step }
    const given = answer(this.session.deriveMessages())
    if (generation.format < 2) this.session.append('assistant/chunk', { ...place, chunk: { type: 'text-delta', index: 0, text: '…' } })
    if ('text' in given) {
      this.session.append('assistant/message', answerData(generation, place, [{ type: 'text', text: given.text }]), SURFACE)
      return false
    }
    const call = { callId: `call-${turn}-${step}`, name: 'pass', arguments: '{}' }
    this.session.append('assistant/message', answerData(generation, place, [{ type: 'tool-call', id: call.callId, name: call.name, arguments: call.arguments }]), SURFACE)
    this.session.append('tool/call', { ...place, ...call })
    given.meanwhile?.()
    pass(given.pass)
    this.session.append('tool/result', resultData(generation, place, call), SURFACE)
    return true
  }
}
