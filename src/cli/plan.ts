/**
 * The command `plan`: what each refresh interval would have cost on real logs.
 */

import { writeFileSync } from 'node:fs'
import { formatDuration } from '../core/duration.js'
import { LogReader, type LogProblem } from '../core/log.js'
import { Planner, combine, type IntervalPlan, type Plan } from '../core/plan.js'
import type { Zone } from '../core/zone.js'
import type { Request } from './arguments.js'
import { ExitCode } from './exit-code.js'
import { findLogs } from './files.js'
import { rowsOf } from './log-file.js'
import { chooseZone } from './now.js'
import { ageOf, labelOf, svgPlot, textPlot } from './plot.js'
import { Progress } from './progress.js'
import type { Terminal } from './terminal.js'

type PlanRequest = Extract<Request, { kind: 'plan' }>

interface LogPlan {
  readonly file: string
  /** `undefined` where not even the header could be read. */
  readonly plan: Plan | undefined
  readonly problem: (Omit<LogProblem, 'line'> & { readonly line: number | null }) | undefined
}

const planLog = async (path: string, zone: Zone, count: (bytes: number) => void): Promise<LogPlan> => {
  const reader = new LogReader()
  let planner: Planner | undefined
  for await (const rows of rowsOf(path, reader, count)) {
    for (const row of rows) {
      planner ??= new Planner(zone, reader.header)
      planner.row(row)
    }
  }
  if (reader.header !== undefined) planner ??= new Planner(zone, reader.header)
  return { file: path, plan: planner?.plan(), problem: reader.problem }
}

async function* planLogs({ paths }: PlanRequest, zone: Zone, progress: Progress): AsyncGenerator<LogPlan, void, void> {
  for await (const found of findLogs(paths)) {
    if (found.kind === 'log') yield await planLog(found.path, zone, progress.begin(found))
    else yield { file: found.path, plan: undefined, problem: { kind: 'source', line: null, message: found.message } }
  }
}

const blindness = ({ blind, blindFor }: IntervalPlan): string => (blind === 0 ? '-' : `${blind} (${formatDuration(blindFor)})`)

const COLUMNS: readonly { readonly title: string; readonly isText?: true; readonly cell: (interval: IntervalPlan) => string }[] = [
  { title: 'interval', isText: true, cell: ({ interval }) => labelOf(interval) },
  { title: 'ms', cell: ({ interval }) => String(interval) },
  { title: 'readings', cell: ({ readings }) => String(readings) },
  { title: 'characters', cell: ({ characters }) => String(characters) },
  { title: 'tokens', cell: ({ tokens }) => String(tokens) },
  { title: 'oldest clock', cell: ageOf },
  { title: 'no clock', isText: true, cell: blindness },
]

const table = ({ intervals }: Plan): string => {
  const columns = COLUMNS.map(({ title, isText, cell }) => {
    const cells = [title, ...intervals.map(cell)]
    const width = Math.max(...cells.map(({ length }) => length))
    return cells.map((text) => (isText === true ? text.padEnd(width) : text.padStart(width)))
  })
  return [undefined, ...intervals].map((_, row) => columns.map((cells) => cells[row] ?? '').join('  ').trimEnd()).join('\n')
}

const sayPlan = (plan: Plan, subject: string, terminal: Terminal): void => {
  terminal.say(`${subject}, ${plan.requests} ${plan.requests === 1 ? 'request' : 'requests'}\n\n${table(plan)}\n\n${textPlot(plan, terminal.isUnicode)}`)
}

const jsonOf = (plan: Plan): unknown => ({
  requests: plan.requests,
  intervals: plan.intervals.map(({ interval, readings, characters, tokens, oldest, blind, blindFor }) => ({
    refreshIntervalMs: interval,
    readings,
    characters,
    tokens,
    oldestClockMs: oldest ?? null,
    requestsWithoutClock: blind,
    longestWithoutClockMs: blindFor,
  })),
})

const writeSvg = (file: string, plan: Plan, terminal: Terminal): boolean => {
  try {
    writeFileSync(file, svgPlot(plan))
    return true
  } catch (error) {
    terminal.complain(`${file}: cannot be written: ${error instanceof Error ? error.message : String(error)}`)
    return false
  }
}

/**
 * Plan logs, and print their sum.
 * @returns the exit code.
 */
export const plan = async (request: PlanRequest, terminal: Terminal): Promise<number> => {
  const choice = chooseZone(request.timeZone)
  if (choice.kind === 'refused') {
    terminal.complain(choice.message)
    return ExitCode.failed
  }
  let code: number = ExitCode.good
  let total: Plan | undefined
  let logs = 0
  const parts: unknown[] = []
  for await (const { file, plan, problem } of planLogs(request, choice.zone, new Progress(terminal))) {
    if (problem !== undefined) {
      code = ExitCode.failed
      if (!request.json) terminal.complain(`${file}${problem.line === null ? '' : `:${problem.line}`}: unreadable: ${problem.message}`)
    }
    if (request.json) parts.push({ file, plan: plan === undefined ? null : jsonOf(plan), unreadable: problem ?? null })
    if (plan === undefined) continue
    logs += 1
    total = combine(total === undefined ? [plan] : [total, plan])
  }
  terminal.finish()
  if (request.json) terminal.raw(`${JSON.stringify({ timeZone: choice.zone.name, total: total === undefined ? null : jsonOf(total), logs: parts }, null, 2)}\n`)
  else if (total !== undefined) sayPlan(total, `${logs} ${logs === 1 ? 'log' : 'logs'}`, terminal)
  if (request.svg !== undefined && total !== undefined && !writeSvg(request.svg, total, terminal)) return ExitCode.failed
  return code
}
