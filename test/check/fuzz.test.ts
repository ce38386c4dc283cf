/**
 * Mutated rows and lines. `FUZZ_SECONDS` makes the run longer, `FUZZ_SEED` makes it another one.
 */

import { readdirSync, readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { Checker, RULE_IDS } from '../../src/check.js'
import { knownZones } from '../../src/core/check.js'
import { understand } from '../../src/core/event.js'
import { LogReader } from '../../src/core/log.js'
import { isRecord } from '../../src/core/record.js'
import { judgeReading, sentence, type Judgement } from '../../src/core/rules.js'
import { Timeline } from '../../src/core/timeline.js'
import { Mutator } from '../support/mutation.js'
import { recordedLog } from './host-log.js'

const seconds = Number(process.env['FUZZ_SECONDS'] ?? 4)
const seed = Number(process.env['FUZZ_SEED'] ?? 1)
const timeout = (seconds + 60) * 1000

/** What a timeline may remember, whatever it was fed: 16 queues, acceptances and claims, of 1000 messages each. */
const MOST = 18 * 1000

const cases = new URL('../cases/', import.meta.url)

const caseRows = (): unknown[] =>
  readdirSync(cases, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.jsonl'))
    .flatMap((file) => readFileSync(new URL(file, cases), 'utf8').trimEnd().split('\n').map((line): unknown => JSON.parse(line)))

/** Run for some rounds and then until the time is up; what is thrown says in which round. */
const forAWhile = (least: number, act: () => void): number => {
  const end = Date.now() + (seconds * 1000) / 2
  let round = 0
  try {
    for (; round < least || Date.now() < end; round += 1) act()
  } catch (error) {
    throw new Error(`seed ${seed}, round ${round}: ${String(error)}`, { cause: error })
  }
  return round
}

/** The checker without the net below it: what throws here throws. */
class Bare {
  readonly #timeline = new Timeline()
  readonly #judgement: Judgement = { use: 'live', format: 0, clockTolerance: 0, zoneOf: knownZones() }

  row(row: unknown): void {
    const event = understand(row)
    const timeline = this.#timeline
    if (event.kind === 'reading' && isRecord(row)) judgeReading({ row, event, timeline }, this.#judgement).map(sentence)
    timeline.advance(event)
    timeline.baseline(1, ['p'])
  }

  get ids(): number {
    return this.#timeline.ids
  }
}

it('no mutated row makes the checker throw, hang, or keep more than it may', async () => {
  const rows = [...(await recordedLog()), ...caseRows()]
  const mutator = new Mutator(seed)
  const seen = new Set<string>()
  const checker = new Checker({ onFinding: ({ rule }) => seen.add(rule) })
  const bare = new Bare()
  let place = 0
  const total = forAWhile(40, () => {
    for (let each = 0; each < 1000; each += 1) {
      place = mutator.below(50) === 0 ? mutator.below(rows.length) : (place + 1) % rows.length
      let row = rows[place]
      for (let changes = mutator.below(3); changes > 0; changes -= 1) row = mutator.mutate(row)
      bare.row(row)
      checker.row(row)
    }
    expect(Math.max(checker.stateSize, bare.ids)).toBeLessThanOrEqual(MOST)
  })
  const { rows: checked, readings, notUnderstood } = checker.verdict()
  console.log(`${checked} mutated rows of seed ${seed}: ${readings} readings, ${notUnderstood} not understood, ${checker.stateSize} ids kept`)
  expect(checked).toBe(total * 1000)
  expect([...seen].sort()).toEqual(RULE_IDS.filter((rule) => rule !== 'version').sort())
}, timeout)

it('no mutated line makes reading and checking throw or hang', async () => {
  const log = new TextEncoder().encode((await recordedLog()).map((row) => `${JSON.stringify(row)}\n`).join(''))
  const mutator = new Mutator(seed)
  const outcomes = new Map<string, number>()
  const total = forAWhile(400, () => {
    const bytes = Uint8Array.from(mutator.below(2) === 0 ? log : log.subarray(0, mutator.below(log.length)))
    const letters = mutator.below(4) === 0 ? 256 : 128
    for (let changes = mutator.below(3); changes > 0 && bytes.length > 0; changes -= 1) bytes[mutator.below(bytes.length)] = mutator.below(letters)
    const reader = new LogReader()
    const checker = new Checker({ onFinding: () => {} })
    const cut = mutator.below(bytes.length + 1)
    for (const part of [bytes.subarray(0, cut), bytes.subarray(cut)]) for (const row of reader.push(part)) checker.row(row)
    for (const row of reader.end()) checker.row(row)
    const outcome = reader.problem?.kind ?? 'read to the end'
    outcomes.set(outcome, (outcomes.get(outcome) ?? 0) + 1)
  })
  console.log(`${total} mutated logs of seed ${seed}: ${[...outcomes].map(([outcome, count]) => `${outcome} ${count}`).join(', ')}`)
  expect([...outcomes.keys()]).toEqual(expect.arrayContaining(['read to the end', 'truncated', 'json', 'utf8']))
}, timeout)
