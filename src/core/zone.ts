/**
 * Time zones: which identifiers are accepted, how they are printed, and the offset at an instant.
 * The only file of the core that asks the engine (ECMA-402 `Intl`) anything. No zone list is kept:
 * which zones exist, and their rules, is the engine's knowledge.
 */

import { isZoneIdentifier } from './timestamp.js'

/** An accepted zone. */
export interface Zone {
  /** The identifier as readings print it. */
  readonly name: string
  /**
   * Local time minus UTC, in whole seconds.
   * @param instant - epoch milliseconds.
   * @throws RangeError when the instant is not within ECMAScript's time range.
   */
  readonly offsetAt: (instant: number) => number
}

/** Why a value is not accepted as a zone. */
export type ZoneRefusal = 'not-a-string' | 'empty' | 'padded' | 'offset' | 'no-zone' | 'icu-only' | 'windows' | 'posix' | 'unknown'

/** An accepted zone, or why not and what to write instead. */
export type ZoneResult =
  | { readonly kind: 'accepted'; readonly zone: Zone }
  | { readonly kind: 'refused'; readonly refusal: ZoneRefusal; readonly remedy: string }

/**
 * Identifiers that ICU accepts although IANA never had them, with what their author may have meant.
 * To an operator in China, `CST` would silently be Chicago.
 */
const ICU_ONLY: ReadonlyMap<string, string> = new Map(
  Object.entries({
    ACT: 'Australia/Darwin',
    AET: 'Australia/Sydney',
    AGT: 'America/Argentina/Buenos_Aires',
    ART: 'Africa/Cairo',
    AST: 'America/Halifax or America/Anchorage',
    BET: 'America/Sao_Paulo',
    BST: 'Europe/London or Asia/Dhaka',
    CAT: 'Africa/Maputo',
    CNT: 'America/St_Johns',
    CST: 'Asia/Shanghai or America/Chicago',
    CTT: 'Asia/Shanghai',
    EAT: 'Africa/Nairobi',
    ECT: 'Europe/Paris or America/Guayaquil',
    IET: 'America/Indiana/Indianapolis',
    IST: 'Asia/Kolkata, Europe/Dublin or Asia/Jerusalem',
    JST: 'Asia/Tokyo',
    MIT: 'Pacific/Apia',
    NET: 'Asia/Yerevan',
    NST: 'America/St_Johns or Pacific/Auckland',
    PLT: 'Asia/Karachi',
    PNT: 'America/Phoenix',
    PRT: 'America/Puerto_Rico',
    PST: 'America/Los_Angeles',
    SST: 'Pacific/Guadalcanal or Pacific/Pago_Pago',
    VST: 'Asia/Ho_Chi_Minh',
  }),
)

const EXAMPLE = 'write an IANA identifier such as Asia/Shanghai'

const canonicalName = (name: string): string | undefined => {
  try {
    return new Intl.DateTimeFormat('en-US', { timeZone: name }).resolvedOptions().timeZone
  } catch {
    return undefined
  }
}

const refused = (refusal: ZoneRefusal, remedy: string): ZoneResult => ({ kind: 'refused', refusal, remedy })

/** `Etc/GMT` zones count westward, so `+08:00` is `Etc/GMT-8`. */
const fixedZoneFor = (offset: string): string | undefined => {
  const match = /^([+-])(\d\d)(?::?00)?$/.exec(offset)
  if (match === null) return undefined
  const [, sign, hours] = match
  const name = `Etc/GMT${sign === '+' ? '-' : '+'}${Number(hours)}`
  return Number(hours) > 0 && canonicalName(name) !== undefined ? name : undefined
}

const offsetRemedy = (offset: string): string => {
  const fixed = fixedZoneFor(offset)
  return fixed === undefined ? EXAMPLE : `${EXAMPLE}, or ${fixed} for a fixed ${offset}`
}

/** What a value that no engine knows may have been meant to be. */
const guess = (value: string): ZoneResult => {
  const repaired = value.replace(/^.*\/zoneinfo\//, '').replaceAll(' ', '_')
  if (repaired !== value && isZoneIdentifier(repaired) && canonicalName(repaired) !== undefined) return refused('unknown', `write ${repaired}`)
  if (/ Time$/.test(value)) return refused('windows', `this looks like a Windows zone name; ${EXAMPLE}`)
  if (/^[A-Z]{3,}[+-]?\d/i.test(value)) return refused('posix', `this looks like a POSIX rule, whose sign is the reverse of the usual; ${EXAMPLE}`)
  return refused('unknown', EXAMPLE)
}

/** What `en-US` makes of the six fields. `formatToParts` would name them, at twice the price. */
const LOCAL_SHAPE = /^(\d+)\/(\d+)\/(\d+), (\d+):(\d+):(\d+)$/

/**
 * The local fields are read back as if they were UTC; the difference is the offset, seconds included.
 */
const offsetReader = (name: string): Zone['offsetAt'] => {
  const local = new Intl.DateTimeFormat('en-US', {
    timeZone: name,
    calendar: 'gregory',
    numberingSystem: 'latn',
    hourCycle: 'h23',
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
    second: 'numeric',
  })
  return (instant) => {
    // Cut here, because engines cut toward zero.
    const seconds = Math.floor(instant / 1000)
    const [, month, day, year, hour, minute, second] = LOCAL_SHAPE.exec(local.format(seconds * 1000)) ?? []
    const asUtc = Date.UTC(Number(year), Number(month) - 1, Number(day), Number(hour), Number(minute), Number(second))
    return asUtc / 1000 - seconds
  }
}

/**
 * Decide whether a value names an IANA time zone that this engine knows.
 *
 * Letter case does not matter. The printed name is the engine's canonical name where that is the
 * same identifier in other letters (`asia/shanghai` prints `Asia/Shanghai`), otherwise the
 * identifier as it was written (`Asia/Kolkata`, which some engines call `Asia/Calcutta`).
 * @param value - anything, as it comes from a configuration or an environment.
 * @returns the zone, or why not and what to write instead; never throws.
 */
export const resolveZone = (value: unknown): ZoneResult => {
  if (typeof value !== 'string') return refused('not-a-string', EXAMPLE)
  if (value === '') return refused('empty', EXAMPLE)
  const trimmed = value.trim()
  if (trimmed !== value) return refused('padded', resolveZone(trimmed).kind === 'accepted' ? `write ${trimmed}` : EXAMPLE)
  if (/^[+-]/.test(value)) return refused('offset', offsetRemedy(value))
  if (/^(?:undefined|Etc\/Unknown)$/i.test(value)) return refused('no-zone', EXAMPLE)
  const meant = ICU_ONLY.get(value.toUpperCase())
  if (meant !== undefined) return refused('icu-only', `this is an abbreviation, not an IANA identifier; write ${meant}`)
  if (/^SystemV\//i.test(value)) return refused('icu-only', EXAMPLE)
  const canonical = isZoneIdentifier(value) ? canonicalName(value) : undefined
  if (canonical === undefined) return guess(value)
  const name = canonical.toLowerCase() === value.toLowerCase() ? canonical : value
  return { kind: 'accepted', zone: { name, offsetAt: offsetReader(name) } }
}
