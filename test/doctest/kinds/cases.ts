/**
 * `duration`, `timestamp`, `parse`, `zone`, `schedule`: tables of cases, one a line, `given → result`. What
 * stands left is done, and what comes of it must stand right.
 */

import { zoneFor } from '../../../src/config.js'
import { schedule as scheduleAt } from '../../../src/core/schedule.js'
import { resolveZone, type Zone } from '../../../src/core/zone.js'
import { formatDuration, formatTimestamp, parseDuration, parseReading, parseTimestamp } from '../../../src/reading.js'
import { isComment, type Block } from '../block.js'
import { Mismatch } from '../failure.js'
import type { Kind } from '../kind.js'

const ARROW = ' → '

/** One line of a table. */
export interface Case {
  readonly line: number
  readonly given: string
  readonly result: string
}

/** The cases of a table. */
export const casesOf = ({ body, lang }: Block): Case[] =>
  body.flatMap((text, line) => {
    if (text === '' || isComment(lang, text)) return []
    const arrow = text.indexOf(ARROW)
    if (arrow < 0) throw new Mismatch(`a case is written: given${ARROW}result`, line)
    return [{ line, given: text.slice(0, arrow).trimEnd(), result: text.slice(arrow + ARROW.length) }]
  })

/** Cases whose given side is alike have a twin that nothing would miss. */
const refuseTwins = (cases: readonly Case[]): void => {
  const seen = new Set<string>()
  for (const { given, line } of cases) {
    if (seen.has(given)) throw new Mismatch(`the case ${given} stands twice`, line)
    seen.add(given)
  }
}

/** A kind that holds a table, from what does one case. */
export const table = (perform: (given: string) => string): Kind => ({
  languages: ['text'],
  keys: {},
  run: async (block) => {
    const cases = casesOf(block)
    if (cases.length === 0) throw new Mismatch('a table without a case')
    refuseTwins(cases)
    const lines = [...block.body]
    for (const { line, given } of cases) {
      const text = block.body[line] ?? ''
      try {
        lines[line] = text.slice(0, text.indexOf(ARROW) + ARROW.length) + perform(given)
      } catch (error) {
        throw error instanceof Mismatch ? new Mismatch(error.message, line) : error
      }
    }
    return lines
  },
})

/** The text between JSON quotes, if the given side is one. */
export const quotedText = (given: string): string | undefined => {
  if (!given.startsWith('"')) return undefined
  try {
    const text: unknown = JSON.parse(given)
    if (typeof text === 'string') return text
  } catch {
    // Falls through to the complaint.
  }
  throw new Mismatch(`not a JSON string: ${given}`)
}

/** Milliseconds of `61000 ms`. */
export const millisecondsIn = (given: string): number => {
  const match = /^(0|-?[1-9]\d*) ms$/.exec(given)
  if (match === null) throw new Mismatch(`milliseconds are written like 61000 ms, got ${given}`)
  return Number(match[1])
}

export const duration: Kind = table((given) => {
  const text = quotedText(given)
  if (text === undefined) return formatDuration(millisecondsIn(given))
  const elapsed = parseDuration(text)
  return elapsed === undefined ? 'refused' : `${elapsed} ms`
})

export const parse: Kind = table((given) => {
  const text = quotedText(given)
  if (text === undefined) throw new Mismatch(`a text to read is a JSON string, got ${given}`)
  const reading = parseReading(text)
  if (reading === undefined) return 'refused'
  const { turn, step, timestamp, elapsed } = reading
  return `turn ${turn}, step ${step}, ${new Date(timestamp.instant).toISOString().replace('.000Z', 'Z')} ${timestamp.zone}, ${elapsed === undefined ? 'unavailable' : `${elapsed} ms`}`
})

const accepted = (given: string): Zone => {
  const result = resolveZone(given)
  if (result.kind === 'refused') throw new Mismatch(`not a zone: ${given}`)
  return result.zone
}

/** The two words of `2026-07-15T01:00:00Z Asia/Shanghai`. */
export const instantIn = (given: string): { readonly instant: number; readonly zone: Zone } => {
  const match = /^(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d\d\d)?Z) (\S+)$/.exec(given)
  const [, time = '', zone = ''] = match ?? []
  const instant = Date.parse(time)
  if (Number.isNaN(instant)) throw new Mismatch(`a moment is written like 2026-07-15T01:00:00Z Asia/Shanghai, got ${given}`)
  return { instant, zone: accepted(zone) }
}

export const timestamp: Kind = table((given) => {
  const text = quotedText(given)
  if (text !== undefined) {
    const parsed = parseTimestamp(text)
    return parsed === undefined ? 'refused' : `${new Date(parsed.instant).toISOString().replace('.000Z', 'Z')} ${parsed.zone}`
  }
  const { instant, zone } = instantIn(given)
  try {
    return formatTimestamp({ instant, offset: zone.offsetAt(instant), zone: zone.name })
  } catch (error) {
    if (error instanceof RangeError) return 'no reading'
    throw error
  }
})

/** A zone as a process gets it from its environment; the engine is not asked. */
const processZone = (tz: string): string => {
  const plain = tz.replace(/^:/, '')
  const result = resolveZone(plain)
  if (result.kind === 'refused') return `refused: ${result.refusal}`
  return zoneFor({}, { tz, engineZone: () => 'Etc/Unknown' }).name
}

/** A value as YAML would give it: JSON for what is no plain word. */
export const zoneValueIn = (given: string): unknown => (/^(?:null|true|false|\d+)$/.test(given) ? JSON.parse(given) : (quotedText(given) ?? given))

export const zone: Kind = table((given) => {
  if (given.startsWith('TZ=')) return processZone(given.slice('TZ='.length))
  const result = resolveZone(zoneValueIn(given))
  return result.kind === 'refused' ? `refused: ${result.refusal}` : result.zone.name
})

const SCHEDULE = /^interval (0|[1-9]\d*)(?:, (?:(no reading yet)|(0|[1-9]\d*) ms (after|before) the latest))?$/

/** What the left side of a schedule case says. The latest reading stands at `NOW` minus the distance. */
export const scheduleIn = (given: string): { readonly interval: number; readonly latest: number | undefined; readonly now: number } => {
  const match = SCHEDULE.exec(given)
  if (match === null) throw new Mismatch(`a schedule case is written like: interval 1000, 999 ms after the latest; got ${given}`)
  const [, interval, none, distance, direction] = match
  const now = Date.UTC(2026, 6, 15, 1)
  const latest = none !== undefined || distance === undefined ? undefined : now - Number(distance) * (direction === 'before' ? -1 : 1)
  if (latest === undefined && none === undefined && interval !== '0') throw new Mismatch('with an interval it matters when the latest reading was')
  return { interval: Number(interval), latest, now }
}

export const schedule: Kind = table((given) => {
  const { interval, latest, now } = scheduleIn(given)
  const { due, because } = scheduleAt(latest, interval, now)
  return `${due ? 'due' : 'held back'}: ${because}`
})
