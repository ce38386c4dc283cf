/**
 * A verdict over a log, one row at a time or whole. The checker only reads: it never repairs, and no
 * row makes it throw.
 */

import { understand, type Event } from './event.js'
import { quote } from './quote.js'
import { isRecord } from './record.js'
import { judgeFormat, judgeReading, type Finding, type Judgement, type Severity, type Use } from './rules.js'
import { Timeline } from './timeline.js'
import { isSilent } from './vocabulary.js'
import { resolveZone, type Zone } from './zone.js'

/** How to check. */
export interface CheckOptions {
  /** Milliseconds that a timestamp may be ahead of its row; 0 to 60000, 0 where it is left out. */
  readonly clockToleranceMs?: number
  /** What the severities are for; `check` where it is left out. */
  readonly use?: Use
  /** Takes each finding as it is made; the verdict then lists none, so that memory stays flat. */
  readonly onFinding?: (finding: Finding) => void
}

/** What a check has to say about a log. */
export interface Verdict {
  /** Rows seen, the header not counted. */
  readonly rows: number
  /** Rows of ours among them. */
  readonly readings: number
  /** Rows that are no rows, are of a type that no known host writes, or lack what their type needs. */
  readonly notUnderstood: number
  /** Findings by severity. */
  readonly counts: Readonly<Record<Severity, number>>
  readonly findings: readonly Finding[]
}

const LONGEST_TOLERANCE = 60_000

/** More zones than any log has, and longer than any name; the oldest is dropped beyond. */
const ZONES = 64
const LONGEST_ZONE = 100

/**
 * Why a value is not a tolerance.
 * @param value - anything.
 * @returns a sentence; `undefined` for a number from 0 to 60000.
 */
export const toleranceProblem = (value: unknown): string | undefined =>
  typeof value === 'number' && value >= 0 && value <= LONGEST_TOLERANCE
    ? undefined
    : `clockToleranceMs must be a number of milliseconds from 0 to ${LONGEST_TOLERANCE}, got ${quote(value)}`

const DAY = 86_400_000

/** Asks for the two ends of a day, and no more within it where they agree: no zone changes back within a day. */
const byDay = ({ name, offsetAt }: Zone): Zone => {
  let day: number | undefined
  let offset: number | undefined
  return {
    name,
    offsetAt: (instant) => {
      const start = Math.floor(instant / DAY) * DAY
      if (start !== day) {
        const [first, last] = [offsetAt(start), offsetAt(start + DAY)]
        day = start
        offset = first === last ? first : undefined
      }
      return offset ?? offsetAt(instant)
    },
  }
}

/** Zones as this engine knows them, each looked up once. */
export const knownZones = (): ((name: string) => Zone | undefined) => {
  const zones = new Map<string, Zone | undefined>()
  return (name) => {
    if (zones.has(name) || name.length > LONGEST_ZONE) return zones.get(name)
    const result = resolveZone(name)
    const zone = result.kind === 'accepted' ? byDay(result.zone) : undefined
    const [oldest] = zones.keys()
    if (oldest !== undefined && zones.size >= ZONES) zones.delete(oldest)
    zones.set(name, zone)
    return zone
  }
}

const OTHER: Event = { kind: 'other' }

const NOTHING: readonly Finding[] = []

const isUnderstood = (row: unknown, event: Event): boolean => {
  if (!isRecord(row) || !Number.isFinite(row['time'])) return false
  switch (event.kind) {
    case 'turn-start':
      return event.turn > 0
    case 'step-start':
      return event.turn > 0 && event.step > 0
    case 'message':
      return event.time !== undefined && isRecord(row['data'])
    case 'reading':
    case 'inbox':
      return event.time !== undefined
    case 'other':
      return row['ignorable'] === true || (typeof row['type'] === 'string' && isSilent(row['type']))
    default:
      return true
  }
}

/**
 * Checks a log row by row, in one pass and with a fixed amount of state.
 *
 * Rows are what hosts store, one per line: `{ type, seq, time, data, surfaceOp? }`, of any host
 * generation, packed rows unpacked. The first may be the log's header, `{ type: 'session', version }`.
 */
export class Checker {
  readonly #timeline = new Timeline()
  readonly #zoneOf = knownZones()
  readonly #use: Use
  readonly #clockTolerance: number
  readonly #onFinding: (finding: Finding) => void
  readonly #findings: Finding[] = []
  readonly #counts: Record<Severity, number> = { fail: 0, report: 0, error: 0, note: 0 }
  #format: unknown
  #readings = 0
  #notUnderstood = 0

  /**
   * @param options - how to check.
   * @throws RangeError when `clockToleranceMs` is not a number from 0 to 60000.
   */
  constructor({ clockToleranceMs = 0, use = 'check', onFinding }: CheckOptions = {}) {
    const problem = toleranceProblem(clockToleranceMs)
    if (problem !== undefined) throw new RangeError(problem)
    this.#clockTolerance = clockToleranceMs
    this.#use = use
    this.#onFinding = onFinding ?? ((finding) => this.#findings.push(finding))
  }

  /** How many rows so far were not understood. */
  get notUnderstood(): number {
    return this.#notUnderstood
  }

  /** How many ids of waiting messages are kept; all else that is kept, findings apart, is of fixed size. */
  get stateSize(): number {
    return this.#timeline.ids
  }

  /**
   * Check the next row.
   * @param row - anything.
   * @returns what was found in it.
   */
  row(row: unknown): readonly Finding[] {
    const findings = this.#look(row)
    for (const finding of findings) {
      this.#counts[finding.severity] += 1
      this.#onFinding(finding)
    }
    return findings
  }

  /** What there is to say about the rows so far. */
  verdict(): Verdict {
    return { rows: this.#timeline.rows, readings: this.#readings, notUnderstood: this.#notUnderstood, counts: { ...this.#counts }, findings: [...this.#findings] }
  }

  #look(row: unknown): readonly Finding[] {
    const { rows } = this.#timeline
    try {
      return rows === 0 && isHeader(row) ? this.#header(row) : this.#next(row)
    } catch {
      // Only a row that is no plain data gets here, for instance one whose members throw when read.
      if (this.#timeline.rows === rows) this.#timeline.advance(OTHER)
      this.#notUnderstood += 1
      return NOTHING
    }
  }

  #header(header: Readonly<Record<string, unknown>>): readonly Finding[] {
    this.#format = header['version']
    return judgeFormat(this.#format, this.#use)
  }

  #next(row: unknown): readonly Finding[] {
    const timeline = this.#timeline
    const event = understand(row)
    const findings = event.kind === 'reading' && isRecord(row) ? judgeReading({ row, event, timeline }, this.#judgement()) : NOTHING
    if (event.kind === 'reading') this.#readings += 1
    if (!isUnderstood(row, event)) this.#notUnderstood += 1
    timeline.advance(event)
    return findings
  }

  #judgement(): Judgement {
    return { use: this.#use, format: this.#format, clockTolerance: this.#clockTolerance, zoneOf: this.#zoneOf }
  }
}

const isHeader = (row: unknown): row is Readonly<Record<string, unknown>> => isRecord(row) && row['type'] === 'session'

/**
 * Check a whole log.
 * @param rows - what hosts store, one per line; the first may be the log's header.
 * @param options - how to check.
 * @throws RangeError when an option is out of its range; never because of a row.
 */
export const checkLog = (rows: Iterable<unknown>, options?: CheckOptions): Verdict => {
  const checker = new Checker(options)
  for (const row of rows) checker.row(row)
  return checker.verdict()
}
