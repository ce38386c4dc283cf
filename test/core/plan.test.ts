import { foldSurface, type SessionEvent } from '@deepseek-ai/dsh-session'
import { countTokens } from 'gpt-tokenizer'
import { describe, expect, it } from 'vitest'
import { combine, PLANNED_INTERVALS, Planner, type IntervalPlan, type Plan } from '../../src/core/plan.js'
import { resolveZone, type Zone } from '../../src/core/zone.js'
import { keptLog, readingTexts, type KeptLog } from '../support/kept-log.js'

const zoneOf = (name: string): Zone => {
  const result = resolveZone(name)
  if (result.kind === 'refused') throw new Error(result.remedy)
  return result.zone
}

const shanghai = zoneOf('Asia/Shanghai')

const SECOND = 1000
const MINUTE = 60 * SECOND
const HOUR = 60 * MINUTE

const planOf = ({ header, rows }: KeptLog, intervals?: readonly number[]): Plan => {
  const planner = new Planner(shanghai, header, intervals)
  for (const row of rows) planner.row(row)
  return planner.plan()
}

const at = (plan: Plan, interval: number): IntervalPlan => {
  const found = plan.intervals.find((each) => each.interval === interval)
  if (found === undefined) throw new Error(`no interval ${interval}`)
  return found
}

/** A log of one-step turns at given minutes; text rows are put between turns as they are. */
const turnsAt = (minutes: readonly number[], between: (seq: number, turn: number) => readonly object[] = () => [], header: object = { version: 0 }): KeptLog => {
  const rows: Record<string, unknown>[] = []
  const add = (type: string, minute: number, data: object, more: object = {}): void => void rows.push({ type, seq: rows.length, time: Date.UTC(2026, 0, 1) + minute * MINUTE, data, ...more })
  for (const [index, minute] of minutes.entries()) {
    const turn = index + 1
    add('turn/start', minute, { turn })
    for (const row of between(rows.length, turn)) rows.push({ seq: rows.length, time: Date.UTC(2026, 0, 1) + minute * MINUTE, ...row })
    add('step/start', minute, { turn, step: 1 })
    add('user/message', minute, { id: `p${turn}`, source: { kind: 'user' } }, { surfaceOp: 'append' })
    add('assistant/message', minute, { turn, step: 1 }, { surfaceOp: 'append' })
    add('step/end', minute, { turn, step: 1 })
    add('turn/end', minute, { turn })
  }
  return { header: { type: 'session', ...header }, rows }
}

const isReading = (row: Readonly<Record<string, unknown>>): boolean => readingTexts({ header: {}, rows: [row] }).length > 0

/** For each request of a stored log, whether the host's own surface shows a reading in it. */
const shownByHost = ({ rows }: KeptLog): boolean[] =>
  rows.flatMap(({ type }, index) => {
    if (type !== 'step/start') return []
    const behind = rows.findIndex((row, at) => at > index && /^(?:assistant|request)\//.test(String(row['type'])))
    const { nodes } = foldSurface(rows.slice(0, behind) as unknown as SessionEvent[])
    return [nodes.some((seq) => isReading(rows[seq] ?? {}))]
  })

describe('a plan of a real log', () => {
  it.each([
    ['format-0-tools.jsonl', 0],
    ['format-0-crashed.jsonl', 0],
    ['format-0-resumed.jsonl', 0],
    ['format-0-compacted.jsonl.zstd', 10 * MINUTE],
    ['format-0-first.jsonl', 0],
    ['format-2.jsonl', 0],
    ['format-3.jsonl', 0],
  ])('says of %s, for the interval it was made with, what stands in it', async (name, interval) => {
    const log = await keptLog(name)
    const texts = readingTexts(log)
    expect(at(planOf(log), interval)).toMatchObject({
      readings: texts.length,
      characters: texts.join('').length,
      tokens: texts.reduce((sum, text) => sum + Math.ceil(text.length / 3), 0),
    })
  })

  it('is the same whether or not readings stand in it', async () => {
    const log = await keptLog('format-0-tools.jsonl')
    const without = log.rows.map((row) => (isReading(row) ? { type: 'made/up', seq: row['seq'] } : row))
    expect(without).not.toEqual(log.rows)
    expect(planOf({ ...log, rows: without })).toEqual(planOf(log))
  })

  it('agrees with the host on which requests show a reading', async () => {
    const log = await keptLog('format-0-compacted.jsonl.zstd')
    const shown = shownByHost(log)
    expect(shown).toEqual([true, true, false, true, true])
    expect(planOf(log).requests).toBe(shown.length)
    expect(at(planOf(log), 10 * MINUTE).blind).toBe(shown.filter((each) => !each).length)
  })

  it('counts the requests of a forked session and not those that it inherited', async () => {
    const log = await keptLog('format-0-forked.jsonl')
    const plan = planOf(log)
    expect(plan.requests).toBe(2)
    expect(at(plan, HOUR).readings).toBe(1)
    expect(at(plan, 0).readings).toBe(2)
  })

  it('knows what was inherited by the mark of format 4', async () => {
    const plan = planOf(await keptLog('format-4.jsonl'))
    expect(plan.requests).toBe(1)
    expect(plan.intervals.map(({ readings }) => readings)).toEqual(PLANNED_INTERVALS.map(() => 1))
  })

  it('counts nothing when everything was inherited', async () => {
    const { header, rows } = await keptLog('format-0-forked.jsonl')
    const plan = planOf({ header, rows: rows.slice(0, Number(header['seedLength'])) })
    expect(plan.requests).toBe(0)
    expect(plan.intervals.map(({ readings }) => readings)).toEqual(PLANNED_INTERVALS.map(() => 0))
  })
})

describe('the oldest clock', () => {
  const log = turnsAt([0, 4, 11, 12])

  it('is no age at all when every step has a reading', () => {
    expect(at(planOf(log), 0)).toMatchObject({ readings: 4, oldest: 0, blind: 0 })
  })

  it('is the longest time between a request and the reading before it', () => {
    expect(at(planOf(log), 10 * MINUTE)).toMatchObject({ readings: 2, oldest: 4 * MINUTE })
    expect(at(planOf(log), 5 * MINUTE)).toMatchObject({ readings: 2, oldest: 4 * MINUTE })
    expect(at(planOf(log), HOUR)).toMatchObject({ readings: 1, oldest: 12 * MINUTE })
  })

  it('is unknown when no reading could be made', () => {
    const timeless = { ...log, rows: log.rows.map((row) => ({ ...row, time: -1e12 })) }
    expect(at(planOf(timeless), 0)).toMatchObject({ readings: 0, oldest: undefined, blind: 4 })
    const broken = { ...log, rows: log.rows.map((row) => ({ ...row, time: 'noon' })) }
    expect(planOf(broken)).toMatchObject({ requests: 4 })
    expect(at(planOf(broken), 0)).toMatchObject({ readings: 0, oldest: undefined })
  })

  it('is never below zero, and a clock that jumps back makes a reading due', () => {
    expect(at(planOf(turnsAt([10, 0, 1])), HOUR)).toMatchObject({ readings: 2, oldest: MINUTE })
  })
})

describe.each([
  ['start and end', (start: number, end: number) => ({ op: 'replace', start, end })],
  ['startSeq and endSeq', (startSeq: number, endSeq: number) => ({ op: 'replace', startSeq, endSeq })],
])('compaction, with %s', (_, replace) => {
  const summary = (start: number, end: number): object => ({ type: 'user/message', data: { source: { kind: 'plugin', plugin: 'compact' } }, surfaceOp: replace(start, end), sourceEventSeqs: [start, end] })

  it('hides readings, and the raw log still holds the next one back', () => {
    // Each turn is six rows; rows 2 and 3 are visible. The summary stands in turn 2, before its step.
    const plan = planOf(turnsAt([0, 4, 6, 20], (_, turn) => (turn === 2 ? [summary(2, 3)] : [])))
    expect(at(plan, 0)).toMatchObject({ readings: 4, blind: 0, blindFor: 0 })
    expect(at(plan, 10 * MINUTE)).toMatchObject({ readings: 2, oldest: 6 * MINUTE, blind: 2, blindFor: 2 * MINUTE })
    expect(at(plan, HOUR)).toMatchObject({ readings: 1, oldest: 20 * MINUTE, blind: 3, blindFor: 16 * MINUTE })
  })

  it('leaves a reading that stands behind what it takes', () => {
    const plan = planOf(turnsAt([0, 4, 6], (_, turn) => (turn === 3 ? [summary(2, 3)] : [])))
    expect(at(plan, 0).blind).toBe(0)
    expect(at(plan, MINUTE)).toMatchObject({ readings: 3, blind: 0 })
    expect(at(plan, HOUR)).toMatchObject({ readings: 1, blind: 1 })
  })

  it('works a second time, on a range that starts at the first summary', () => {
    const plan = planOf(turnsAt([0, 4, 6], (seq, turn) => (turn === 2 ? [summary(2, 3)] : turn === 3 ? [summary(7, seq - 3)] : [])), [0, 5 * MINUTE])
    expect(at(plan, 5 * MINUTE)).toMatchObject({ readings: 2, blind: 1 })
  })
})

describe('a step', () => {
  it('that is still open at the end counts', () => {
    const { header, rows } = turnsAt([0, 4])
    expect(planOf({ header, rows: rows.slice(0, -3) })).toMatchObject({ requests: 2 })
    expect(planOf({ header, rows: rows.slice(0, -4) })).toMatchObject({ requests: 2 })
  })

  it('measures a prompt that waited from its acceptance, as the plugin does', async () => {
    const log = await keptLog('format-2.jsonl')
    expect(readingTexts(log)[0]).toContain(': 45s.')
    expect(at(planOf(log), 0).characters).toBe(readingTexts(log).join('').length)
  })

  it('with rows that mean nothing costs nothing', () => {
    for (const row of [null, 1, 'x', [], {}, { type: 'step/start' }, { type: 'step/start', data: { turn: -1, step: {} }, time: NaN }]) {
      const planner = new Planner(shanghai, undefined)
      planner.row(row)
      expect(at(planner.plan(), 0).readings).toBe(0)
    }
  })
})

it('several logs add up, ages by the greatest', () => {
  const [one, other] = [planOf(turnsAt([0, 4])), planOf(turnsAt([0, 9, 30]))]
  const both = combine([one, other])
  expect(both?.requests).toBe(5)
  expect(both === undefined ? undefined : at(both, HOUR)).toMatchObject({ readings: 2, oldest: 30 * MINUTE })
  expect(combine([])).toBeUndefined()
})

it('estimates tokens within a fifth of what a tokenizer counts', async () => {
  for (const name of ['format-0-tools.jsonl', 'format-4.jsonl']) {
    for (const text of readingTexts(await keptLog(name))) {
      const estimate = Math.ceil(text.length / 3)
      expect(Math.abs(estimate - countTokens(text)) / countTokens(text)).toBeLessThan(0.2)
    }
  }
})
