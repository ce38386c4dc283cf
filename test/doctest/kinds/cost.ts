/**
 * `cost`: what readings cost, measured with a real tokenizer (o200k_base) and the real schedule.
 */

import { countTokens } from 'gpt-tokenizer/encoding/o200k_base'
import { schedule } from '../../../src/core/schedule.js'
import { resolveZone } from '../../../src/core/zone.js'
import { formatReading, parseDuration, type Reading } from '../../../src/reading.js'
import { Mismatch } from '../failure.js'
import type { Kind } from '../kind.js'
import { table } from './cases.js'

const HOUR = 3_600_000
const NOW = Date.UTC(2026, 6, 15, 1)

const READING = /^(first|later) step, (\S+), (.+)$/
const RATE = /^interval (0|[1-9]\d*), a step every ([1-9]\d*) s$/

/** The reading of `first step, Asia/Shanghai, 0s`. */
export const readingIn = (given: string): Reading => {
  const [, steps, zoneName = '', shown = ''] = READING.exec(given) ?? []
  if (steps === undefined) throw new Mismatch(`a cost is of a reading (first step, UTC, 0s) or a rate (interval 60000, a step every 20 s), got ${given}`)
  const found = resolveZone(zoneName)
  const elapsed = shown === 'unavailable' ? undefined : parseDuration(shown)
  if (found.kind === 'refused' || (elapsed === undefined && shown !== 'unavailable')) throw new Mismatch(`no reading has ${zoneName} and ${shown}`)
  const { name, offsetAt } = found.zone
  return { turn: 1, step: steps === 'first' ? 1 : 2, timestamp: { instant: NOW, offset: offsetAt(NOW), zone: name }, elapsed }
}

/** The two numbers, in milliseconds, of `interval 60000, a step every 20 s`. */
export const rateIn = (given: string): { readonly interval: number; readonly pause: number } | undefined => {
  const [, interval, pause] = RATE.exec(given) ?? []
  return pause === undefined ? undefined : { interval: Number(interval), pause: Number(pause) * 1000 }
}

const ofReading = (given: string): string => {
  const text = formatReading(readingIn(given))
  return `${text.length} characters, ${countTokens(text)} tokens`
}

/** Readings of the second hour, in which a first reading no longer counts. */
const perHour = (interval: number, pause: number): string => {
  let latest: number | undefined
  let count = 0
  for (let now = 0; now < 2 * HOUR; now += pause) {
    if (!schedule(latest, interval, now).due) continue
    latest = now
    if (now >= HOUR) count++
  }
  return `${count} reading${count === 1 ? '' : 's'} per hour`
}

const measure = (given: string): string => {
  const rate = rateIn(given)
  return rate === undefined ? ofReading(given) : perHour(rate.interval, rate.pause)
}

export const cost: Kind = table(measure)
