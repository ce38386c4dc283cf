/**
 * What each refresh interval would have cost on a real log, and how old the model's clock would have
 * been. The log's steps are prepared again, by the plugin's own decision, once per interval, each at
 * the time of its `step/start`; the readings that really stand in the log count for nothing. One
 * pass, one timeline per interval.
 */

import { understand, type Event } from './event.js'
import { prepare } from './preparation.js'
import { isRecord } from './record.js'
import { Surface } from './surface.js'
import { Timeline, type StepName } from './timeline.js'
import type { Zone } from './zone.js'

const SECOND = 1000
const MINUTE = 60 * SECOND
const HOUR = 60 * MINUTE

/** The intervals that are planned, in milliseconds, from every step to a day. */
export const PLANNED_INTERVALS = [0, 10 * SECOND, 30 * SECOND, MINUTE, 5 * MINUTE, 10 * MINUTE, 30 * MINUTE, HOUR, 6 * HOUR, 24 * HOUR] as const

/** Readings are short words and digits; a tokenizer takes about this many of their characters at once. */
const CHARACTERS_PER_TOKEN = 3

/**
 * Estimate what a reading costs: a third of its characters, rounded up.
 * @param text - the reading.
 */
export const estimateTokens = (text: string): number => Math.ceil(text.length / CHARACTERS_PER_TOKEN)

/** What one interval comes to. */
export interface IntervalPlan {
  /** `refreshIntervalMs`. */
  readonly interval: number
  readonly readings: number
  /** Characters of all readings; each is counted once, although later requests carry it again. */
  readonly characters: number
  /** An estimate: a third of each reading's characters, rounded up. */
  readonly tokens: number
  /**
   * The longest time, in milliseconds, between a request and the newest reading that it shows to
   * the model or, where it shows none, the newest that there was; `undefined` where there was none.
   */
  readonly oldest: number | undefined
  /** Requests that show the model no reading, because compaction has hidden it and the next was not due. */
  readonly blind: number
  /** The longest time, in milliseconds, from the hiding of the last visible reading to such a request. */
  readonly blindFor: number
}

/** What each interval comes to on one log, or on several. */
export interface Plan {
  /** Steps that were entered, those inherited from a parent session left out. */
  readonly requests: number
  readonly intervals: readonly IntervalPlan[]
}

interface Tally {
  readings: number
  characters: number
  tokens: number
  oldest: number | undefined
  blind: number
  blindFor: number
}

/** One interval: what the log would look like, and what that has cost so far. */
interface WhatIf {
  readonly interval: number
  readonly timeline: Timeline
  /** When the latest reading was made, visible or not. */
  latest: number | undefined
  /** When the last visible reading was hidden; `undefined` while one is visible. */
  hidden: number | undefined
  tally: Tally
}

/** A step whose messages are still landing. */
interface OpenStep extends StepName {
  readonly now: number | undefined
  /** Where its reading stands on the surface. */
  position: number
}

/** Rows that come behind the last message of a step's batch. */
const BEHIND_BATCH = /^(?:assistant|tool|request|step|turn|compact|compaction)\//

const emptyTally = (): Tally => ({ readings: 0, characters: 0, tokens: 0, oldest: undefined, blind: 0, blindFor: 0 })

const longest = (a: number | undefined, b: number | undefined): number | undefined => (a === undefined ? b : Math.max(a, b ?? a))

const isTime = (value: unknown): value is number => typeof value === 'number' && Number.isFinite(value)

const numbersIn = (value: unknown): number[] => (Array.isArray(value) ? value.filter((each) => typeof each === 'number') : [])

/** The range of a replacement, in the spelling of any format; `undefined` where the row is none. */
const rangeOf = ({ surfaceOp }: Readonly<Record<string, unknown>>): { start: number; end: number } | undefined => {
  if (!isRecord(surfaceOp) || surfaceOp['op'] !== 'replace') return undefined
  const { start, end, startSeq = start, endSeq = end } = surfaceOp
  return { start: Number(startSeq), end: Number(endSeq) }
}

/** Plans a log, row by row, in a fixed amount of state and one mark per visible reading. */
export class Planner {
  readonly #zone: Zone
  readonly #seedLength: unknown
  readonly #whatIfs: readonly WhatIf[]
  readonly #surface: Surface
  #requests = 0
  #seq = 0
  #open: OpenStep | undefined

  /**
   * @param zone - the zone that readings would be written in.
   * @param header - the log's header; its `seedLength` says which rows are a parent session's.
   * @param intervals - milliseconds; at most 30.
   */
  constructor(zone: Zone, header: Readonly<Record<string, unknown>> | undefined, intervals: readonly number[] = PLANNED_INTERVALS) {
    this.#zone = zone
    this.#seedLength = header?.['seedLength']
    this.#whatIfs = intervals.map((interval) => ({ interval, timeline: new Timeline(), latest: undefined, hidden: undefined, tally: emptyTally() }))
    this.#surface = new Surface(intervals.length)
  }

  /** Take in the next row of the log. */
  row(row: unknown): void {
    if (this.#seq === this.#seedLength) this.#startOwn({ kind: 'seed-end', inherited: true })
    const seq = this.#seq++
    if (!isRecord(row)) return
    const event = understand(row)
    if (this.#open !== undefined) this.#land(this.#open, seq, row, event)
    const range = rangeOf(row)
    if (range !== undefined) this.#hide({ seq, ...range, sources: numbersIn(row['sourceEventSeqs']) }, row['time'])
    if (event.kind === 'seed-end' && event.inherited) this.#startOwn(event)
    else if (event.kind !== 'reading' && event.kind !== 'other') for (const { timeline } of this.#whatIfs) timeline.advance(event)
    if (event.kind === 'step-start') this.#open = { turn: event.turn, step: event.step, now: isTime(row['time']) ? row['time'] : undefined, position: seq + 0.5 }
  }

  /** What the rows so far come to. The step that is still open is prepared with what has landed of it. */
  plan(): Plan {
    if (typeof this.#seedLength === 'number' && this.#seq <= this.#seedLength) this.#startOwn({ kind: 'seed-end', inherited: true })
    if (this.#open !== undefined) this.#prepare(this.#open)
    return { requests: this.#requests, intervals: this.#whatIfs.map(({ interval, tally }) => ({ interval, ...tally })) }
  }

  /** What went before was a parent session's: it stays visible, but it cost this session nothing. */
  #startOwn(end: Event): void {
    if (this.#open !== undefined) this.#prepare(this.#open)
    this.#requests = 0
    for (const whatIf of this.#whatIfs) {
      whatIf.timeline.advance(end)
      whatIf.tally = emptyTally()
    }
  }

  /** A reading stands behind the messages that enter the step with it, where the log's own one does. */
  #land(open: OpenStep, seq: number, row: Readonly<Record<string, unknown>>, event: Event): void {
    if (event.kind === 'reading') open.position = seq
    else if (rangeOf(row) !== undefined || BEHIND_BATCH.test(String(row['type']))) this.#prepare(open)
    else if (event.kind === 'message') open.position = seq + 0.5
  }

  #hide(replacement: Parameters<Surface['replace']>[0], time: unknown): void {
    this.#surface.replace(replacement)
    for (const [index, whatIf] of this.#whatIfs.entries()) {
      if (this.#surface.newest(index) === undefined && isTime(time)) whatIf.hidden ??= time
    }
  }

  #prepare(open: OpenStep): void {
    this.#open = undefined
    this.#requests += 1
    const { now, position } = open
    if (now === undefined) return
    const made = this.#whatIfs.flatMap((whatIf, index) => (this.#make(whatIf, open, now) ? [index] : []))
    this.#surface.append(position, now, made)
    for (const [index, whatIf] of this.#whatIfs.entries()) this.#look(whatIf, this.#surface.newest(index), now)
  }

  #make(whatIf: WhatIf, { turn, step }: StepName, now: number): boolean {
    const { interval, timeline, tally } = whatIf
    const text = this.#textFor(timeline, { turn, step, interval, now })
    if (text === undefined) return false
    tally.readings += 1
    tally.characters += text.length
    tally.tokens += estimateTokens(text)
    timeline.advance({ kind: 'reading', time: now, reading: undefined })
    whatIf.latest = now
    return true
  }

  /** A clock or a step that cannot be written costs a reading, as in life. */
  #textFor(timeline: Timeline, { turn, step, interval, now }: StepName & { readonly interval: number; readonly now: number }): string | undefined {
    try {
      const outcome = prepare(timeline, { turn, step, incoming: [] }, { zone: this.#zone, interval, now })
      return outcome.kind === 'reading' ? outcome.text : undefined
    } catch {
      return undefined
    }
  }

  /** What a request shows to the model. */
  #look(whatIf: WhatIf, newest: number | undefined, now: number): void {
    const { tally } = whatIf
    const since = newest ?? whatIf.latest
    if (since !== undefined) tally.oldest = longest(tally.oldest, Math.max(0, now - since))
    if (newest !== undefined) {
      whatIf.hidden = undefined
      return
    }
    tally.blind += 1
    if (whatIf.hidden !== undefined) tally.blindFor = Math.max(tally.blindFor, now - whatIf.hidden)
  }
}

/**
 * Several logs taken together.
 * @param plans - plans of the same intervals.
 */
export const combine = (plans: readonly Plan[]): Plan | undefined =>
  plans.length === 0
    ? undefined
    : plans.reduce((total, plan) => ({
        requests: total.requests + plan.requests,
        intervals: total.intervals.map((sum, index) => {
          const each = plan.intervals[index] ?? sum
          return {
            interval: sum.interval,
            readings: sum.readings + each.readings,
            characters: sum.characters + each.characters,
            tokens: sum.tokens + each.tokens,
            oldest: longest(sum.oldest, each.oldest),
            blind: sum.blind + each.blind,
            blindFor: Math.max(sum.blindFor, each.blindFor),
          }
        }),
      }))
