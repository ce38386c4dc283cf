/**
 * What the plugin costs on the published host, beside listeners that do nothing of their own and
 * beside the package of the same name on the registry. All take turns in one process: a block of
 * steps each, in another order every time, so that a slow moment of the machine meets them all.
 *
 * `--check` fails when a ratio is lost by more than the slack.
 */

import { checkingCosts } from './check.ts'
import { median, retained, short, shuffled, table, timeOf } from './measure.ts'
import { Stage, SUBJECT_NAMES, type StepCost, type SubjectName, type Track } from './subjects.ts'

/** Rows in the log. */
const SIZES = [100, 1_000, 10_000, 100_000]

/** Rows streamed between two steps, and how many blocks are run of each. */
const STREAMS = [
  { rows: 1, blocks: 10 },
  { rows: 50, blocks: 6 },
  { rows: 300, blocks: 4 },
]

/** Steps in a block. The first find the caches full of others' work and are left out. */
const BLOCK = { cold: 2, measured: 7 }

/** Agents, for the measurement of memory. */
const AGENTS = 200

/** What is allowed: of a step in a long log, and above a listener that does nothing, in microseconds. */
const LIMITS = { growth: 1.5, floor: 2.5, perRow: 1.5, perStep: 25 }

/** Measurements vary; a ratio is lost when it is missed by more than this. */
const SLACK = 1.3

interface Scenario {
  /** Rows in the log when a block of steps begins. */
  readonly size: number
  /** Rows streamed between two steps. */
  readonly rows: number
}

/** One subject's medians of a block, block by block. */
type Results = Map<string, StepCost[]>

const keyOf = (name: SubjectName, { size, rows }: Scenario): string => `${name}/${size}/${rows}`

const middle = (costs: readonly StepCost[]): StepCost => ({
  append: median(costs.map(({ append }) => append)),
  step: median(costs.map(({ step }) => step)),
  landing: median(costs.map(({ landing }) => landing)),
})

/** Logs by subject and size, made anew when they have grown too long for their name. */
class Tracks {
  readonly #tracks = new Map<string, Track>()

  async take(stage: Stage, size: number): Promise<Track> {
    const key = `${stage.name}/${size}`
    const known = this.#tracks.get(key)
    if (known !== undefined && known.length <= size * 1.25) return known
    await known?.dispose()
    const track = await stage.track(size)
    this.#tracks.set(key, track)
    return track
  }

  async close(): Promise<void> {
    for (const [key, track] of this.#tracks) {
      if (!/^bare(?:, one format)?\//.test(key) && track.additions === 0) throw new Error(`${key}: no message was added to this log`)
      await track.dispose()
    }
  }
}

const runBlock = async (stage: Stage, tracks: Tracks, scenario: Scenario): Promise<StepCost> => {
  const track = await tracks.take(stage, scenario.size)
  const costs = []
  for (let step = 0; step < BLOCK.cold + BLOCK.measured; step++) costs.push(await track.turn(scenario.rows))
  return middle(costs.slice(BLOCK.cold))
}

const run = async (stages: readonly Stage[]): Promise<Results> => {
  const results: Results = new Map()
  const tracks = new Tracks()
  for (let block = 0; block < Math.max(...STREAMS.map(({ blocks }) => blocks)); block++) {
    const streams = STREAMS.filter(({ blocks }) => block < blocks)
    for (const scenario of shuffled(SIZES.flatMap((size) => streams.map(({ rows }) => ({ size, rows }))))) {
      for (const stage of shuffled(stages)) {
        const key = keyOf(stage.name, scenario)
        results.set(key, [...(results.get(key) ?? []), await runBlock(stage, tracks, scenario)])
      }
    }
  }
  await tracks.close()
  return results
}

/** Bytes that stay on the heap for each agent whose step was prepared once. */
const memoryOf = async (stage: Stage | undefined): Promise<number> => {
  const tracks = []
  const before = retained()
  for (let agent = 0; agent < AGENTS && stage !== undefined; agent++) tracks.push(await stage.track(20))
  const bytes = (retained() - before) / AGENTS
  for (const track of tracks) await track.dispose()
  return bytes
}

const started = performance.now()
const stages: Stage[] = []
for (const name of SUBJECT_NAMES) stages.push(await Stage.open(name))
const results = await run(stages)
const formatter = new Intl.DateTimeFormat('en-US', { timeZone: 'Asia/Shanghai', dateStyle: 'short', timeStyle: 'medium', hourCycle: 'h23' })
const format = timeOf(() => formatter.format(Date.now()))
const stageOf = (name: SubjectName): Stage | undefined => stages.find((stage) => stage.name === name)
const memory = (await memoryOf(stageOf('plugin'))) - (await memoryOf(stageOf('bare, one message')))
for (const stage of stages) await stage.close()
const checking = await checkingCosts()

const blocksOf = (name: SubjectName, scenario: Scenario): StepCost[] => results.get(keyOf(name, scenario)) ?? []

const costOf = (name: SubjectName, scenario: Scenario): StepCost => middle(blocksOf(name, scenario))

/** What the quietest block took: other work on the machine only ever adds. */
const quietest = (name: SubjectName, scenario: Scenario, part: keyof StepCost): number => Math.min(...blocksOf(name, scenario).map((cost) => cost[part]))

/** What a part of a step takes above the same part of another subject's. */
const above = (floor: SubjectName, scenario: Scenario, part: keyof StepCost): number => quietest('plugin', scenario, part) - quietest(floor, scenario, part)

/** All that the plugin adds to a step, in parts of what is allowed. */
const shareOf = (scenario: Scenario): number => {
  const added = scenario.rows * above('bare', scenario, 'append') + above('bare', scenario, 'step') + above('bare, one message', scenario, 'landing')
  return added / (LIMITS.perRow * scenario.rows + LIMITS.perStep)
}

const SCENARIOS = SIZES.flatMap((size) => STREAMS.map(({ rows }) => ({ size, rows })))
const brief = { size: SIZES[0] ?? 0, rows: 1 }
const long = { size: SIZES.at(-1) ?? 0, rows: 1 }

const figures = (part: keyof StepCost): string =>
  table(
    ['rows in the log', 'rows per step', ...SUBJECT_NAMES],
    SCENARIOS.map((scenario) => [String(scenario.size), String(scenario.rows), ...SUBJECT_NAMES.map((name) => short(costOf(name, scenario)[part]))]),
  )

const ratios = [
  { what: `a step at ${long.size} rows / at ${brief.size}`, value: costOf('plugin', long).step / costOf('plugin', brief).step, limit: LIMITS.growth },
  { what: `a step at ${long.size} rows / (bare listener with one Intl format)`, value: quietest('plugin', long, 'step') / quietest('bare, one format', long, 'step'), limit: LIMITS.floor },
  ...SCENARIOS.map((scenario) => ({
    what: `all that is added at ${scenario.size} rows, ${scenario.rows} per step / (${LIMITS.perRow} µs per row + ${LIMITS.perStep} µs)`,
    value: shareOf(scenario),
    limit: 1,
  })),
  ...checking.flatMap(({ what, value, unit, limit }) => (limit === undefined ? [] : [{ what: unit === 'ratio' ? what : `${what} (${unit})`, value, limit }])),
]

const verdict = (value: number, limit: number): string => {
  if (value <= limit) return 'kept'
  return value <= limit * SLACK ? 'within the slack' : 'lost'
}

console.log(`Medians in microseconds. One bare Intl format, in a loop: ${short(format)}.

The pre-step event:

${figures('step')}

The step's start and its batch, landing in the log:

${figures('landing')}

One streamed row, landing in the log:

${figures('append')}

Checking:

${table(['', 'measured', ''], checking.map(({ what, value, unit }) => [what, short(value), unit]))}

${table(['ratio', 'measured', 'limit', ''], ratios.map(({ what, value, limit }) => [what, short(value), String(limit), verdict(value, limit)]))}

Heap per session, above a listener that adds a message: ${Math.round(memory)} bytes. Took ${Math.round((performance.now() - started) / 1000)} s.`)

if (process.argv.includes('--check') && ratios.some(({ value, limit }) => verdict(value, limit) === 'lost')) process.exitCode = 1
