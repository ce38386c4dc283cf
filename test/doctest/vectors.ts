/**
 * The cases of the documents as data that any language can run: `vectors.json`. Ids come from the
 * documents: the block's id, and within a table what stands left of the arrow.
 */

import { checkLog } from '../../src/check.js'
import { formatReading } from '../../src/reading.js'
import type { Block } from './block.js'
import { casesOf, instantIn, millisecondsIn, quotedText, scheduleIn, zoneValueIn } from './kinds/cases.js'
import { rateIn, readingIn } from './kinds/cost.js'
import { courseOf } from './kinds/scenario.js'
import type { Moment } from './scenario/scenario.js'

/** A moment, tagged, so that no port takes it for a plain number: the text keeps its milliseconds. */
export interface Instant {
  readonly $instant: string
}

/** One case. */
export interface Vector extends Readonly<Record<string, unknown>> {
  readonly id: string
  readonly kind: string
}

/** The whole file. */
export interface Vectors {
  readonly $schema: string
  readonly version: 1
  readonly cases: readonly Vector[]
}

const instant = (milliseconds: number): Instant => ({ $instant: new Date(milliseconds).toISOString() })

const durationVector = (id: string, given: string, result: string): Vector => {
  const text = quotedText(given)
  if (text !== undefined) return { id, kind: 'parse-duration', text, milliseconds: result === 'refused' ? null : millisecondsIn(result) }
  return { id, kind: 'format-duration', milliseconds: millisecondsIn(given), text: result }
}

const PARSED = /^turn (\d+), step (\d+), (\S+ \S+), (?:(\d+) ms|unavailable)$/

const parseVector = (id: string, given: string, result: string): Vector => {
  const [, turn, step, moment = '', elapsed] = PARSED.exec(result) ?? []
  const reading = turn === undefined ? null : { turn: Number(turn), step: Number(step), ...momentOf(moment), elapsed: elapsed === undefined ? null : Number(elapsed) }
  return { id, kind: 'parse-reading', text: quotedText(given), reading }
}

const timestampVector = (id: string, given: string, result: string): Vector => {
  const text = quotedText(given)
  if (text !== undefined) return { id, kind: 'parse-timestamp', text, ...(result === 'refused' ? { instant: null, zone: null } : momentOf(result)) }
  return { id, kind: 'format-timestamp', ...momentOf(given), text: result === 'no reading' ? null : result }
}

const momentOf = (words: string): { readonly instant: Instant; readonly zone: string } => {
  const moment = instantIn(words)
  return { instant: instant(moment.instant), zone: moment.zone.name }
}

const zoneVector = (id: string, given: string, result: string): Vector => {
  const refusal = /^refused: (.*)$/.exec(result)?.[1] ?? null
  const process = given.startsWith('TZ=')
  return { id, kind: process ? 'process-zone' : 'zone', given: process ? given.slice('TZ='.length) : zoneValueIn(given), name: refusal === null ? result : null, refusal }
}

const scheduleVector = (id: string, given: string, result: string): Vector => {
  const { interval, latest, now } = scheduleIn(given)
  return { id, kind: 'schedule', refreshIntervalMs: interval, latest: latest === undefined ? null : instant(latest), now: instant(now), due: result.startsWith('due'), because: result.replace(/^.*: /, '') }
}

const costVector = (id: string, given: string, result: string): Vector => {
  const rate = rateIn(given)
  if (rate !== undefined) return { id, kind: 'rate', refreshIntervalMs: rate.interval, stepEveryMs: rate.pause, readingsPerHour: Number.parseInt(result, 10) }
  const reading = readingIn(given)
  return { id, kind: 'reading', turn: reading.turn, step: reading.step, instant: instant(reading.timestamp.instant), zone: reading.timestamp.zone, elapsed: reading.elapsed ?? null, text: formatReading(reading), characters: Number.parseInt(result, 10) }
}

const tables: Readonly<Record<string, (id: string, given: string, result: string) => Vector>> = {
  duration: durationVector,
  timestamp: timestampVector,
  zone: zoneVector,
  schedule: scheduleVector,
  cost: costVector,
  parse: parseVector,
}

const eventOf = ({ happening, clock }: Moment, reading: string | null | undefined): object => {
  const at = instant(clock)
  if (happening.kind !== 'step') return { at, event: happening.kind }
  const { turn, step, fate } = happening
  return { at, event: 'step', turn, step, fate, reading: reading ?? null }
}

const scenarioVector = async (block: Block): Promise<Vector> => {
  const { scenario, course } = await courseOf(block)
  const { timeZone, refreshIntervalMs = 0 } = scenario.config
  return {
    id: block.id,
    kind: 'scenario',
    protocols: block.keys['protocol'] === undefined ? ['decision', 'inject'] : [block.keys['protocol']],
    timeZone,
    refreshIntervalMs,
    events: scenario.moments.map((moment) => eventOf(moment, course.readings.get(moment.line)?.text)),
  }
}

const checkVector = ({ id, keys, body }: Block): Vector => {
  const rows: unknown[] = body.map((line) => JSON.parse(line))
  const clockToleranceMs = Number(keys['clockToleranceMs'] ?? 0)
  const { readings, counts, findings } = checkLog(rows, { clockToleranceMs })
  return { id, kind: 'check', clockToleranceMs, rows, readings, errors: counts.error, notes: counts.note, findings: findings.map(({ rule, severity, seq }) => ({ rule, severity, seq })) }
}

/** The vectors that a block gives; most kinds give none. */
export const vectorsOf = async (block: Block): Promise<readonly Vector[]> => {
  if (block.kind === 'scenario') return [await scenarioVector(block)]
  if (block.kind === 'log') return [checkVector(block)]
  const convert = tables[block.kind]
  return convert === undefined ? [] : casesOf(block).map(({ given, result }) => convert(`${block.id}/${given}`, given, result))
}

/**
 * The vectors of documents.
 * @param blocks - the blocks of one language, in the order of the documents.
 */
export const buildVectors = async (blocks: readonly Block[]): Promise<Vectors> => {
  const cases: Vector[] = []
  for (const block of blocks) cases.push(...(await vectorsOf(block)))
  return { $schema: './vectors.schema.json', version: 1, cases }
}

/** The file's text. */
export const printVectors = (vectors: Vectors): string => `${JSON.stringify(vectors, undefined, 2)}\n`
