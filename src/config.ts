/**
 * The configuration, parsed once. What comes out is frozen and needs no second check.
 */

import { quote } from './core/quote.js'
import { resolveZone, type Zone, type ZoneResult } from './core/zone.js'
import type { Environment } from './environment.js'
import { schemaOf, type Issue, type MappingIssueCode, type Schema } from './schema.js'

/** What an operator may write. Both keys are optional. */
export interface Config {
  /** An IANA time-zone identifier; the zone of the process where it is left out. */
  readonly timeZone?: string
  /** Milliseconds that must pass between two readings; 0 or left out means one at every step. */
  readonly refreshIntervalMs?: number
}

/** What can be wrong with a configuration. */
export type ConfigIssueCode = MappingIssueCode | 'time-zone' | 'refresh-interval'

/** One thing that is wrong with a configuration. */
export type ConfigIssue = Issue<ConfigIssueCode>

/** The schema of the configuration. */
export type ConfigSchema = Schema<Config, ConfigIssueCode>

/** Below this, a positive interval is nearly always seconds written where milliseconds are meant. */
const SECOND = 1000

const refusedZone = (key: string, value: unknown, result: Extract<ZoneResult, { kind: 'refused' }>): string =>
  `${key} must be an IANA time-zone identifier, got ${quote(value)}; ${result.remedy}`

const checkZone = (value: unknown): Issue<'time-zone'>[] => {
  const result = resolveZone(value)
  return result.kind === 'accepted' ? [] : [{ code: 'time-zone', message: refusedZone('timeZone', value, result), path: ['timeZone'] }]
}

const checkInterval = (value: unknown): Issue<'refresh-interval'>[] => {
  if (typeof value === 'number' && Number.isSafeInteger(value) && value >= 0) return []
  const remedy = value === null ? 'write a number or leave the key out' : 'write milliseconds as a plain number such as 60000, or 0 for every step'
  return [{ code: 'refresh-interval', message: `refreshIntervalMs must be a non-negative safe integer, got ${quote(value)}; ${remedy}`, path: ['refreshIntervalMs'] }]
}

/** The configuration's schema, as hosts look for it. */
export const Config: ConfigSchema = schemaOf(['timeZone', 'refreshIntervalMs'], ({ timeZone, refreshIntervalMs }) => ({
  issues: [...(timeZone === undefined ? [] : checkZone(timeZone)), ...(refreshIntervalMs === undefined ? [] : checkInterval(refreshIntervalMs))],
  value: {
    ...(typeof timeZone === 'string' ? { timeZone } : {}),
    // `-0` is a valid way to write 0.
    ...(typeof refreshIntervalMs === 'number' ? { refreshIntervalMs: refreshIntervalMs + 0 } : {}),
  },
}))

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
export const zoneFor = ({ timeZone }: Config, environment: Environment): Zone => {
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
