/**
 * Values for property tests: timestamps, readings, and texts that are nearly readings.
 */

import fc from 'fast-check'
import type { Reading } from '../../src/core/reading.js'
import { isZoneIdentifier, type Timestamp } from '../../src/core/timestamp.js'

/** The first second whose local year is 10000, as if local time were UTC. */
const YEAR_10000 = Date.UTC(10_000, 0) / 1000

/** Anything that can stand between the brackets of a timestamp. */
export const zoneIdentifier: fc.Arbitrary<string> = fc.oneof(
  fc.constantFrom('UTC', 'Asia/Shanghai', 'Etc/GMT+8', 'America/Port-au-Prince', 'EST5EDT'),
  fc.stringMatching(/^[A-Za-z][A-Za-z0-9_+\-./]{0,24}$/).filter(isZoneIdentifier),
)

/** Offsets in seconds, mostly of the quarter hours that zones use. */
export const offset: fc.Arbitrary<number> = fc.oneof(
  fc.integer({ min: -48, max: 56 }).map((quarters) => quarters * 900),
  fc.integer({ min: -86_399, max: 86_399 }),
)

/** Timestamps whose local year can be written. */
export const timestamp: fc.Arbitrary<Timestamp> = fc
  .record({ local: fc.integer({ min: 0, max: YEAR_10000 - 1 }), offset, zone: zoneIdentifier })
  .map(({ local, offset, zone }) => ({ instant: (local - offset) * 1000, offset: offset + 0, zone }))

/** Whole seconds, in milliseconds, small ones as often as large ones. */
export const elapsed: fc.Arbitrary<number> = fc
  .oneof(fc.integer({ min: 0, max: 200_000 }), fc.integer({ min: 0, max: Math.floor(Number.MAX_SAFE_INTEGER / 1000) }))
  .map((seconds) => seconds * 1000)

const count = fc.oneof(fc.integer({ min: 1, max: 12 }), fc.maxSafeNat().filter((value) => value > 0))

/** Readings that can be written. */
export const reading: fc.Arbitrary<Reading> = fc.record({ turn: count, step: count, timestamp, elapsed: fc.option(elapsed, { nil: undefined }) })

/** What slips into a text on its way through editors, terminals and other languages' formatters. */
const SPLINTERS = [
  ...'0159:+-.,TZ[]/ dhms\n\r\t\0\v',
  '\r\n', '\u2028', '\u2029', '\u00a0', '\u2212', '٣', '३', '２', '\ufeff', '\u200e', '\ud800', '😀',
  '00', '24', '60', '99', '1970', '9999', '10000', '-00:00', '[undefined]', '[Etc/Unknown]', '1d ', '0m ', '99h ', '9'.repeat(400), 'unavailable', 'undefined', 'NaN', '-1', '1e3',
]

/** A valid text with a few of its characters removed, doubled or replaced, some of them harmlessly. */
export const damaged = (text: fc.Arbitrary<string>): fc.Arbitrary<string> =>
  fc
    .tuple(text, fc.array(fc.record({ at: fc.double({ min: 0, max: 1, noNaN: true }), cut: fc.integer({ min: 0, max: 3 }), put: fc.constantFrom('', ...SPLINTERS) }), { maxLength: 3 }))
    .map(([whole, edits]) =>
      edits.reduce((damaged, { at, cut, put }) => {
        const start = Math.round(at * damaged.length)
        return damaged.slice(0, start) + put + damaged.slice(start + cut)
      }, whole),
    )
