import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { Checker } from '../../src/core/check.js'
import { LogReader } from '../../src/core/log.js'
import { Planner } from '../../src/core/plan.js'
import { resolveZone } from '../../src/core/zone.js'
import { storedLogs } from '../support/command-line.js'

const zoneResult = resolveZone('Asia/Shanghai')
if (zoneResult.kind === 'refused') throw new Error(zoneResult.remedy)
const { zone } = zoneResult

const logs = readdirSync(storedLogs)
  .filter((name) => name.endsWith('.jsonl'))
  .map((name) => readFileSync(join(storedLogs, name), 'utf8').trimEnd().split('\n'))

/** `FUZZ_RUNS=200000 FUZZ_SEED=1` makes it a long search for something new. */
const fuzz = { numRuns: Number(process.env['FUZZ_RUNS'] ?? 500), seed: Number(process.env['FUZZ_SEED'] ?? 13) }

/** Read, check and plan, as the command line does. */
const goThrough = (bytes: Uint8Array, size: number): void => {
  const reader = new LogReader()
  const checker = new Checker()
  let planner: Planner | undefined
  const take = (rows: Iterable<Readonly<Record<string, unknown>>>): void => {
    for (const row of rows) {
      planner ??= new Planner(zone, reader.header)
      checker.row(row)
      planner.row(row)
    }
  }
  for (let start = 0; start < bytes.length; start += size) take(reader.push(bytes.subarray(start, start + size)))
  take(reader.end())
  const { rows, counts, notUnderstood, readings } = checker.verdict()
  expect(rows).toBe(reader.rows)
  expect(notUnderstood + readings).toBeLessThanOrEqual(rows)
  expect(counts.fail + counts.report).toBe(0)
  expect(reader.problem === undefined || reader.problem.line <= reader.line + 1).toBe(true)
  for (const interval of planner?.plan().intervals ?? []) {
    for (const value of Object.values(interval)) expect(value === undefined || (Number.isFinite(value) && value >= 0)).toBe(true)
  }
}

const value = fc.oneof(
  fc.jsonValue({ maxDepth: 2 }),
  fc.constantFrom<unknown>(-1, 1e308, 8.64e15, 9e15, '', 'append', { op: 'replace', start: 4, end: 2 }, { op: 'replace', startSeq: 0, endSeq: 1e9 }, { kind: 'time-context' }, [null], { turn: 1, step: 1 }),
)

/** Put a value somewhere in a row, told by a walk down into it. */
const plant = (row: unknown, walk: readonly number[], planted: unknown): unknown => {
  const [turning, ...rest] = walk
  if (turning === undefined || typeof row !== 'object' || row === null) return planted
  const keys = Object.keys(row)
  const key = keys[turning % Math.max(1, keys.length)]
  if (key === undefined) return planted
  const entries = Object.entries(row).map(([name, inner]) => [name, name === key ? plant(inner, rest, planted) : inner] as const)
  return Array.isArray(row) ? entries.map(([, inner]) => inner) : Object.fromEntries(entries)
}

const changedRows = fc
  .tuple(fc.constantFrom(...logs), fc.array(fc.tuple(fc.nat(), fc.constantFrom('plant', 'plant', 'plant', 'drop', 'repeat', 'swap'), fc.array(fc.nat(8), { minLength: 1, maxLength: 5 }), value), { minLength: 1, maxLength: 6 }))
  .map(([lines, changes]) => {
    const [header = '', ...rows] = lines
    const changed: unknown[] = rows.map((line) => JSON.parse(line))
    for (const [where, how, walk, planted] of changes) {
      const at = where % Math.max(1, changed.length)
      if (how === 'plant') changed[at] = plant(changed[at], walk, planted)
      else if (how === 'drop') changed.splice(at, 1)
      else if (how === 'repeat') changed.splice(at, 0, changed[at])
      else changed.push(...changed.splice(at, 1))
    }
    let seq = 0
    const renumbered = changed.map((row) => (typeof row === 'object' && row !== null && 'seq' in row ? { ...row, seq: seq++ } : row))
    return [header, ...renumbered.map((row) => JSON.stringify(row) ?? '')].join('\n')
  })

const changedBytes = fc.tuple(fc.constantFrom(...logs), fc.array(fc.tuple(fc.nat(), fc.nat(255)), { minLength: 1, maxLength: 4 }), fc.double({ min: 0.5, max: 1, noNaN: true })).map(([lines, changes, share]) => {
  const bytes = new TextEncoder().encode(`${lines.join('\n')}\n`)
  for (const [at, byte] of changes) bytes[at % bytes.length] = byte
  return bytes.subarray(0, Math.ceil(bytes.length * share))
})

describe('a damaged log', () => {
  it('is gone through to a verdict and a plan, whatever stands in its rows', () => {
    fc.assert(
      fc.property(changedRows, (text) => goThrough(new TextEncoder().encode(text), 65_536)),
      fuzz,
    )
  })

  it('is gone through to a verdict and a plan, whatever its bytes are', () => {
    fc.assert(
      fc.property(changedBytes, fc.integer({ min: 50, max: 5000 }), goThrough),
      fuzz,
    )
  })

  it('is gone through in linear time and a fixed state when every row is a replacement', () => {
    const checker = new Checker()
    const planner = new Planner(zone, undefined)
    for (let seq = 0; seq < 40_000; seq++) {
      const row =
        seq % 2 === 0
          ? { type: 'step/start', seq, time: seq * 1000, data: { turn: 1, step: 1 + seq / 2 } }
          : { type: 'user/message', seq, time: seq * 1000, data: {}, surfaceOp: { op: 'replace', start: Math.max(0, seq - 5), end: seq - 1 }, sourceEventSeqs: [seq - 2, seq - 1] }
      checker.row(row)
      planner.row(row)
    }
    expect(checker.stateSize).toBe(0)
    expect(planner.plan().requests).toBe(20_000)
  })
})
