/**
 * Stored session logs: lines to rows. A log is a header line and then one row per line; hosts pack
 * runs of streamed pieces into one line, which is unpacked here. Nothing here throws, whatever the
 * bytes are: reading stops at the first thing that cannot be understood, and says where and why.
 */

import { Lines, type LineProblem } from './lines.js'
import { isRecord } from './record.js'

/** Why a log cannot be read, or not to its end. */
export type LogProblemKind =
  /** There is not a byte in it. */
  | 'empty'
  /** The first line is not the header of a session log. */
  | 'header'
  | 'utf8'
  | 'json'
  | 'too-long'
  /** A line that is neither an event nor a packed row. */
  | 'row'
  /** A packed row whose members do not fit together. */
  | 'packed'
  /** Sequence numbers do not continue. */
  | 'sequence'
  /** The last line was not written to its end. */
  | 'truncated'
  /** The bytes come from a file that could not be read or unpacked. */
  | 'source'

/** The first thing in a log that cannot be read. */
export interface LogProblem {
  readonly kind: LogProblemKind
  /** Counted from 1; the header is line 1. */
  readonly line: number
  /** A clause without a full stop: what was found and what was expected. */
  readonly message: string
}

type Row = Readonly<Record<string, unknown>>

/** Where the members of a packed row stand, and how a member is written when it is unpacked. */
const PACKED: ReadonlyMap<unknown, { readonly members: string; readonly unpack: (member: unknown, data: Row) => Row }> = new Map([
  ['text-chunks', { members: 'texts', unpack: (text, { index }) => ({ type: 'text-delta', index, text }) }],
  ['reasoning-chunks', { members: 'texts', unpack: (text, { index }) => ({ type: 'reasoning-delta', index, text }) }],
  [
    'tool-call-chunks',
    {
      members: 'args',
      unpack: (argumentsDelta, { index, id, name }) => ({ type: 'tool-call-delta', index, id, ...(name === undefined ? {} : { name }), argumentsDelta }),
    },
  ],
])

const isSeq = (value: unknown): value is number => Number.isSafeInteger(value) && Number(value) >= 0

const excerptOf = (line: string): string => JSON.stringify(line.length > 40 ? `${line.slice(0, 40)}…` : line)

const isHeader = (value: unknown): value is Row => isRecord(value) && value['type'] === 'session' && !('seq' in value)

/**
 * Reads one log, a piece at a time.
 *
 * `for (const row of reader.push(bytes))` for every piece, then the same with `reader.end()`. While
 * a row is looked at, `line` says where it stands. Each row is an object with a string `type` and the
 * `seq` that follows the previous row's; all else is as the host wrote it.
 */
export class LogReader {
  readonly #lines: Lines
  #header: Row | undefined
  #line = 0
  #rows = 0
  #problem: LogProblem | undefined

  /** @param lines - how bytes become lines. */
  constructor(lines: Lines = new Lines()) {
    this.#lines = lines
  }

  /** The header line; `undefined` until it was read. */
  get header(): Row | undefined {
    return this.#header
  }

  /** The line that was looked at last, counted from 1. */
  get line(): number {
    return this.#line
  }

  /** How many rows were read, members of packed rows counted one by one; the `seq` of the next. */
  get rows(): number {
    return this.#rows
  }

  /** What stopped the reading, if anything did. */
  get problem(): LogProblem | undefined {
    return this.#problem
  }

  /** Read the next bytes. */
  *push(bytes: Uint8Array): Generator<Row, void, void> {
    if (this.#problem !== undefined) return
    for (const line of this.#lines.push(bytes)) {
      yield* this.#read(line)
      if (this.#problem !== undefined) return
    }
    this.#stopWith(this.#lines.problem)
  }

  /** Read what stands behind the last line feed, and finish. */
  *end(): Generator<Row, void, void> {
    if (this.#problem !== undefined) return
    const rest = this.#lines.end()
    this.#stopWith(this.#lines.problem)
    if (rest !== undefined) yield* this.#read(rest, true)
    if (this.#line === 0 && this.#problem === undefined) this.#fail('empty', 'the file is empty, expected the header of a session log', 1)
  }

  /** Stop because the bytes themselves cannot be had: where they come from says why. */
  stop(kind: 'truncated' | 'source', message: string): void {
    if (this.#problem === undefined) this.#fail(kind, message, this.#line + 1)
  }

  #fail(kind: LogProblemKind, message: string, line = this.#line): void {
    this.#problem = { kind, line, message }
  }

  #stopWith(problem: LineProblem | undefined): void {
    if (problem === undefined) return
    const { kind, line } = problem
    this.#fail(kind, kind === 'utf8' ? 'the line is not valid UTF-8' : 'the line is too long to be read', line)
  }

  *#read(line: string, unfinished = false): Generator<Row, void, void> {
    this.#line += 1
    let value: unknown
    try {
      value = JSON.parse(line)
    } catch {
      if (this.#header === undefined) this.#open(undefined, line)
      else if (unfinished) this.#fail('truncated', `the last line breaks off: ${excerptOf(line)}`)
      else this.#fail('json', `the line is not JSON: ${excerptOf(line)}`)
      return
    }
    if (this.#header === undefined) this.#open(value, line)
    else yield* this.#rowsIn(value, line)
  }

  #open(value: unknown, line: string): void {
    if (isHeader(value)) this.#header = value
    else this.#fail('header', `the first line is not the header of a session log: ${excerptOf(line)}`)
  }

  *#rowsIn(value: unknown, line: string): Generator<Row, void, void> {
    if (!isRecord(value) || typeof value['type'] !== 'string') {
      this.#fail('row', `the line is neither an event nor a packed row: ${excerptOf(line)}`)
      return
    }
    const packed = PACKED.get(value['type'])
    const seq = packed === undefined ? value['seq'] : value['seq0']
    if (!isSeq(seq)) {
      this.#fail('row', `the row has no sequence number: ${excerptOf(line)}`)
      return
    }
    if (seq !== this.#rows) {
      this.#fail('sequence', `expected sequence number ${this.#rows}, got ${seq}`)
      return
    }
    if (packed === undefined) {
      this.#rows += 1
      yield value
      return
    }
    const { type, time0, data } = value
    const members = isRecord(data) ? data[packed.members] : undefined
    const gaps = isRecord(data) ? data['dt'] : undefined
    if (!isRecord(data) || !Array.isArray(members) || !Array.isArray(gaps) || members.length === 0 || gaps.length !== members.length - 1) {
      this.#fail('packed', `the packed row ${type} needs data.${packed.members} and one data.dt fewer`)
      return
    }
    const { turn, step } = data
    let time = Number(time0)
    for (const [index, member] of members.entries()) {
      if (index > 0) time += Number(gaps[index - 1])
      this.#rows += 1
      yield { type: 'assistant/chunk', seq: seq + index, time, data: { turn, step, chunk: packed.unpack(member, data) } }
    }
  }
}
