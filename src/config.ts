/**
 * The configuration, parsed once. What comes out is frozen and needs no second check.
 */

import { isRecord } from './core/record.js'
import { resolveZone, type Zone, type ZoneResult } from './core/zone.js'

/** What an operator may write. Both keys are optional. */
export interface Config {
  /** An IANA time-zone identifier; the zone of the process where it is left out. */
  readonly timeZone?: string
  /** Milliseconds that must pass between two readings; 0 or left out means one at every step. */
  readonly refreshIntervalMs?: number
}

/** What can be wrong with a configuration. */
export type ConfigIssueCode = 'not-a-mapping' | 'unknown-key' | 'time-zone' | 'refresh-interval'

/** One thing that is wrong with a configuration. */
export interface ConfigIssue {
  readonly code: ConfigIssueCode
  /** What is wrong, and what to write instead. */
  readonly message: string
  /** The key that is meant; empty for the configuration itself. */
  readonly path: readonly string[]
}

type ConfigResult = { readonly value: Config; readonly issues?: undefined } | { readonly issues: readonly ConfigIssue[] }

/** The part of Standard Schema (version 1) that hosts call. */
export interface ConfigSchema {
  readonly '~standard': {
    readonly version: 1
    readonly vendor: string
    readonly validate: (value: unknown) => ConfigResult
    readonly types?: { readonly input: Config; readonly output: Config }
  }
}

/** Below this, a positive interval is nearly always seconds written where milliseconds are meant. */
const SECOND = 1000

const KEYS = ['timeZone', 'refreshIntervalMs'] as const

const quote = (value: unknown): string => {
  if (typeof value === 'number') return String(value)
  try {
    return JSON.stringify(value) ?? String(value)
  } catch {
    return `a ${typeof value}`
  }
}

/** Levenshtein distance. */
const distance = (from: string, to: string): number => {
  let row = Array.from({ length: to.length + 1 }, (_, column) => column)
  for (const [index, letter] of [...from].entries()) {
    const next = [index + 1]
    for (const [column, other] of [...to].entries()) {
      next.push(Math.min((next[column] ?? 0) + 1, (row[column + 1] ?? 0) + 1, (row[column] ?? 0) + (letter === other ? 0 : 1)))
    }
    row = next
  }
  return row[to.length] ?? 0
}

const nearestKey = (key: string): string => {
  const ranked = KEYS.map((known) => ({ known, far: distance(key.toLowerCase(), known.toLowerCase()) }))
  return ranked.reduce((best, each) => (each.far < best.far ? each : best)).known
}

const unknownKey = (key: string): ConfigIssue => ({
  code: 'unknown-key',
  message: `unknown key ${quote(key)}; the nearest key is ${nearestKey(key)} (the keys are ${KEYS.join(' and ')})`,
  path: [key],
})

const refusedZone = (key: string, value: unknown, result: Extract<ZoneResult, { kind: 'refused' }>): string =>
  `${key} must be an IANA time-zone identifier, got ${quote(value)}; ${result.remedy}`

const checkZone = (value: unknown): ConfigIssue[] => {
  const result = resolveZone(value)
  return result.kind === 'accepted' ? [] : [{ code: 'time-zone', message: refusedZone('timeZone', value, result), path: ['timeZone'] }]
}

const checkInterval = (value: unknown): ConfigIssue[] => {
  if (typeof value === 'number' && Number.isSafeInteger(value) && value >= 0) return []
  const remedy = value === null ? 'write a number or leave the key out' : 'write milliseconds as a plain number such as 60000, or 0 for every step'
  return [{ code: 'refresh-interval', message: `refreshIntervalMs must be a non-negative safe integer, got ${quote(value)}; ${remedy}`, path: ['refreshIntervalMs'] }]
}

/** Check a configuration. Every issue is reported, not only the first. */
const validate = (value: unknown): ConfigResult => {
  const given = value ?? {}
  if (!isRecord(given)) return { issues: [{ code: 'not-a-mapping', message: `config must be a mapping of ${KEYS.join(' and ')}, got ${quote(value)}`, path: [] }] }
  const { timeZone, refreshIntervalMs } = given
  const issues = [
    ...Object.keys(given).filter((key) => !KEYS.some((known) => known === key)).map(unknownKey),
    ...(timeZone === undefined ? [] : checkZone(timeZone)),
    ...(refreshIntervalMs === undefined ? [] : checkInterval(refreshIntervalMs)),
  ]
  if (issues.length > 0) return { issues }
  const checked = {
    ...(typeof timeZone === 'string' ? { timeZone } : {}),
    // `-0` is a valid way to write 0.
    ...(typeof refreshIntervalMs === 'number' ? { refreshIntervalMs: refreshIntervalMs + 0 } : {}),
  }
  return { value: Object.freeze(checked) }
}

/** The configuration's schema, as hosts look for it. */
export const Config: ConfigSchema = { '~standard': { version: 1, vendor: 'time-context', validate } }

const accepted = (subject: string, written: unknown, value: unknown): Zone => {
  const result = resolveZone(value)
  if (result.kind === 'accepted') return result.zone
  throw new Error(`time-context: ${refusedZone(subject, written, result)}; or set timeZone in the configuration`)
}

/**
 * The zone that readings are written in: the configured one, else the process's. A process zone
 * obeys the same rule, because engines print several of the values that `TZ` can hold as a
 * nameless, wrong or self-contradicting zone.
 * @param config - a checked configuration.
 * @param environment - the value of `TZ`, if it is set, and the engine's own zone.
 * @throws Error naming the value and the remedy when neither gives a usable zone.
 */
export const zoneFor = ({ timeZone }: Config, environment: { readonly tz: string | undefined; readonly engineZone: () => string }): Zone => {
  const { tz } = environment
  if (timeZone !== undefined) return accepted('timeZone', timeZone, timeZone)
  if (tz !== undefined) return accepted('the process zone TZ', tz, tz.replace(/^:/, ''))
  const engineZone = environment.engineZone()
  return accepted('the process zone', engineZone, engineZone)
}

/**
 * A hint about a configuration that is valid but probably not what was meant.
 * @param config - a checked configuration.
 */
export const hintAbout = ({ refreshIntervalMs = 0 }: Config): string | undefined =>
  refreshIntervalMs > 0 && refreshIntervalMs < SECOND
    ? `refreshIntervalMs is ${refreshIntervalMs}, less than a second; the unit is milliseconds, so write ${refreshIntervalMs * SECOND} for ${refreshIntervalMs} seconds`
    : undefined
