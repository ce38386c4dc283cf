/**
 * The command `check`: verdicts over stored session logs.
 */

import { Checker, type Verdict } from '../core/check.js'
import { LogReader, type LogProblem } from '../core/log.js'
import { quote } from '../core/quote.js'
import { sentence, type Finding } from '../core/rules.js'
import type { Request } from './arguments.js'
import { ExitCode } from './exit-code.js'
import { findLogs, type Found } from './files.js'
import { rowsOf } from './log-file.js'
import { Progress } from './progress.js'
import type { Terminal } from './terminal.js'

type CheckRequest = Extract<Request, { kind: 'check' }>

/** Rows of one type that were not understood. */
interface Stranger {
  readonly type: string
  rows: number
  /** Where the first stands. */
  readonly line: number
}

/** A finding, and the line of the file that it is about. */
type PlacedFinding = Finding & { readonly line: number }

/** A log has been read, or as much of it as could be. */
interface Outcome {
  readonly path: string
  readonly format: unknown
  readonly verdict: Verdict
  readonly strangers: readonly Stranger[]
  readonly problem: LogProblem | undefined
}

/** Takes what a check has to say, in the order in which it is said. */
interface Report {
  open(path: string): void
  finding(path: string, finding: PlacedFinding): void
  close(outcome: Outcome): void
  unreadable(path: string, message: string): void
  finish(totals: Totals): void
}

interface Totals {
  logs: number
  readings: number
  errors: number
  notes: number
  withErrors: number
  unreadable: number
}

/** More types than this are not told apart. */
const MOST_STRANGERS = 20

const many = (count: number, noun: string): string => `${count} ${noun}${count === 1 ? '' : 's'}`

/** Rows that were not understood, by their type. */
class Strangers {
  readonly #byType = new Map<string, Stranger>()

  add(row: Readonly<Record<string, unknown>>, line: number): void {
    const type = this.#byType.size < MOST_STRANGERS ? quote(row['type']) : 'another type'
    const known = this.#byType.get(type)
    if (known === undefined) this.#byType.set(type, { type, rows: 1, line })
    else known.rows += 1
  }

  get list(): readonly Stranger[] {
    return [...this.#byType.values()]
  }
}

class TextReport implements Report {
  readonly #terminal: Terminal

  constructor(terminal: Terminal) {
    this.#terminal = terminal
  }

  open(): void {}

  finding(path: string, finding: PlacedFinding): void {
    const text = `${path}:${finding.line}: ${finding.severity}: ${sentence(finding)}`
    if (finding.severity === 'note') this.#terminal.say(text, 'note')
    else this.#terminal.complain(text)
  }

  close({ path, verdict, strangers, problem }: Outcome): void {
    for (const { type, rows, line } of strangers) this.#terminal.say(`${path}:${line}: note: ${many(rows, 'row')} of type ${type} not understood, this is the first`, 'note')
    if (problem !== undefined) this.#terminal.complain(`${path}:${problem.line}: unreadable: ${problem.message}`)
    if (problem !== undefined && verdict.rows === 0) return
    const { counts, rows, readings } = verdict
    const found = `${counts.error === 0 ? 'no errors' : many(counts.error, 'error')}${counts.note === 0 ? '' : `, ${many(counts.note, 'note')}`}`
    const extent = problem === undefined ? '' : ' before the unreadable line'
    this.#terminal.say(`${path}: ${many(rows, 'row')}, ${many(readings, 'reading')}, ${found}${extent}`, counts.error > 0 || problem !== undefined ? 'plain' : 'good')
  }

  unreadable(path: string, message: string): void {
    this.#terminal.complain(`${path}: unreadable: ${message}`)
  }

  finish({ logs, withErrors, unreadable }: Totals): void {
    if (logs > 1) this.#terminal.say(`${many(logs, 'log')}: ${logs - withErrors - unreadable} right, ${withErrors} with errors, ${unreadable} unreadable`)
  }
}

/** One JSON document, written as it comes, so that no number of findings fills the memory. */
class JsonReport implements Report {
  readonly #terminal: Terminal
  #logs = 0
  #findings = 0

  constructor(terminal: Terminal) {
    this.#terminal = terminal
    terminal.raw('{"logs":[')
  }

  open(path: string): void {
    this.#terminal.raw(`${this.#logs++ === 0 ? '' : ','}\n{"file":${JSON.stringify(path)},"findings":[`)
    this.#findings = 0
  }

  finding(_path: string, { rule, severity, seq, line, expected, actual }: PlacedFinding): void {
    this.#terminal.raw(`${this.#findings++ === 0 ? '' : ','}\n${JSON.stringify({ rule, severity, seq, line, expected, actual })}`)
  }

  close({ format, verdict, strangers, problem }: Outcome): void {
    const { rows, readings, counts } = verdict
    const notUnderstood = strangers.map(({ type, rows, line }) => ({ type, rows, line }))
    const rest = { format: typeof format === 'number' ? format : null, rows, readings, errors: counts.error, notes: counts.note, notUnderstood, unreadable: problem ?? null }
    this.#terminal.raw(`],${JSON.stringify(rest).slice(1)}`)
  }

  unreadable(path: string, message: string): void {
    this.open(path)
    const nothing = { format: null, rows: 0, readings: 0, errors: 0, notes: 0, notUnderstood: [], unreadable: { kind: 'source', line: null, message } }
    this.#terminal.raw(`],${JSON.stringify(nothing).slice(1)}`)
  }

  finish(totals: Totals): void {
    this.#terminal.raw(`],"totals":${JSON.stringify(totals)}}\n`)
  }
}

const checkLog = async ({ path }: { readonly path: string }, request: CheckRequest, report: Report, count: (bytes: number) => void): Promise<Outcome> => {
  const reader = new LogReader()
  const strangers = new Strangers()
  const onFinding = (finding: Finding): void => report.finding(path, { ...finding, line: finding.seq === null ? 1 : reader.line })
  const checker = new Checker({ clockToleranceMs: request.clockToleranceMs, onFinding })
  report.open(path)
  let hasHeader = false
  for await (const rows of rowsOf(path, reader, count)) {
    for (const row of rows) {
      if (!hasHeader) checker.row(reader.header)
      hasHeader = true
      const before = checker.notUnderstood
      checker.row(row)
      if (checker.notUnderstood !== before) strangers.add(row, reader.line)
    }
  }
  if (!hasHeader && reader.header !== undefined) checker.row(reader.header)
  const outcome = { path, format: reader.header?.['version'], verdict: checker.verdict(), strangers: strangers.list, problem: reader.problem }
  report.close(outcome)
  return outcome
}

const add = (totals: Totals, { verdict, problem }: Outcome): void => {
  totals.readings += verdict.readings
  totals.errors += verdict.counts.error
  totals.notes += verdict.counts.note
  if (problem !== undefined) totals.unreadable += 1
  else if (verdict.counts.error > 0) totals.withErrors += 1
}

/**
 * Check logs, one after the other, and report on each.
 * @returns the exit code.
 */
export const check = async (request: CheckRequest, terminal: Terminal): Promise<number> => {
  const report: Report = request.json ? new JsonReport(terminal) : new TextReport(terminal)
  const progress = new Progress(terminal)
  const totals: Totals = { logs: 0, readings: 0, errors: 0, notes: 0, withErrors: 0, unreadable: 0 }
  const checkFound = async (found: Found): Promise<void> => {
    totals.logs += 1
    if (found.kind === 'log') {
      add(totals, await checkLog(found, request, report, progress.begin(found)))
    } else {
      totals.unreadable += 1
      report.unreadable(found.path, found.message)
    }
  }
  for await (const found of findLogs(request.paths)) await checkFound(found)
  terminal.finish()
  report.finish(totals)
  if (totals.unreadable > 0) return ExitCode.failed
  return totals.errors > 0 ? ExitCode.errors : ExitCode.good
}
