import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { Checker, checkLog, sentence, type Finding } from '../../src/check.js'
import { knownZones } from '../../src/core/check.js'
import { resolveZone } from '../../src/core/zone.js'
import { accept, after, reading, row, stepEnd, stepStart, turnEnd, turnStart } from '../support/rows.js'

const broken = [{ type: 'session', version: 7 }, turnStart(1), stepStart(1, 1), reading(2, 1, 0), stepEnd(1, 1), turnEnd(1)]

describe('a verdict', () => {
  it('over nothing is empty', () => {
    expect(checkLog([])).toEqual({ rows: 0, readings: 0, notUnderstood: 0, counts: { fail: 0, report: 0, error: 0, note: 0 }, findings: [] })
  })

  it('counts rows, readings, and findings by severity; the header is no row', () => {
    expect(checkLog(broken)).toMatchObject({ rows: 5, readings: 1, notUnderstood: 0, counts: { fail: 0, report: 0, error: 1, note: 1 } })
  })

  it('has the severities of its use', () => {
    expect(checkLog(broken, { use: 'loaded' }).findings.map(({ severity }) => severity)).toEqual(['note', 'report'])
    expect(checkLog(broken, { use: 'live' }).findings.map(({ rule, severity }) => [rule, severity])).toEqual([['version', 'note'], ['source', 'fail'], ['position', 'fail']])
  })

  it('is the same row by row and whole', () => {
    const checker = new Checker()
    const findings = broken.flatMap((each) => checker.row(each))
    expect(checker.verdict()).toEqual(checkLog(broken))
    expect(checker.verdict().findings).toEqual(findings)
  })

  it('lists no findings where they are streamed', () => {
    const streamed: Finding[] = []
    const verdict = checkLog(broken, { onFinding: (finding) => streamed.push(finding) })
    expect(streamed.map(({ rule }) => rule)).toEqual(['version', 'position'])
    expect(verdict).toEqual({ ...checkLog(broken), findings: [] })
  })

  it('does not change afterwards', () => {
    const checker = new Checker()
    const verdict = checker.verdict()
    for (const each of broken) checker.row(each)
    expect(verdict).toEqual(checkLog([]))
  })
})

describe('a finding', () => {
  it('is one sentence, with where, what, expected and got', () => {
    expect(checkLog(broken).findings.map(sentence)).toEqual([
      "header, version: the log's format is a known one; expected a format from 0 to 4, got 7",
      'row 2, position: a reading names the open step, or the next one where no step is open; expected turn 1, step 1, got turn 2, step 1',
    ])
  })

  it('has the number that its row says', () => {
    const rows = broken.map((each, index) => ({ ...each, seq: index + 40 }))
    expect(checkLog(rows).findings.map(({ seq }) => seq)).toEqual([null, 43])
    expect(checkLog(rows.map((each) => ({ ...each, seq: -1 }))).findings.map(({ seq }) => seq)).toEqual([null, 2])
  })

  it('is short, however long the row is', () => {
    const text = 'x'.repeat(1_000_000)
    const long = { ...reading(1, 1, 0), data: { role: 'user', content: [{ type: 'text', text }], source: { kind: 'time-context', [text]: text } } }
    const { findings } = checkLog([turnStart(1), long])
    expect(findings.map(({ rule }) => rule)).toEqual(['format', 'source'])
    expect(findings.map(sentence).join('').length).toBeLessThan(2000)
  })

  it('may make its taker throw', () => {
    const checker = new Checker({ onFinding: () => { throw new Error('full') } })
    expect(() => broken.forEach((each) => checker.row(each))).toThrow('full')
  })
})

describe('a tolerance', () => {
  it.each([-1, 60_001, NaN, Infinity, -0.5])('of %s is refused', (clockToleranceMs) => {
    expect(() => new Checker({ clockToleranceMs })).toThrow(new RangeError(`clockToleranceMs must be a number of milliseconds from 0 to 60000, got ${clockToleranceMs}`))
    expect(() => checkLog([], { clockToleranceMs })).toThrow(RangeError)
  })

  it('C31: counts to the millisecond', () => {
    const rows = [turnStart(1), stepStart(1, 1), { ...reading(1, 1, 60), time: after(0) }]
    expect(checkLog(rows, { clockToleranceMs: 60_000 }).findings).toEqual([])
    expect(checkLog(rows, { clockToleranceMs: 59_999 }).findings.map(({ rule }) => rule)).toEqual(['clock'])
  })
})

describe('a row is not understood', () => {
  const hostile = new Proxy({}, { get: () => { throw new Error('no') }, has: () => { throw new Error('no') } })
  const { proxy: revoked, revoke } = Proxy.revocable({}, {})
  revoke()

  it.each([
    ['nothing', undefined],
    ['null', null],
    ['a number', 7],
    ['a text', '{}'],
    ['a list', []],
    ['no type', { time: 0, data: {} }],
    ['no time', { type: 'turn/end', data: {} }],
    ['a type that no known host writes', row('moon/phase', 0)],
    ['a turn without a number', row('turn/start', 0, {})],
    ['a step without a number', row('step/start', 0, { turn: 1 })],
    ['C60: a message without data', row('user/message', 0, null)],
    ['C51: a message without a time', { ...row('user/message', 0, {}), time: NaN }],
    ['a queue without data', row('agent/inbox/spliced', 0, null)],
    ['members that throw', hostile],
    ['a revoked proxy', revoked],
    ['a second header', { type: 'session', version: 0 }],
  ])('where it is %s', (_, odd) => {
    const checker = new Checker()
    checker.row(turnEnd(1))
    expect(checker.row(odd)).toEqual([])
    expect(checker.verdict()).toMatchObject({ rows: 2, notUnderstood: 1 })
    expect(checker.notUnderstood).toBe(1)
  })

  it.each([
    ['a type that says nothing about time', row('request/context', 0)],
    ['a type that readers may ignore', { ...row('moon/phase', 0), ignorable: true }],
    ['a restatement of older history', { ...row('user/message', 0, {}), surfaceOp: { op: 'replace', startSeq: 1, endSeq: 2 } }],
    ['a message with nothing in it', row('user/message', 0, {})],
  ])('but is where it is %s', (_, each) => {
    expect(checkLog([each]).notUnderstood).toBe(0)
  })
})

it('C30: a zone whose rules have changed since is a note at most, whatever this engine knows', () => {
  const time = Date.parse('2026-12-01T12:00:00Z')
  for (const written of ['2026-12-01T04:00:00-08:00[America/Vancouver]', '2026-12-01T05:00:00-07:00[America/Vancouver]']) {
    const text = `Time sampled while preparing turn 1, step 1: ${written}\nElapsed since the preceding model-visible message: unavailable.`
    const stored = { type: 'user/message', time, surfaceOp: 'append', data: { content: [{ type: 'text', text }], source: { kind: 'time-context' } } }
    const { counts, findings } = checkLog([turnStart(1), stepStart(1, 1), stored])
    expect(counts.error).toBe(0)
    expect(findings.every(({ rule }) => rule === 'zone')).toBe(true)
  }
})

it('zones are looked up once, and a bounded number is kept', () => {
  const zoneOf = knownZones()
  const first = zoneOf('Asia/Shanghai')
  expect(first?.name).toBe('Asia/Shanghai')
  expect(zoneOf('Asia/Shanghai')).toBe(first)
  expect(zoneOf('Mars/Olympus')).toBeUndefined()
  for (let number = 0; number < 64; number += 1) zoneOf(`Mars/Olympus${number}`)
  expect(zoneOf('Asia/Shanghai')).not.toBe(first)
  expect(zoneOf('x'.repeat(1_000_000))).toBeUndefined()
})

it.each(['America/New_York', 'Europe/London', 'Australia/Lord_Howe', 'Africa/Casablanca', 'Pacific/Apia', 'Africa/Monrovia', 'UTC'])('a day’s two ends tell its offsets in %s', (name) => {
  const [result, zone] = [resolveZone(name), knownZones()(name)]
  if (result.kind !== 'accepted') throw new Error(`this engine does not know ${name}`)
  fc.assert(
    fc.property(fc.integer({ min: 0, max: Date.UTC(2040, 0) }), fc.integer({ min: -90_000_000, max: 90_000_000 }), (instant, further) => {
      expect(zone?.offsetAt(instant)).toBe(result.zone.offsetAt(instant))
      expect(zone?.offsetAt(instant + further)).toBe(result.zone.offsetAt(instant + further))
    }),
  )
})

it('C22: the day of a change has both offsets', () => {
  const zone = knownZones()('America/New_York')
  const offsets = ['2026-11-01T05:59:59Z', '2026-11-01T06:00:00Z', '2026-11-01T05:30:00Z', '2026-03-08T06:59:59Z', '2026-03-08T07:00:00Z'].map((text) => zone?.offsetAt(Date.parse(text)))
  expect(offsets.map((offset) => Number(offset) / 3600)).toEqual([-4, -5, -4, -5, -4])
})

it('what is kept of a log is counted', () => {
  const checker = new Checker()
  checker.row(accept(0, 'p'))
  expect(checker.stateSize).toBe(2)
})
