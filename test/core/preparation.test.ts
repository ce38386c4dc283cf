import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { prepare } from '../../src/core/preparation.js'
import { parseReading } from '../../src/core/reading.js'
import { accept, after, assistant, claim, reading, stepEnd, stepStart, timelineAfter, turnStart, user } from '../support/rows.js'
import { logRow } from '../support/arbitrary-rows.js'
import { zoneNamed } from '../support/zones.js'

const zone = zoneNamed('Asia/Shanghai')
const every = (seconds: number) => ({ zone, interval: 0, now: after(seconds) })
const opening = { turn: 1, step: 1, incoming: ['p'] }

const textOf = (...args: Parameters<typeof prepare>) => {
  const outcome = prepare(...args)
  return outcome.kind === 'reading' ? outcome.text : outcome.kind
}

describe('an eligible attempt', () => {
  it('C48: of a first turn measures from its prompt', () => {
    expect(textOf(timelineAfter([accept(0, 'p'), turnStart(1, 5), claim(5)]), opening, every(5))).toBe(
      'Time sampled while preparing turn 1, step 1: 2026-07-15T09:00:05+08:00[Asia/Shanghai]\nElapsed since the preceding model-visible message: 5s.',
    )
  })

  it('C34: of a later step measures from the turn’s reading', () => {
    const rows = [turnStart(3), stepStart(3, 1), user('p', 0), reading(3, 1, 0), stepEnd(3, 1)]
    expect(textOf(timelineAfter(rows), { turn: 3, step: 2, incoming: [] }, every(24_603))).toBe(
      'Time sampled while preparing turn 3, step 2: 2026-07-15T15:50:03+08:00[Asia/Shanghai]\nElapsed since the preceding step context: 6h 50m 3s.',
    )
  })

  it('C32: of a clock that went back says that no time has passed', () => {
    expect(prepare(timelineAfter([turnStart(1), reading(1, 1, 0)]), { turn: 1, step: 2, incoming: [] }, { zone, interval: 60_000, now: after(-5) })).toMatchObject({
      kind: 'reading',
      schedule: { because: 'clock-behind' },
      baseline: after(0),
      text: expect.stringMatching(/ context: 0s\.$/),
    })
  })

  it.each([NaN, Infinity, -Infinity, Date.UTC(0, 0), -62_167_219_200_000, Date.UTC(10_000, 0, 3), 8.64e15])(
    'C27: of a clock that says %d fails even where an interval would hold the reading back',
    (now) => {
      const timeline = timelineAfter([turnStart(1), reading(1, 1, 0)])
      expect(() => prepare(timeline, { turn: 1, step: 2, incoming: [] }, { zone, interval: 60_000, now })).toThrow(/^the clock must stand within the years 1970 to 9999, got /)
    },
  )

  it('C45: that is due after one that was held back has nothing to measure from', () => {
    const making = (seconds: number) => ({ zone, interval: 60_000, now: after(seconds) })
    const rows = [turnStart(1), reading(1, 1, 0), turnStart(2, 59)]
    expect(prepare(timelineAfter(rows), { turn: 2, step: 1, incoming: [] }, making(59))).toEqual({ kind: 'held-back', schedule: { due: false, because: 'interval', remaining: 1000 } })
    expect(textOf(timelineAfter([...rows, stepStart(2, 1, 59), stepEnd(2, 1, 60)]), { turn: 2, step: 2, incoming: [] }, making(60))).toMatch(/ context: unavailable\.$/)
  })

  it('C65: is due, and says that nothing is known, where the log cannot be read', () => {
    expect(textOf(undefined, opening, { ...every(0), interval: 60_000 })).toMatch(/ message: unavailable\.$/)
  })

  it.each([NaN, Infinity, -1, Date.UTC(999, 0), Date.UTC(10_000, 0)])('C27: of a clock at %s has no reading', (now) => {
    expect(() => prepare(timelineAfter([assistant(0)]), opening, { zone: zoneNamed('UTC'), interval: 0, now })).toThrow(RangeError)
  })

  it.each([0, NaN, 1.5, -1])('of a host that counts a step %s has no reading', (step) => {
    expect(() => prepare(undefined, { ...opening, step }, every(0))).toThrow(RangeError)
  })

  it('whatever the log holds, says the time, the turn and the step that were given', () => {
    fc.assert(
      fc.property(fc.array(logRow, { maxLength: 20 }), fc.integer({ min: 1, max: 9 }), fc.integer({ min: 1, max: 9 }), fc.integer({ min: -100, max: 2000 }), (rows, turn, step, seconds) => {
        const said = parseReading(textOf(timelineAfter(rows), { turn, step, incoming: ['a'] }, every(seconds)))
        expect(said).toMatchObject({ turn, step, timestamp: { instant: after(seconds), offset: 28_800 } })
        expect(said?.elapsed ?? 0).toBeGreaterThanOrEqual(0)
      }),
    )
  })
})
