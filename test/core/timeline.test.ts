import { describe, expect, it } from 'vitest'
import { accept, after, assistant, claim, OUR_SOURCES, reading, row, splice, stepEnd, stepStart, summary, timelineAfter, toolResult, turnEnd, turnStart, user, type Row } from '../support/rows.js'

const DAY = 86_400

/** Seconds after `T0` that a reading would be measured from. */
const measuredFrom = (step: number, rows: readonly unknown[], ...incoming: string[]) => {
  const baseline = timelineAfter(rows).baseline(step, incoming)
  return baseline === undefined ? undefined : (baseline - after(0)) / 1000
}

const first = (rows: readonly unknown[], ...incoming: string[]) => measuredFrom(1, rows, ...incoming)
const later = (rows: readonly unknown[]) => measuredFrom(2, rows)

/** A turn that ended long ago. */
const before: Row[] = [turnStart(1, -100), user('old', -100), stepStart(1, 1, -100), assistant(-90), stepEnd(1, 1, -90), turnEnd(1, -90)]

describe('the first step of a turn measures', () => {
  it('C48: from the acceptance of its prompt', () => {
    expect(first([accept(0, 'p'), turnStart(1, 1), claim(1)], 'p')).toBe(0)
  })

  it('C48: from nothing, where no acceptance was logged and nothing came before', () => {
    expect(first([turnStart(1, 1)], 'p')).toBeUndefined()
    expect(first([])).toBeUndefined()
  })

  it('C48b: from the acceptance of a prompt that waited, before and after its rows have landed', () => {
    const waited = [...before, turnEnd(2, 0), accept(0, 'p'), turnStart(3, 45), claim(45)]
    expect(first(waited, 'p')).toBe(0)
    expect(first([...waited, stepStart(3, 1, 45), user('p', 45)])).toBe(0)
    expect(first([...waited, stepStart(3, 1, 45), user('p', 45), reading(3, 1, 45)])).toBe(0)
  })

  it('from the last message before, where that is later than the acceptance', () => {
    const steered = [turnStart(1, 0), stepStart(1, 1, 0), accept(5, 'p'), assistant(9), stepEnd(1, 1, 9), turnEnd(1, 9), turnStart(2, 10), claim(10)]
    expect(first(steered, 'p')).toBe(9)
    expect(first([...steered, stepStart(2, 1, 10), user('p', 10)])).toBe(9)
  })

  it('from the latest of several acceptances', () => {
    const rows = [accept(1, 'a'), splice(3, { start: 1, inserted: ['b'] }), turnStart(1, 5), claim(5, 2)]
    expect(first(rows, 'a', 'b')).toBe(3)
    expect(first(rows, 'b', 'a')).toBe(3)
    expect(first([...rows, stepStart(1, 1, 5), user('a', 5), user('b', 5)])).toBe(3)
  })

  it('on inject hosts from the row of the prompt itself, which stands before the step', () => {
    expect(first([...before, turnStart(2, 0), user('p', 7)])).toBe(7)
    expect(first([...before, turnStart(2, 0), user('p', 7), stepStart(2, 1, 8)])).toBe(7)
  })

  it('from tool results and answers as well as from prompts', () => {
    expect(first([toolResult(3)])).toBe(3)
    expect(first([assistant(4)])).toBe(4)
    expect(first([{ ...user('s', 5), type: 'steering/message' }])).toBe(5)
    expect(first([{ ...user('c', 6), type: 'context/message' }])).toBe(6)
  })

  it('C46: not from a compaction’s summary', () => {
    expect(first([...before, assistant(0), summary(3 * DAY + 40), turnStart(2, 3 * DAY + 41)])).toBe(0)
    // Automatic compaction runs inside the turn, before the step.
    expect(first([...before, assistant(0), accept(50, 'p'), turnStart(2, 50), claim(50), summary(52)], 'p')).toBe(50)
  })

  it('C36: from the prompt, where the answer before it is old', () => {
    const away = 83 * DAY + 2 * 3600
    const rows = [assistant(0), row('session/end-seed', away)]
    expect(first([...rows, accept(away, 'p'), turnStart(8, away), claim(away)], 'p')).toBe(away)
    expect(first([...rows, turnStart(8, away)], 'p')).toBe(0)
  })

  it('C47: from another plugin’s row, but not from our own reading of a turn that died', () => {
    expect(first([...before, user('c', 5, { kind: 'plugin', plugin: 'other' })])).toBe(5)
    for (const source of OUR_SOURCES) expect(first([assistant(0), turnStart(2, 5), stepStart(2, 1, 5), reading(2, 1, 5, source), turnEnd(2, 5), turnStart(3, 9)])).toBe(0)
  })

  it.each([undefined, null, '2026-07-15', NaN])('C51: from the next older row, where the last one has time %s', (time) => {
    expect(first([assistant(3), { ...assistant(9), time }])).toBe(3)
    expect(first([assistant(3), { ...accept(9, 'p'), time }, turnStart(1, 10), claim(10)], 'p')).toBe(3)
  })

  it('C60: from a timed row even where its content is broken', () => {
    expect(first([assistant(0), { ...user('x', 5), data: null }])).toBe(5)
    expect(first([assistant(0), { ...user('x', 5), data: { source: 'time-context' } }])).toBe(5)
  })
})

describe('a later step measures', () => {
  const open = [...before, turnStart(2, 0), stepStart(2, 1, 0), user('p', 0)]

  it.each(OUR_SOURCES)('C62: from our reading of the same turn, whatever shape its source was stored in: %j', (source) => {
    expect(later([...open, reading(2, 1, 3, source), assistant(5), stepEnd(2, 1, 6)])).toBe(3)
  })

  it('from the latest reading of the turn', () => {
    expect(later([...open, reading(2, 1, 1), stepEnd(2, 1, 2), stepStart(2, 2, 2), reading(2, 2, 4), toolResult(8), stepEnd(2, 2, 9)])).toBe(4)
  })

  it('C34: however long the machine slept', () => {
    const rows = [...open, reading(2, 1, 0), stepEnd(2, 1, 1)]
    expect(after(6 * 3600 + 50 * 60 + 3) - (timelineAfter(rows).baseline(2) ?? NaN)).toBe(24_603_000)
  })

  it('C45: from nothing, where the interval held the turn’s readings back', () => {
    expect(later([reading(1, 1, -5), ...open, assistant(5), stepEnd(2, 1, 6)])).toBeUndefined()
  })

  it('C49: from nothing after a crash, never from a reading of the turn that was left open', () => {
    expect(later([turnStart(5, 0), stepStart(5, 1, 0), reading(5, 1, 0), turnStart(6, 60), stepStart(6, 1, 60), stepEnd(6, 1, 61)])).toBeUndefined()
  })

  it('never from a reading between turns', () => {
    expect(later([...before, reading(1, 2, -80)])).toBeUndefined()
  })

  it.each([undefined, null, '2026-07-15', NaN])('C51: from an older reading of the turn, where the last one has time %s', (time) => {
    expect(later([...open, reading(2, 1, 1), stepEnd(2, 1, 2), stepStart(2, 2, 2), { ...reading(2, 2, 4), time }])).toBe(1)
  })
})
