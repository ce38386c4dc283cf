import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { understand } from '../../src/core/event.js'
import { parseReading } from '../../src/core/reading.js'
import { Timeline } from '../../src/core/timeline.js'
import { accept, after, answersOf, assistant, claim, OUR_SOURCES, reading, requestHeader, row, splice, stepEnd, stepStart, summary, timelineAfter, turnEnd, turnStart, user, type Row } from '../support/rows.js'
import { logRow } from '../support/arbitrary-rows.js'

const readingOf = (turn: number, step: number) =>
  parseReading(`Time sampled while preparing turn ${turn}, step ${step}: 2026-07-15T01:00:00+00:00[UTC]\nElapsed since the preceding ${step === 1 ? 'model-visible message' : 'step context'}: unavailable.`)

describe('turns and steps', () => {
  it('follow the log', () => {
    const timeline = new Timeline()
    const seen = [turnStart(4), stepStart(4, 1), requestHeader(), stepEnd(4, 1), stepStart(4, 2), stepEnd(4, 2), turnEnd(4)].map((each) => {
      timeline.advance(understand(each))
      const { turn, step, expectedStep, requested } = timeline
      return [turn, step?.step, expectedStep?.step, requested]
    })
    expect(seen).toEqual([
      [4, undefined, 1, false],
      [4, 1, 1, false],
      [4, 1, 1, true],
      [4, undefined, 2, false],
      [4, 2, 2, false],
      [4, undefined, 3, false],
      [undefined, undefined, undefined, false],
    ])
    expect(timeline.rows).toBe(7)
  })

  it('C49: of a turn that was never closed end with the next turn', () => {
    const timeline = timelineAfter([turnStart(5), stepStart(5, 1), requestHeader(), reading(5, 1, 0), turnStart(6)])
    expect(answersOf(timeline)).toMatchObject({ turn: 6, step: undefined, expectedStep: { turn: 6, step: 1 }, requested: false, hasReading: false })
  })

  it('need not begin the log', () => {
    expect(timelineAfter([row('permission/preset', 0), turnStart(1)]).expectedStep).toEqual({ turn: 1, step: 1 })
  })
})

describe('a step has its reading', () => {
  it('on a decision host once it stands in the batch, until the step ends', () => {
    const rows = [turnStart(1), stepStart(1, 1), user('p', 0)]
    expect(timelineAfter(rows).hasReading).toBe(false)
    expect(timelineAfter([...rows, reading(1, 1, 0)]).hasReading).toBe(true)
    expect(timelineAfter([...rows, reading(1, 1, 0), requestHeader(), assistant(1), stepEnd(1, 1)]).hasReading).toBe(false)
  })

  it('on an inject host once it stands before the step, and while the step is open', () => {
    const rows = [turnStart(1), user('p', 0), reading(1, 1, 0)]
    expect(timelineAfter(rows).hasReading).toBe(true)
    expect(timelineAfter([...rows, stepStart(1, 1)]).hasReading).toBe(true)
    expect(timelineAfter([...rows, stepStart(1, 1), assistant(1), stepEnd(1, 1)]).hasReading).toBe(false)
    expect(timelineAfter([...rows, stepStart(1, 1), assistant(1), stepEnd(1, 1), reading(1, 2, 2)]).hasReading).toBe(true)
  })

  it('though it says nothing that can be read', () => {
    const { data, ...broken } = reading(1, 1, 0)
    expect(timelineAfter([turnStart(1), stepStart(1, 1), { ...broken, data: { source: OUR_SOURCES[1], content: 7 } }]).hasReading).toBe(true)
  })
})

describe('a reading that lands late', () => {
  const failed = [turnStart(1), user('p', 0), turnEnd(1), turnStart(2, 60)]

  it('is one of the turn before, ahead of this turn’s first step', () => {
    expect(timelineAfter(failed).isLate(readingOf(1, 1))).toBe(true)
    expect(timelineAfter(failed).isLate(readingOf(1, 3))).toBe(true)
  })

  it('is none of this turn’s, and none once a step has started', () => {
    expect(timelineAfter(failed).isLate(readingOf(2, 1))).toBe(false)
    expect(timelineAfter([...failed, stepStart(2, 1)]).isLate(readingOf(1, 1))).toBe(false)
    expect(timelineAfter([...failed, stepStart(2, 1), stepEnd(2, 1)]).isLate(readingOf(1, 1))).toBe(false)
    expect(timelineAfter(failed.slice(0, 3)).isLate(readingOf(1, 1))).toBe(false)
    expect(timelineAfter(failed).isLate(readingOf(7, 1))).toBe(false)
    expect(timelineAfter(failed).isLate(undefined)).toBe(false)
  })

  it('is none where a host gave two turns one number', () => {
    expect(timelineAfter([turnStart(5), stepStart(5, 1), turnStart(5, 60)]).isLate(readingOf(5, 1))).toBe(false)
  })

  it('counts for the schedule, and neither for the step nor for the turn', () => {
    const timeline = timelineAfter([...failed, reading(1, 1, 60), user('q', 61)])
    expect(answersOf(timeline)).toMatchObject({ hasReading: false, ownReading: after(60), first: after(61), later: undefined })
  })
})

describe('the latest reading of a session', () => {
  it.each(OUR_SOURCES)('C62: is known by its source in every shape: %j', (source) => {
    expect(timelineAfter([turnStart(1), reading(1, 1, 5, source)]).ownReading).toBe(after(5))
  })

  it('is the last in the log’s order, though its time be earlier', () => {
    expect(timelineAfter([turnStart(1), reading(1, 1, 500), reading(1, 2, 5)]).ownReading).toBe(after(5))
  })

  it('stays when compaction shadows it', () => {
    expect(timelineAfter([turnStart(1), reading(1, 1, 5), summary(50)]).ownReading).toBe(after(5))
  })

  it.each([undefined, null, 'x', NaN])('is not one with time %s', (time) => {
    expect(timelineAfter([turnStart(1), reading(1, 1, 5), { ...reading(1, 2, 9), time }]).ownReading).toBe(after(5))
  })

  it('C44: is not one that a fork inherited, where the session knows its own rows', () => {
    const inherited = [turnStart(4), stepStart(4, 1), reading(4, 1, 0), stepEnd(4, 1), turnEnd(4)]
    const isOwn = (seq: number) => seq >= inherited.length
    expect(timelineAfter(inherited, isOwn).ownReading).toBeUndefined()
    expect(timelineAfter([...inherited, turnStart(5, 480), reading(5, 1, 480)], isOwn).ownReading).toBe(after(480))
  })

  it('C44: is not one before a seed’s end that is marked inherited', () => {
    const rows = [turnStart(4), reading(4, 1, 0), turnEnd(4), row('session/end-seed', 480, { inherited: true })]
    expect(timelineAfter(rows).ownReading).toBeUndefined()
    expect(timelineAfter([...rows, turnStart(5, 481), reading(5, 1, 481)]).ownReading).toBe(after(481))
  })

  it('C43: stays through a seed’s end that a resume has written', () => {
    expect(timelineAfter([turnStart(1), reading(1, 1, 5), turnEnd(1), row('session/end-seed', 480)]).ownReading).toBe(after(5))
  })

  it('C44: is still history that the child measures from', () => {
    expect(answersOf(timelineAfter([turnStart(4), assistant(3), reading(4, 1, 4), turnEnd(4), row('session/end-seed', 480, { inherited: true }), turnStart(5, 481)]))).toMatchObject({ first: after(3) })
  })
})

describe('an acceptance', () => {
  const baseline = (rows: readonly Row[], ...incoming: string[]) => timelineAfter(rows).baseline(1, incoming)

  it('survives the claim, until the step’s rows have landed', () => {
    const rows = [accept(0, 'p'), turnStart(1, 5), claim(5)]
    expect(answersOf(timelineAfter(rows), ['p'])).toMatchObject({ first: after(0), pending: 1 })
    expect(timelineAfter([...rows, stepStart(1, 1, 6), user('p', 6), stepEnd(1, 1, 9)]).pending).toBe(0)
  })

  it('is forgotten when the turn ends without the step', () => {
    expect(timelineAfter([accept(0, 'p'), turnStart(1, 5), claim(5), turnEnd(1, 6)]).pending).toBe(0)
    expect(timelineAfter([accept(0, 'p'), turnStart(1, 5), claim(5), turnStart(2, 6)]).pending).toBe(0)
  })

  it('survives a claim that the host logs before the turn, or before the previous step has ended', () => {
    expect(baseline([accept(0, 'p'), claim(5), turnStart(1, 5)], 'p')).toBe(after(0))
    const steered = [turnStart(1), stepStart(1, 1), accept(3, 'p'), claim(5), stepEnd(1, 1, 5)]
    expect(baseline(steered, 'p')).toBe(after(3))
    expect(timelineAfter([...steered, stepStart(1, 2, 6), user('p', 6), stepEnd(1, 2, 7)]).pending).toBe(0)
    expect(timelineAfter([...steered, turnEnd(1, 6)]).pending).toBe(0)
  })

  it('is forgotten with a message that was withdrawn, and kept for those that wait behind it', () => {
    const rows = [accept(0, 'a', 'b', 'c'), splice(1, { start: 1, removedCount: 1, outcome: 'canceled' }), turnStart(1, 5), claim(5)]
    expect(timelineAfter(rows).pending).toBe(2)
    expect(baseline(rows, 'b')).toBeUndefined()
    expect(baseline(rows, 'a')).toBe(after(0))
    expect(timelineAfter([...rows, turnEnd(1, 6)]).pending).toBe(1)
  })

  it('waits in its own queue', () => {
    const rows = [accept(0, 'a'), splice(1, { target: 'next-step', inserted: ['b'] }), turnStart(1, 5), splice(5, { target: 'next-step', removedCount: 1 }), turnEnd(1, 6)]
    expect(baseline(rows, 'a')).toBe(after(0))
    expect(baseline(rows, 'b')).toBeUndefined()
  })

  it('is the last one, where a message was taken out and put back', () => {
    expect(baseline([accept(0, 'p'), claim(1), accept(7, 'p'), turnStart(1, 8), claim(8)], 'p')).toBe(after(7))
    expect(baseline([accept(0, 'p'), claim(1), accept(7, 'p'), turnStart(1, 8), turnEnd(1, 9)], 'p')).toBe(after(7))
  })

  it('counts for its own step only, though the clock was corrected since', () => {
    const rows = [accept(1000, 'p'), turnStart(1, 10), claim(10), stepStart(1, 1, 10), user('p', 10)]
    expect(baseline(rows)).toBe(after(1000))
    expect(baseline([...rows, stepEnd(1, 1, 12), turnEnd(1, 12), turnStart(2, 13)])).toBe(after(10))
  })

  it('counts only for messages of this step', () => {
    const rows = [accept(0, 'p', 'q'), turnStart(1, 5), claim(5)]
    expect(baseline([...rows, stepStart(1, 1, 6)])).toBeUndefined()
    expect(baseline([...rows, stepStart(1, 1, 6), user('x', 6)])).toBeUndefined()
    expect(baseline([...rows, stepStart(1, 1, 6), user('p', 6)])).toBe(after(0))
  })
})

it('what a timeline keeps does not grow with the log', () => {
  const turn = (number: number): Row[] => [accept(number, 'p'), turnStart(number, number), claim(number), stepStart(number, 1, number), user('p', number), reading(number, 1, number), requestHeader(), assistant(number), stepEnd(number, 1), turnEnd(number)]
  expect(timelineAfter(Array.from({ length: 1000 }, (_, number) => turn(number + 1)).flat()).pending).toBe(0)
})

it('a fold row by row says at every row what a fold from scratch says', () => {
  fc.assert(
    fc.property(fc.array(logRow, { maxLength: 40 }), fc.nat(40), (rows, boundary) => {
      const isOwn = (seq: number) => seq >= boundary
      const timeline = new Timeline(isOwn)
      rows.forEach((each, index) => {
        timeline.advance(understand(each))
        // Asking changes nothing.
        answersOf(timeline, ['a', 'b'])
        timeline.isLate(readingOf(1, 1))
        expect(answersOf(timeline, ['a', 'b'])).toEqual(answersOf(timelineAfter(rows.slice(0, index + 1), isOwn), ['a', 'b']))
      })
    }),
  )
})
