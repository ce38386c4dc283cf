import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { schedule } from '../../src/core/schedule.js'

const T0 = Date.parse('2026-07-15T01:00:00Z')
const MINUTE = 60_000
const DAY = 86_400_000
const YEAR = 365 * DAY

describe('a reading is due', () => {
  it('C38: at every step without an interval', () => {
    expect(schedule(undefined, 0, T0)).toEqual({ due: true, because: 'every-step' })
    expect(schedule(T0, 0, T0)).toEqual({ due: true, because: 'every-step' })
    expect(schedule(T0 + 5 * YEAR, 0, T0)).toEqual({ due: true, because: 'every-step' })
  })

  it('when the session has none', () => {
    expect(schedule(undefined, 600_000, T0)).toEqual({ due: true, because: 'first' })
  })

  it('C38: when the interval has passed, to the millisecond', () => {
    expect(schedule(T0, 1000, T0 + 999)).toEqual({ due: false, because: 'interval', remaining: 1 })
    expect(schedule(T0, 1000, T0 + 1000)).toEqual({ due: true, because: 'interval-passed' })
  })

  it('C32: when the clock stands before the latest one', () => {
    expect(schedule(T0, MINUTE, T0 - 5000)).toEqual({ due: true, because: 'clock-behind' })
  })

  it('C33: once when a clock far ahead was corrected, and then by the interval again', () => {
    expect(schedule(T0 + 5 * YEAR, 10 * MINUTE, T0 + MINUTE)).toEqual({ due: true, because: 'clock-behind' })
    expect(schedule(T0 + MINUTE, 10 * MINUTE, T0 + 2 * MINUTE)).toEqual({ due: false, because: 'interval', remaining: 9 * MINUTE })
  })

  it('C37: after thirty days exactly', () => {
    expect(schedule(T0, 30 * DAY, T0 + 30 * DAY - 1)).toEqual({ due: false, because: 'interval', remaining: 1 })
    expect(schedule(T0, 30 * DAY, T0 + 30 * DAY)).toEqual({ due: true, because: 'interval-passed' })
  })

  it('C43: by the time of the stored one, however often the process was restarted', () => {
    expect(schedule(T0, MINUTE, T0 + 20_000).due).toBe(false)
    expect(schedule(T0, MINUTE, T0 + MINUTE).due).toBe(true)
  })

  it('when nothing remains of the interval, and only then', () => {
    const time = fc.integer({ min: 0, max: 4e12 })
    fc.assert(
      fc.property(time, fc.integer({ min: 1, max: 1e12 }), time, (latest, interval, now) => {
        const answer = schedule(latest, interval, now)
        expect(answer.due).toBe(now < latest || now - latest >= interval)
        if (!answer.due) {
          expect(schedule(latest, interval, now + answer.remaining - 1).due).toBe(false)
          expect(schedule(latest, interval, now + answer.remaining).due).toBe(true)
        }
      }),
    )
  })
})
