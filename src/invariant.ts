/**
 * The companion: checks readings while a host runs, through the host's invariant service. A live
 * append that breaks a rule is refused; a stored session is only ever reported on, so that none
 * becomes impossible to open.
 *
 * @module
 */

import { knownZones, toleranceProblem } from './core/check.js'
import { understand } from './core/event.js'
import { quote } from './core/quote.js'
import { isRecord } from './core/record.js'
import { judgeFormat, judgeReading, sentence, type Finding, type Judgement, type ReadingRow, type RuleId, type Use } from './core/rules.js'
import { PLUGIN } from './core/source.js'
import { reasonOf } from './host/attempt.js'
import { History } from './host/log.js'
import { loggerOf, type Logger } from './host/logger.js'
import { formatOf } from './host/protocol.js'
import { warnOnce, type Warn } from './host/warning.js'
import { schemaOf, type Issue, type MappingIssueCode, type Schema } from './schema.js'

/** The companion's name. */
export const name = `${PLUGIN}-invariant`

/** The host services that the companion needs. */
export const inject: ['invariants'] = ['invariants']

/** What an operator may write. All keys are optional. */
export interface Config {
  /** Milliseconds that a timestamp may be ahead of its row; 0 to 60000, 0 where it is left out. */
  readonly clockToleranceMs?: number
  /** Report what would be refused, and refuse nothing. */
  readonly reportOnly?: boolean
  /** Refuse a live reading whose duration is wrong, too. */
  readonly failOnElapsed?: boolean
}

/** What can be wrong with a companion's configuration. */
export type ConfigIssueCode = MappingIssueCode | 'clock-tolerance' | 'not-a-boolean'

const checkTolerance = (value: unknown): Issue<ConfigIssueCode>[] => {
  const problem = value === undefined ? undefined : toleranceProblem(value)
  return problem === undefined ? [] : [{ code: 'clock-tolerance', message: problem, path: ['clockToleranceMs'] }]
}

const checkFlag = (key: string, value: unknown): Issue<ConfigIssueCode>[] =>
  value === undefined || typeof value === 'boolean' ? [] : [{ code: 'not-a-boolean', message: `${key} must be true or false, got ${quote(value)}`, path: [key] }]

/** The companion's schema, as hosts look for it. */
export const Config: Schema<Config, ConfigIssueCode> = schemaOf(['clockToleranceMs', 'reportOnly', 'failOnElapsed'], ({ clockToleranceMs, reportOnly, failOnElapsed }) => ({
  issues: [...checkTolerance(clockToleranceMs), ...checkFlag('reportOnly', reportOnly), ...checkFlag('failOnElapsed', failOnElapsed)],
  value: {
    ...(typeof clockToleranceMs === 'number' ? { clockToleranceMs } : {}),
    ...(typeof reportOnly === 'boolean' ? { reportOnly } : {}),
    ...(typeof failOnElapsed === 'boolean' ? { failOnElapsed } : {}),
  },
}))

/** What the companion uses of the context that the invariant service gives it. */
export interface CompanionContext {
  /** Register a listener that goes with the companion. */
  on(event: string, listener: (...args: unknown[]) => unknown, options?: { readonly global?: boolean }): unknown
  /** The sessions that are loaded, where the host can list them. */
  readonly sessions?: unknown
}

/** Registers checks; called by the invariant service with a context of its own. */
export interface Installer {
  (ctx: CompanionContext, fail: (message: string) => never): void
  readonly inject: readonly string[]
}

/** What the companion uses of a host's context. */
export interface HostContext {
  readonly invariants: { register(packageName: string, installer: Installer): unknown }
  readonly logger?: unknown
}

const PACKAGE = '@deepseek-ai/dsh-time-context'

const isFail = ({ severity }: Finding): boolean => severity === 'fail'

/** The first finding of each rule, and how many there were. */
class Tally {
  readonly #rules = new Map<RuleId, { readonly first: Finding; count: number }>()

  add(finding: Finding): void {
    const known = this.#rules.get(finding.rule)
    if (known === undefined) this.#rules.set(finding.rule, { first: finding, count: 1 })
    else known.count += 1
  }

  /** One line for each rule, however many rows broke it. */
  *lines(): Generator<{ readonly severity: Finding['severity']; readonly text: string }> {
    for (const { first, count } of this.#rules.values()) {
      yield { severity: first.severity, text: `${sentence(first)}${count === 1 ? '' : ` (and ${count - 1} more of this rule)`}` }
    }
  }
}

/** Checks the rows of live sessions. */
class Companion {
  readonly #history = new History()
  readonly #zoneOf = knownZones()
  readonly #config: Config
  readonly #logger: Logger
  readonly #warn: Warn

  constructor(config: Config, logger: Logger) {
    this.#config = config
    this.#logger = logger
    this.#warn = warnOnce((text) => logger.warn(text))
  }

  /** Report on what a session holds already; never throws. */
  load(session: unknown): void {
    this.#guard(session, () => {
      const tally = new Tally()
      judgeFormat(formatOf(session), 'loaded').forEach((finding) => tally.add(finding))
      this.#level(session, tally)
    })
  }

  /** Take in a row that a session has stored. */
  follow(session: unknown, row: unknown): void {
    this.#history.follow(session, row)
  }

  /**
   * Judge a row that a session is about to store; never throws.
   * @returns why the row has to be refused; empty where it does not.
   */
  refusals(session: unknown, row: unknown): readonly Finding[] {
    return this.#guard(session, () => {
      const event = understand(row)
      return event.kind === 'reading' && isRecord(row) ? this.#judge(session, { row, event }) : []
    }) ?? []
  }

  #judge(session: unknown, reading: Omit<ReadingRow, 'timeline'>): readonly Finding[] {
    const timeline = this.#level(session)
    if (timeline === undefined) throw new Error('the session offers none')
    const findings = judgeReading({ ...reading, timeline }, this.#judgement(session, 'live')).map((finding) => this.#weighed(finding))
    const tally = new Tally()
    findings.filter((finding) => !isFail(finding)).forEach((finding) => tally.add(finding))
    this.#report(session, tally)
    return findings.filter(isFail)
  }

  /** The timeline of a session; rows that it had to be read from the log for are reported on. */
  #level(session: unknown, tally = new Tally()): ReturnType<History['of']> {
    const judgement = this.#judgement(session, 'loaded')
    const timeline = this.#history.of(session, (row, event, before) => {
      if (event.kind === 'reading' && isRecord(row)) judgeReading({ row, event, timeline: before }, judgement).forEach((finding) => tally.add(finding))
    })
    this.#report(session, tally)
    return timeline
  }

  #judgement(session: unknown, use: Use): Judgement {
    return { use, format: formatOf(session), clockTolerance: this.#config.clockToleranceMs ?? 0, zoneOf: this.#zoneOf }
  }

  #weighed(finding: Finding): Finding {
    const { reportOnly = false, failOnElapsed = false } = this.#config
    if (reportOnly) return isFail(finding) ? { ...finding, severity: 'report' } : finding
    return failOnElapsed && finding.rule === 'elapsed' ? { ...finding, severity: 'fail' } : finding
  }

  #report(session: unknown, tally: Tally): void {
    for (const { severity, text } of tally.lines()) {
      const line = `session ${quote(isRecord(session) ? session['id'] : undefined)}, ${text}`
      if (severity === 'note') this.#logger.info(line)
      else this.#logger.warn(line)
    }
  }

  #guard<Result>(session: unknown, look: () => Result): Result | undefined {
    try {
      return look()
    } catch (error) {
      this.#warn(session, 'no-log', `the session log cannot be read (${reasonOf(error)}), so its readings are not checked`)
      return undefined
    }
  }
}

const loadedSessions = (sessions: unknown): readonly unknown[] => {
  const list: unknown = isRecord(sessions) ? sessions['list'] : undefined
  const listed: unknown = typeof list === 'function' ? Reflect.apply(list, sessions, []) : undefined
  return Array.isArray(listed) ? listed : []
}

/**
 * Mount the companion.
 * @param ctx - the host's context.
 * @param config - a configuration that {@link Config} has checked.
 * @returns what takes the registration back when the companion goes.
 * @throws whatever the invariant service throws, for instance where the companion is mounted twice.
 */
export const apply = async (ctx: HostContext, config: Config = {}): Promise<unknown> => {
  const logger = loggerOf(ctx, name)
  const install = (host: CompanionContext, fail: (message: string) => never): void => {
    const companion = new Companion(config, logger)
    for (const session of loadedSessions(host.sessions)) companion.load(session)
    host.on('session/created', (session) => companion.load(session), { global: true })
    host.on('session/event', (session, row) => companion.follow(session, row), { global: true })
    host.on(
      'internal/dispatch',
      (mode, event, args) => {
        if (event !== 'session/event' || mode !== 'emit' || !Array.isArray(args)) return
        const refusals = companion.refusals(args[0], args[1])
        if (refusals.length > 0) fail(refusals.map(sentence).join('; '))
      },
      { global: true },
    )
  }
  return ctx.invariants.register(PACKAGE, Object.assign(install, { inject: ['sessions'] }))
}
