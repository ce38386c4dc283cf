/**
 * The conformance table: played, printed, and kept as data for the documentation.
 */

import { expect } from 'vitest'
import { checkLog } from '../../src/check.js'
import { startClock, stopClock } from '../support/hosts/clock.js'
import { GENERATIONS, orderOf, protocolOf, type Generation, type GenerationId } from '../support/hosts/generation.js'
import type { Boot, Host } from '../support/hosts/host.js'
import { bootPublished } from '../support/hosts/published.js'
import { bootStandIn } from '../support/hosts/stand-in.js'
import { temporaryFolder } from '../support/temporary-folder.js'
import { endingsIn, keepsPrefix, misplacedIn, missignedIn, readingsIn } from './observation.js'
import { REASONS, type Bilingual, type ReasonId } from './reason.js'
import type { Scenario, Stage } from './scenario.js'
import { SCENARIOS } from './scenarios.js'

/** A column: a generation, and what stands for it here. */
export interface Column {
  readonly id: string
  readonly generation: Generation
  readonly hosts: Bilingual
  readonly boot: Boot
}

/** What a generation is known by, in both languages. */
const HOSTS: Readonly<Record<GenerationId, Bilingual>> = {
  G1: { en: 'the host of the original design', zh: '最初设计所针对的宿主' },
  G1b: { en: 'a week later, before publication', zh: '一周之后，尚未发布' },
  G2a: { en: 'the event becomes agent/step', zh: '事件改名为 agent/step' },
  G2b: { en: 'inject takes one object', zh: 'inject 改为接收一个对象' },
  G2: { en: 'messages carry ids', zh: '消息带有 id' },
  G2c: { en: 'steps are announced after they start', zh: '步骤开始之后才发出通知' },
  G3a: { en: 'the first decisions', zh: '最早的决策' },
  G3: { en: '0.0.1-rc.1 to 0.1.1-rc.2', zh: '0.0.1-rc.1 至 0.1.1-rc.2' },
  'G3-readLog': { en: 'a fork whose sessions offer readLog', zh: '会话提供 readLog 的分支' },
  'G3.5': { en: '0.1.2', zh: '0.1.2' },
  'G3.6': { en: 'session format 2', zh: '会话格式 2' },
  'G3.7': { en: 'session format 3', zh: '会话格式 3' },
  G4: { en: 'session format 4', zh: '会话格式 4' },
}

const standIns: readonly Column[] = Object.values(GENERATIONS).map((generation) => ({
  id: generation.id,
  generation,
  hosts: HOSTS[generation.id],
  boot: (options) => bootStandIn(generation, options),
}))

const published: Column = {
  id: '0.1.0-rc.8',
  generation: GENERATIONS.G3,
  hosts: { en: 'the published host itself', zh: '已发布的宿主本身' },
  boot: bootPublished,
}

/** Every column: the stand-ins, oldest first, then the published host. */
export const COLUMNS: readonly Column[] = [...standIns, published]

/** A cell of the table. */
export type Cell = { readonly result: 'passed'; readonly readings: readonly string[] } | { readonly result: 'not-possible'; readonly because: ReasonId }

/** Every scenario, in the order of the table. */
export const scenarios: readonly (readonly [string, Scenario])[] = Object.entries(SCENARIOS)

const DEFAULT = { timeZone: 'Asia/Shanghai' }

const check = (scenario: Scenario, { generation }: Column, played: { readonly seats: Awaited<ReturnType<Scenario['play']>>; readonly hosts: readonly Host[] }, readings: readonly string[]): void => {
  const { seats, hosts } = played
  const late = orderOf(generation) === 'too-late'
  expect(seats.flatMap((seat) => readingsIn(seat.rows()))).toEqual(readings)
  expect(hosts.flatMap(({ contained }) => contained)).toEqual([])
  const endings = seats.flatMap((seat) => endingsIn(seat.rows()))
  expect(endings).toEqual(scenario.endings ?? endings.map(() => 'completed'))
  if (!late) {
    expect(seats.flatMap((seat) => misplacedIn(seat.rows(), protocolOf(generation)))).toEqual([])
    expect(hosts.flatMap(({ warnings }) => warnings)).toHaveLength(scenario.warnings ?? 0)
  }
  if (scenario.holdsOthers !== true) expect(seats.flatMap((seat) => missignedIn(seat.rows(), protocolOf(generation), generation.format))).toEqual([])
  for (const seat of seats) {
    const { findings } = checkLog([{ type: 'session', version: generation.format }, ...seat.rows()])
    expect(findings.filter(({ severity }) => severity === 'error').map(({ rule }) => rule)).toEqual(scenario.errors?.[orderOf(generation)] ?? [])
    // What landed late, or in other words than ours, is noted and nothing more.
    const noted = readings.filter((line) => line.endsWith(', late') || line.startsWith('foreign')).map((line) => (line.startsWith('foreign') ? 'foreign' : 'late'))
    expect(findings.map(({ rule }) => rule).filter((rule) => rule === 'late' || rule === 'foreign')).toEqual(noted)
  }
  if (scenario.rewritesHistory !== true) expect(seats.map(keepsPrefix)).toEqual(seats.map(() => true))
}

/**
 * Play one scenario on one host and compare.
 * @throws AssertionError when the host shows anything else than its order of things implies.
 */
export const play = async (scenario: Scenario, column: Column): Promise<Cell> => {
  const { generation } = column
  const order = orderOf(generation)
  const late = order === 'too-late'
  const reason = scenario.impossible?.(generation)
  const expected = reason === undefined ? (late ? scenario.readings.buffered : scenario.readings[order]) : { impossible: reason }
  const skipped = 'impossible' in expected && !(late && expected.impossible === 'announced-in-time')
  if (skipped) return { result: 'not-possible', because: expected.impossible }
  const wanted = 'impossible' in expected ? [] : expected
  const readings = late ? (scenario.tooLate ?? []) : wanted
  const folder = temporaryFolder()
  const hosts: Host[] = []
  startClock()
  try {
    const boot: Stage['boot'] = async (options) => {
      const host = await column.boot({ folder, ...options })
      hosts.push(host)
      return host
    }
    const mounted: Stage['mounted'] = async (config = DEFAULT, options = {}) => {
      const host = await boot(options)
      await host.mount(config)
      return host
    }
    const seats = await scenario.play({ generation, folder, boot, mounted })
    check(scenario, column, { seats, hosts }, readings)
  } finally {
    stopClock()
    for (const host of hosts) await host.dispose()
  }
  return late && wanted.length > 0 ? { result: 'not-possible', because: 'announced-too-late' } : { result: 'passed', readings }
}

/** What is kept of the whole table. */
export const tableData = (cells: ReadonlyMap<string, Cell>) => ({
  hosts: COLUMNS.map(({ id, hosts, generation }) => ({ id, hosts, protocol: protocolOf(generation), format: generation.format, published: id === published.id })),
  reasons: REASONS,
  scenarios: scenarios.map(([id, { title }]) => ({ id, title, cells: Object.fromEntries(COLUMNS.map((column) => [column.id, cells.get(`${id} on ${column.id}`)])) })),
})

/** The table in plain characters, with its reasons below. */
export const printed = (cells: ReadonlyMap<string, Cell>): string => {
  const used = [...new Set([...cells.values()].flatMap((cell) => (cell.result === 'passed' ? [] : [cell.because])))]
  const mark = (cell: Cell | undefined): string => {
    if (cell === undefined) return '?'
    return cell.result === 'passed' ? 'passed' : `(${used.indexOf(cell.because) + 1})`
  }
  const rows = [['', ...COLUMNS.map(({ id }) => id)], ...scenarios.map(([id]) => [id, ...COLUMNS.map((column) => mark(cells.get(`${id} on ${column.id}`)))])]
  const widths = rows[0]?.map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0))) ?? []
  const lines = rows.map((row) => row.map((text, column) => text.padEnd(widths[column] ?? 0)).join('  ').trimEnd())
  return [...lines, '', ...used.map((reason, index) => `(${index + 1}) not possible there, because ${REASONS[reason].en}`)].join('\n')
}
