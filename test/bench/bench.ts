/**
 * What the plugin costs on the published host, beside listeners that do nothing of their own and
 * beside the package of the same name on the registry. All take turns in one process; medians are
 * shown, and ratios of them. `--check` fails when a ratio is lost by more than the slack.
 */

import { median, retained, short, shuffled, table, timeOf } from './measure.ts'
import { Stage, SUBJECT_NAMES, type StepCost, type SubjectName, type Track } from './subjects.ts'

/** Rows in the log. */
const SIZES = [100, 1_000, 10_000, 100_000]

/** Rows streamed between two steps, and how many blocks of each scenario are run. */
const APPENDS = [
  { appends: 1, blocks: 10 },
  { appends: 50, blocks: 8 },
  { appends: 300, blocks: 5 },
]

/** Steps in a block; the first ones, which find the caches full of others' work, are left out. */
const BLOCK = { cold: 2, measured: 8 }

/** Measurements vary; a budget is lost when it is missed by more than this. */
const SLACK = 1.3

/** Agents for the measurement of memory. */
const AGENTS = 300

const stages = new Map<SubjectName, Stage>()
for (const name of SUBJECT_NAMES) stages.set(name, await Stage.open(name))

const costs = new Map<string, StepCost[]>()

const keyOf = (name: SubjectName, size: number, appends: number): string => `${name}/${size}/${appends}`

const costOf = (name: SubjectName, size: number, appends: number, part: keyof StepCost): number =>
  median((costs.get(keyOf(name, size, appends)) ?? []).map((cost) => cost[part]))

const run = async (): Promise<void> => {
  const tracks = new Map<string, Track>()
  const scenarios = [...stages].flatMap(([name, stage]) => SIZES.flatMap((size) => APPENDS.map((each) => ({ name, stage, size, ...each }))))
  const most = Math.max(...APPENDS.map(({ blocks }) => blocks))
  for (let block = 0; block < most; block++) {
    for (const { name, stage, size, appends, blocks } of shuffled(scenarios)) {
      if (block >= blocks) continue
      const place = `${name}/${size}`
      let track = tracks.get(place)
      for (let step = 0; step < BLOCK.cold + BLOCK.measured; step++) {
        if (track === undefined || track.length > size * 1.25 + appends) {
          await track?.dispose()
          track = await stage.track(size)
          tracks.set(place, track)
        }
        const cost = await track.turn(appends)
        const key = keyOf(name, size, appends)
        if (step >= BLOCK.cold) costs.set(key, [...(costs.get(key) ?? []), cost])
      }
      if (name !== 'bare' && (track?.additions ?? 0) === 0) throw new Error(`${name} added no message to its log`)
    }
  }
  for (const track of tracks.values()) await track.dispose()
}

/** Bytes that stay on the heap for each session whose step was prepared once. */
const memoryOf = async (name: SubjectName): Promise<number> => {
  const stage = stages.get(name)
  const tracks = []
  const before = retained()
  for (let agent = 0; agent < AGENTS && stage !== undefined; agent++) tracks.push(await stage.track(20))
  const bytes = (retained() - before) / AGENTS
  for (const track of tracks) await track.dispose()
  return bytes
}

interface Budget {
  readonly what: string
  readonly value: number
  readonly limit: number
}

const [smallest = 0] = SIZES
const largest = SIZES.at(-1) ?? 0
const longest = APPENDS.at(-1)?.appends ?? 0

const start = performance.now()
await run()
const formatter = new Intl.DateTimeFormat('en-US', { timeZone: 'Asia/Shanghai', dateStyle: 'short', timeStyle: 'medium', hourCycle: 'h23' })
const format = timeOf(() => formatter.format(Date.now()))
const memory = { bare: await memoryOf('bare, one message'), plugin: await memoryOf('plugin') }

const head = ['rows in the log', 'rows per step', ...SUBJECT_NAMES]
const rowsOf = (part: keyof StepCost): string[][] =>
  SIZES.flatMap((size) => APPENDS.map(({ appends }) => [size.toLocaleString('en-US'), String(appends), ...SUBJECT_NAMES.map((name) => short(costOf(name, size, appends, part)))]))

console.log(`Microseconds, medians. One bare Intl format: ${short(format)}.\n`)
console.log(`The pre-step event:\n\n${table(head, rowsOf('step'))}\n`)
console.log(`The rows of the step's start and batch:\n\n${table(head, rowsOf('landing'))}\n`)
console.log(`One streamed row:\n\n${table(head, rowsOf('append'))}\n`)

/** What the plugin adds to a step: its part of the event, and its part of its own row's landing. */
const perStep = (size: number, appends: number): number =>
  costOf('plugin', size, appends, 'step') - costOf('bare', size, appends, 'step') + costOf('plugin', size, appends, 'landing') - costOf('bare, one message', size, appends, 'landing')

const perRow = (size: number): number => costOf('plugin', size, longest, 'append') - costOf('bare', size, longest, 'append')

const budgets: Budget[] = [
  { what: `a step with ${largest} rows, in steps with ${smallest}`, value: costOf('plugin', largest, 1, 'step') / costOf('plugin', smallest, 1, 'step'), limit: 1.5 },
  { what: `a step with ${largest} rows, in bare listeners plus one Intl format`, value: costOf('plugin', largest, 1, 'step') / (costOf('bare', largest, 1, 'step') + format), limit: 2.5 },
  ...SIZES.map((size) => ({ what: `microseconds per streamed row above bare, with ${size} rows`, value: perRow(size), limit: 1.5 })),
  ...SIZES.map((size) => ({ what: `microseconds per step above bare, with ${size} rows`, value: perStep(size, 1), limit: 25 })),
]

console.log(table(['budget', 'measured', 'limit', ''], budgets.map(({ what, value, limit }) => [what, short(value), String(limit), value <= limit ? 'kept' : value <= limit * SLACK ? 'within the slack' : 'LOST'])))
console.log(`\nHeap per session above a listener that adds a message: ${Math.round(memory.plugin - memory.bare)} bytes.`)
console.log(`\n${((performance.now() - start) / 1000).toFixed(0)} s`)

for (const stage of stages.values()) await stage.close()
if (process.argv.includes('--check') && budgets.some(({ value, limit }) => value > limit * SLACK)) process.exitCode = 1
