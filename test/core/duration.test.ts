import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { formatDuration, parseDuration } from '../../src/core/duration.js'
import { damaged, elapsed } from '../support/arbitrary.js'

const SECOND = 1000
const MINUTE = 60 * SECOND
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR

const table: [text: string, elapsed: number][] = [
  ['0s', 0],
  ['1s', SECOND],
  ['59s', 59 * SECOND],
  ['1m 0s', MINUTE],
  ['1m 1s', MINUTE + SECOND],
  ['59m 59s', HOUR - SECOND],
  ['1h 0s', HOUR],
  ['1h 1s', HOUR + SECOND],
  ['1h 1m 0s', HOUR + MINUTE],
  ['6h 50m 3s', 6 * HOUR + 50 * MINUTE + 3 * SECOND],
  ['23h 59m 59s', DAY - SECOND],
  ['1d 0s', DAY],
  ['1d 1h 1m 1s', DAY + HOUR + MINUTE + SECOND],
  ['3d 42s', 3 * DAY + 42 * SECOND],
  ['83d 2h 0s', 83 * DAY + 2 * HOUR],
  ['1000d 0s', 1000 * DAY],
]

describe('a duration', () => {
  it.each(table)('%s is written and read', (text, milliseconds) => {
    expect(formatDuration(milliseconds)).toBe(text)
    expect(parseDuration(text)).toBe(milliseconds)
  })

  it('cuts fractions of a second', () => {
    expect(formatDuration(999)).toBe('0s')
    expect(formatDuration(59_999.9)).toBe('59s')
  })

  it('is never negative', () => {
    expect(formatDuration(-1)).toBe('0s')
    expect(formatDuration(-DAY)).toBe('0s')
    expect(formatDuration(-Number.MAX_VALUE)).toBe('0s')
  })

  it.each([NaN, Infinity, -Infinity, 2 ** 53, Number.MAX_VALUE])('refuses to write %s', (value) => {
    expect(() => formatDuration(value)).toThrow(RangeError)
  })

  it.each(['', 's', '0', '01s', '00s', '60s', '99h', '1m', '1m 0h', '1h 0m 0s', '0d 1s', '0h 0s', '24h 0s', '60m 0s', '1s 1m', '1m  1s', '1m1s', ' 1s', '1s ', '1s\n', '1s.', '+1s', '-1s', '1.5s', '1e3s', '1S', '１s', '٣s', 'unavailable'])(
    'does not read %j',
    (text) => {
      expect(parseDuration(text)).toBeUndefined()
    },
  )

  it('does not read a number that no writer could have had', () => {
    expect(parseDuration(`${'9'.repeat(400)}s`)).toBeUndefined()
    expect(parseDuration(`${'9'.repeat(400)}d 0s`)).toBeUndefined()
    expect(parseDuration('104249992d 0s')).toBeUndefined()
  })

  it('comes back from its text', () => {
    fc.assert(fc.property(elapsed, (value) => parseDuration(formatDuration(value)) === value))
  })

  it('is read only from what it is written as', () => {
    fc.assert(
      fc.property(damaged(elapsed.map(formatDuration)), (text) => {
        const value = parseDuration(text)
        expect(value === undefined ? text : formatDuration(value)).toBe(text)
      }),
      { numRuns: 2000 },
    )
  })
})
