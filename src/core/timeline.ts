/**
 * The one fold over a log. The live plugin, the companion and the checker all advance it, row by
 * row, and ask it the same questions; nothing else scans a log.
 */

import type { Event, InboxSplice } from './event.js'
import type { Reading } from './reading.js'

/** A step, by its numbers. */
export interface StepName {
  readonly turn: number
  readonly step: number
}

/** More messages than ever wait, and more queues than any host has; the oldest are forgotten beyond, so that no log can fill the memory. */
const MESSAGES = 1_000
const QUEUES = 16

const dropOldest = (map: Map<string, unknown>, most: number, also: readonly Set<string>[] = []): void => {
  for (const key of map.size > most ? map.keys() : []) {
    if (map.size <= most) return
    map.delete(key)
    for (const set of also) set.delete(key)
  }
}

/** The queues of messages that the host accepted and no step has taken in yet. */
class Inbox {
  readonly #queues = new Map<string, string[]>()
  readonly #claimed = new Set<string>()
  readonly #entering = new Set<string>()
  readonly #accepted = new Map<string, number>()

  /** When the host accepted a message, epoch milliseconds. */
  acceptance(id: string): number | undefined {
    return this.#accepted.get(id)
  }

  splice({ queue, start, removed, canceled, ...change }: InboxSplice, time: number | undefined): void {
    const inserted = change.inserted.slice(0, MESSAGES)
    const waiting = this.#queues.get(queue) ?? []
    this.#queues.set(queue, waiting)
    dropOldest(this.#queues, QUEUES)
    for (const id of waiting.splice(start, removed, ...inserted)) {
      if (canceled) this.#forget(id)
      else if (this.#accepted.has(id)) this.#claimed.add(id)
    }
    waiting.splice(MESSAGES)
    for (const id of inserted) {
      this.#forget(id)
      if (time !== undefined && id !== '') this.#accepted.set(id, time)
    }
    dropOldest(this.#accepted, MESSAGES, [this.#claimed, this.#entering])
  }

  #forget(id: string): void {
    this.#accepted.delete(id)
    this.#claimed.delete(id)
    this.#entering.delete(id)
  }

  /** A step starts: what was claimed so far was claimed for it. */
  enter(): void {
    for (const id of this.#claimed) this.#entering.add(id)
    this.#claimed.clear()
  }

  /** The step has ended, so the messages that were claimed for it have landed. */
  settle(): void {
    for (const id of this.#entering) this.#accepted.delete(id)
    this.#entering.clear()
  }

  /** The turn has ended: what was claimed for it lands now or never. */
  abandon(): void {
    this.enter()
    this.settle()
  }

  /** How many messages are remembered; the claimed ones are among the accepted. */
  get size(): number {
    return this.#accepted.size
  }

  /** How many ids are kept in all. */
  get ids(): number {
    return [...this.#queues.values()].reduce((sum, waiting) => sum + waiting.length, this.#accepted.size + this.#claimed.size + this.#entering.size)
  }
}

const later = (a: number | undefined, b: number | undefined): number | undefined => {
  if (a === undefined) return b
  return b === undefined ? a : Math.max(a, b)
}

/**
 * What the rows so far say. Advance it with every row of a log, in order. It keeps a fixed amount of
 * state, plus the ids of messages that wait for their step.
 */
export class Timeline {
  readonly #isOwn: (seq: number) => boolean
  readonly #inbox = new Inbox()
  #rows = 0
  #turn: number | undefined
  #previousTurn: number | undefined
  #step: StepName | undefined
  #lastStep = 0
  #requested = false
  #hasReading = false
  #message: number | undefined
  #messageBeforeStep: number | undefined
  #acceptedInStep: number | undefined
  #turnReading: number | undefined
  #ownReading: number | undefined

  /**
   * @param isOwn - whether the row at a sequence number is the session's own and not inherited from
   * the session it was forked from.
   */
  constructor(isOwn: (seq: number) => boolean = () => true) {
    this.#isOwn = isOwn
  }

  /** How many rows were folded; the sequence number of the next. */
  get rows(): number {
    return this.#rows
  }

  /** The open turn; `undefined` between turns. */
  get turn(): number | undefined {
    return this.#turn
  }

  /** The open step; `undefined` between steps. */
  get step(): StepName | undefined {
    return this.#step
  }

  /** The open step or, where none is open, the next one of the open turn; `undefined` between turns. */
  get expectedStep(): StepName | undefined {
    if (this.#step !== undefined || this.#turn === undefined) return this.#step
    return { turn: this.#turn, step: this.#lastStep + 1 }
  }

  /** Whether the open step's request has gone out: its header stands in the log, or an answer. */
  get requested(): boolean {
    return this.#requested
  }

  /** Whether the open or coming step has a reading already. */
  get hasReading(): boolean {
    return this.#hasReading
  }

  /** Event time of this session's latest own reading in log order, epoch milliseconds. */
  get ownReading(): number | undefined {
    return this.#ownReading
  }

  /** How many messages the host has accepted and no finished step has taken in. */
  get pending(): number {
    return this.#inbox.size
  }

  /** How many ids of messages are kept; all else that is kept is of fixed size. */
  get ids(): number {
    return this.#inbox.ids
  }

  /**
   * The time that a reading at this point of the log measures from.
   * @param step - the step that the reading is for.
   * @param incoming - ids of messages that will land between the step's start and the reading.
   * @returns epoch milliseconds; `undefined` when nothing is left to measure from.
   */
  baseline(step: number, incoming: readonly string[] = []): number | undefined {
    if (step !== 1) return this.#turnReading
    const before = this.#step === undefined ? this.#message : this.#messageBeforeStep
    return incoming.reduce((time, id) => later(time, this.#inbox.acceptance(id)), later(before, this.#acceptedInStep))
  }

  /**
   * Whether a reading at this point of the log was made for the turn before this one and landed
   * late, as a host does when a listener fails after the reading was injected.
   */
  isLate(reading: Reading | undefined): boolean {
    return this.#beforeFirstStep && reading !== undefined && reading.turn === this.#previousTurn && reading.turn !== this.#turn
  }

  get #beforeFirstStep(): boolean {
    return this.#turn !== undefined && this.#lastStep === 0
  }

  /** Fold the next row. */
  advance(event: Event): void {
    const seq = this.#rows++
    switch (event.kind) {
      case 'turn-start':
        // A crash leaves a turn open. Otherwise a claim may stand in front of the turn that it is for.
        if (this.#turn !== undefined) this.#inbox.abandon()
        this.#leaveTurn()
        this.#turn = event.turn
        break
      case 'turn-end':
        this.#inbox.abandon()
        this.#leaveTurn()
        break
      case 'step-start':
        this.#inbox.enter()
        this.#step = { turn: event.turn, step: event.step }
        this.#lastStep = event.step
        this.#messageBeforeStep = this.#message
        break
      case 'step-end':
        this.#inbox.settle()
        this.#leaveStep()
        break
      case 'request-header':
        this.#requested = true
        break
      case 'inbox':
        this.#inbox.splice(event.splice, event.time)
        break
      case 'message':
        if (event.answer === true && this.#step !== undefined) this.#requested = true
        this.#see(event.id, event.time)
        break
      case 'reading':
        this.#read(seq, event)
        break
      case 'seed-end':
        if (event.inherited) this.#ownReading = undefined
        break
      case 'other':
        break
      default:
        event satisfies never
    }
  }

  #see(id: string | undefined, time: number | undefined): void {
    if (time !== undefined) this.#message = time
    if (this.#step !== undefined && id !== undefined) this.#acceptedInStep = later(this.#acceptedInStep, this.#inbox.acceptance(id))
  }

  #read(seq: number, event: Extract<Event, { kind: 'reading' }>): void {
    const { time } = event
    const late = this.#beforeFirstStep && this.isLate(event.reading)
    if (!late) this.#hasReading = true
    if (time === undefined) return
    if (this.#isOwn(seq)) this.#ownReading = time
    if (!late && this.#turn !== undefined) this.#turnReading = time
  }

  #leaveStep(): void {
    this.#step = undefined
    this.#requested = false
    this.#hasReading = false
    this.#acceptedInStep = undefined
  }

  #leaveTurn(): void {
    this.#leaveStep()
    this.#previousTurn = this.#turn ?? this.#previousTurn
    this.#turn = undefined
    this.#lastStep = 0
    this.#turnReading = undefined
  }
}
