/**
 * Every zone that the engine lists, at random instants, against two implementations that share no
 * code with ours: Temporal for the form, Python's zoneinfo for the offset.
 */

import { spawnSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import fc from 'fast-check'
import { Temporal } from 'temporal-polyfill'
import { describe, expect, it } from 'vitest'
import { formatTimestamp } from '../../src/core/timestamp.js'
import { zoneNamed } from '../support/zones.js'

const ZONES = Intl.supportedValuesOf('timeZone')
const FIRST = Date.UTC(1970, 0, 2)
const LAST = Date.UTC(9999, 11, 30)

/** Zone data differ in age, so only the past of all of them is compared. */
const PAST = Date.UTC(2025, 0)

const temporal = (zone: string, instant: number): string => {
  const moment = Temporal.Instant.fromEpochMilliseconds(instant).toZonedDateTimeISO(zone)
  // The standard text rounds an offset to the minute; the member does not.
  return `${moment.toPlainDateTime().toString({ smallestUnit: 'second', roundingMode: 'trunc' })}${moment.offset}[${moment.timeZoneId}]`
}

describe('timestamps', () => {
  it.each(ZONES.map((zone) => zone.split('/')[0] ?? zone).filter((area, index, areas) => areas.indexOf(area) === index))('have the form that Temporal gives: %s', (area) => {
    for (const name of ZONES.filter((zone) => zone.split('/')[0] === area)) {
      const zone = zoneNamed(name)
      fc.assert(
        fc.property(fc.oneof(fc.integer({ min: FIRST, max: PAST }), fc.integer({ min: FIRST, max: LAST })), (instant) => {
          expect(formatTimestamp({ instant, offset: zone.offsetAt(instant), zone: zone.name })).toBe(temporal(name, instant))
        }),
        { numRuns: 25 },
      )
    }
  })
})

describe('offsets', () => {
  const script = fileURLToPath(new URL('../support/zone_offsets.py', import.meta.url))
  const seconds = fc.integer({ min: FIRST / 1000, max: PAST / 1000 })
  const questions = Object.fromEntries(ZONES.map((zone) => [zone, fc.sample(seconds, 30)]))
  const python = spawnSync('python3', [script], { input: JSON.stringify(questions), encoding: 'utf8', maxBuffer: 2 ** 26 })
  const missing = python.error !== undefined && 'code' in python.error && python.error.code === 'ENOENT'
  if (missing) console.warn('skipped: offsets are compared with those of Python, and there is no python3 on this machine')

  it.skipIf(missing)('are those of Python’s zoneinfo', () => {
    expect(python.stderr).toBe('')
    const answers: Record<string, number[] | null> = JSON.parse(python.stdout)
    const absent = ZONES.filter((zone) => answers[zone] === null)
    expect(Object.keys(answers)).toEqual(ZONES)
    if (absent.length > 0) console.warn(`not compared, because this machine's zone data lack them: ${absent.join(', ')}`)
    const revised = Object.entries(answers).filter(([name, answer]) => {
      const { offsetAt } = zoneNamed(name)
      return answer?.some((offset, index) => offsetAt((questions[name]?.[index] ?? 0) * 1000) !== offset)
    })
    if (revised.length > 0) console.warn(`the zone data of this machine and of this engine disagree about the past of: ${revised.map(([name]) => name).join(', ')}`)
    // Now and then a release of the zone data corrects the past of a zone. It is never many zones.
    expect(absent.length + revised.length).toBeLessThan(ZONES.length / 100)
  })
})
