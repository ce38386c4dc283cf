/**
 * The scenarios of the conformance table.
 */

import { expect } from 'vitest'
import { isRecord } from '../../src/core/record.js'
import { pass } from '../support/hosts/clock.js'
import { contributor } from '../support/hosts/contributor.js'
import { GENERATIONS } from '../support/hosts/generation.js'
import { ask, type Seat } from '../support/hosts/host.js'
import { once, type Deed } from '../support/hosts/later.js'
import { migrate } from '../support/hosts/migration.js'
import { bootStandIn } from '../support/hosts/stand-in.js'
import { showingOnly } from '../support/hosts/substitute.js'
import { everywhere, onDecision, type Scenario, type Stage } from './scenario.js'

const SECOND = 1000
const MINUTE = 60 * SECOND

const text = (lines: readonly string[]): string => lines.join('\n')

const OLD_READING = [
  'Time sampled while preparing turn 1, step 1: 2026-07-15T09:00:00+08:00[Asia/Shanghai]',
  'Elapsed since the preceding model-visible message: 0s.',
]

/** Two turns; a later listener does its deed in the first. */
const disturbed = (deed: Deed, refreshIntervalMs = 0) => async (stage: Stage): Promise<Seat[]> => {
  const host = await stage.mounted({ timeZone: 'Asia/Shanghai', refreshIntervalMs })
  host.listen(once(deed))
  const seat = await host.open('s')
  await ask(seat)
  await ask(seat)
  return [seat]
}

/** A session that holds a reading of another make, resumed with the plugin mounted: at 60 s, then at 600 s. */
const resumedAfter = (reading: string, source: unknown) => async (stage: Stage): Promise<Seat[]> => {
  const before = await stage.boot()
  before.listen(contributor(stage.generation, reading, source))
  const first = await before.open('s')
  await ask(first)
  await first.close()
  return laterTurns(stage)
}

const laterTurns = async (stage: Stage): Promise<Seat[]> => {
  const host = await stage.mounted({ timeZone: 'Asia/Shanghai', refreshIntervalMs: 10 * MINUTE })
  pass(MINUTE)
  const seat = await host.resume('s')
  await ask(seat)
  pass(9 * MINUTE)
  await ask(seat)
  return [seat]
}

const refusesPlugin = ({ format }: { readonly format: number }) => (format < 4 ? undefined : 'source-refused')

/** Every scenario, by its id. */
export const SCENARIOS = {
  mount: {
    title: { en: 'mounted, nothing said yet', zh: '已挂载，尚无对话' },
    play: async ({ mounted }) => {
      const host = await mounted()
      return [await host.open('s')]
    },
    readings: everywhere(),
  },
  'first-step': {
    title: { en: 'first step of a turn', zh: '轮次的第一个步骤' },
    play: async ({ mounted }) => {
      const seat = await (await mounted()).open('s')
      await ask(seat)
      return [seat]
    },
    readings: everywhere('1.1 at +0s: 0s'),
  },
  'tool-turn': {
    title: { en: 'a turn with two tool calls', zh: '含两次工具调用的轮次' },
    play: async ({ mounted }) => {
      const host = await mounted()
      const seat = await host.open('s')
      host.script({ pass: 3 * SECOND }, { pass: 2 * SECOND })
      await ask(seat)
      return [seat]
    },
    readings: everywhere('1.1 at +0s: 0s', '1.2 at +3s: 3s', '1.3 at +5s: 2s'),
  },
  'prompt-queued': {
    title: { en: 'a prompt sent while a tool runs for 45 s', zh: '工具运行 45 秒期间发来的提示' },
    play: async ({ mounted }) => {
      const host = await mounted()
      const seat = await host.open('s')
      host.script({ pass: 45 * SECOND, meanwhile: () => seat.send('and then?') })
      await ask(seat)
      return [seat]
    },
    // The answer to the first prompt is the latest message before the second turn.
    readings: everywhere('1.1 at +0s: 0s', '1.2 at +45s: 45s', '2.1 at +45s: 0s'),
  },
  'prompt-waited': {
    title: { en: 'a prompt that waits 45 s for a later listener', zh: '提示等待后面的监听器 45 秒' },
    play: disturbed({ kind: 'takes', milliseconds: 45 * SECOND }),
    readings: {
      // A notification is sampled before the listeners behind it run.
      'at-once': ['1.1 at +0s: 0s', '2.1 at +45s: 0s'],
      buffered: ['1.1 at +0s: 0s', '2.1 at +45s: 0s'],
      decision: ['1.1 at +45s: 45s', '2.1 at +45s: 0s'],
    },
  },
  steered: {
    title: { en: 'a message steered in while a tool runs', zh: '工具运行期间插入的消息' },
    play: async ({ mounted }) => {
      const host = await mounted()
      const seat = await host.open('s')
      host.script({ pass: 3 * SECOND, meanwhile: () => seat.steer('be brief') })
      await ask(seat)
      expect(JSON.stringify(seat.requests().at(-1))).toContain('be brief')
      return [seat]
    },
    readings: everywhere('1.1 at +0s: 0s', '1.2 at +3s: 3s'),
  },
  'interval-held-back': {
    title: { en: 'readings held back by the interval', zh: '时间间隔推迟了时间读数' },
    play: async ({ mounted }) => {
      const host = await mounted({ timeZone: 'Asia/Shanghai', refreshIntervalMs: MINUTE })
      const seat = await host.open('s')
      await ask(seat)
      pass(59 * SECOND)
      host.script({ pass: SECOND })
      await ask(seat)
      pass(MINUTE - 1)
      await ask(seat)
      pass(1)
      await ask(seat)
      return [seat]
    },
    readings: everywhere('1.1 at +0s: 0s', '2.2 at +1m 0s: unavailable', '4.1 at +2m 0s: 0s'),
  },
  'clock-behind': {
    title: { en: 'the clock goes back five seconds', zh: '时钟回拨五秒' },
    play: async ({ mounted }) => {
      const host = await mounted({ timeZone: 'Asia/Shanghai', refreshIntervalMs: MINUTE })
      const seat = await host.open('s')
      host.script({ pass: -5 * SECOND })
      await ask(seat)
      return [seat]
    },
    readings: everywhere('1.1 at +0s: 0s', '1.2 at -5s: 0s'),
  },
  restart: {
    title: { en: 'restarted between two readings', zh: '两次时间读数之间重启' },
    play: async ({ mounted }) => {
      const config = { timeZone: 'Asia/Shanghai', refreshIntervalMs: MINUTE }
      const before = await mounted(config)
      const first = await before.open('s')
      await ask(first)
      await first.close()
      await before.dispose()
      pass(20 * SECOND)
      const after = await mounted(config)
      const second = await after.resume('s')
      await ask(second)
      pass(40 * SECOND)
      await ask(second)
      return [second]
    },
    readings: everywhere('1.1 at +0s: 0s', '3.1 at +1m 0s: 0s'),
  },
  fork: {
    title: { en: 'a forked session keeps its own schedule', zh: '分叉的会话有自己的节奏' },
    play: async ({ mounted }) => {
      const host = await mounted({ timeZone: 'Asia/Shanghai', refreshIntervalMs: 10 * MINUTE })
      const parent = await host.open('parent')
      await ask(parent)
      pass(8 * MINUTE)
      const child = await host.fork(parent, 'child')
      await ask(child)
      await ask(parent)
      await child.close()
      pass(2 * MINUTE)
      const resumed = await host.resume('child')
      await ask(resumed)
      return [parent, resumed]
    },
    readings: everywhere('1.1 at +0s: 0s', '1.1 at +0s: 0s', '2.1 at +8m 0s: 0s'),
  },
  compaction: {
    title: { en: 'a reading shadowed by compaction still holds back the next', zh: '被压缩遮蔽的时间读数仍会推迟下一次' },
    play: async ({ mounted }) => {
      const host = await mounted({ timeZone: 'Asia/Shanghai', refreshIntervalMs: 10 * MINUTE }, { compacts: true })
      const seat = await host.open('s')
      await ask(seat, 'tell me a story '.repeat(100))
      pass(MINUTE)
      await ask(seat)
      expect(seat.rows().some(({ surfaceOp }) => isRecord(surfaceOp))).toBe(true)
      expect(JSON.stringify(seat.requests().at(-1))).not.toContain('Time sampled')
      pass(9 * MINUTE)
      await ask(seat)
      return [seat]
    },
    readings: everywhere('1.1 at +0s: 0s', '3.1 at +10m 0s: 0s'),
    rewritesHistory: true,
  },
  'cancelled-attempt': {
    title: { en: 'a later listener cancels the attempt', zh: '后面的监听器取消了这次尝试' },
    play: disturbed({ kind: 'cancels' }, 10 * MINUTE),
    readings: { 'at-once': ['1.1 at +0s: 0s'], buffered: ['2.1 at +0s: 0s'], decision: ['2.1 at +0s: 0s'] },
    endings: ['aborted', 'completed'],
  },
  'failed-attempt': {
    title: { en: 'a later listener fails', zh: '后面的监听器失败' },
    play: disturbed({ kind: 'fails' }),
    readings: {
      'at-once': ['1.1 at +0s: 0s', '2.1 at +0s: 0s'],
      buffered: ['1.1 at +0s: 0s, late', '2.1 at +0s: 0s'],
      decision: ['2.1 at +0s: 0s'],
    },
    endings: ['error', 'completed'],
  },
  'mounted-twice': {
    title: { en: 'mounted twice', zh: '挂载了两次' },
    play: async ({ mounted }) => {
      const host = await mounted()
      await host.mount({ timeZone: 'Europe/London' })
      const seat = await host.open('s')
      host.script({ pass: 3 * SECOND })
      await ask(seat)
      return [seat]
    },
    readings: everywhere('1.1 at +0s: 0s', '1.2 at +3s: 3s'),
    warnings: 1,
  },
  'empty-batch': {
    title: { en: 'a later listener empties the batch', zh: '后面的监听器清空了批次' },
    play: async (stage) => {
      const host = await stage.mounted()
      host.listen(once({ kind: 'empties' }))
      const seat = await host.open('s')
      await ask(seat)
      expect(seat.requests()).toEqual([])
      return [seat]
    },
    readings: onDecision('no-batch'),
  },
  rejection: {
    title: { en: 'a later listener rejects the step', zh: '后面的监听器拒绝了步骤' },
    play: disturbed({ kind: 'rejects' }),
    readings: onDecision('no-decision', '2.1 at +0s: 0s'),
    endings: ['blocked', 'completed'],
  },
  'request-series': {
    title: { en: 'a decision that starts a new series of requests', zh: '开启新请求序列的决定' },
    play: async (stage) => {
      const seats = await disturbed({ kind: 'starts-series' })(stage)
      const headers = seats.flatMap((seat) => seat.rows()).filter(({ type }) => type === 'request/header')
      expect(headers.map(({ data }) => isRecord(data) && data['reason'])).toEqual(['series'])
      return seats
    },
    readings: onDecision('no-request-series', '1.1 at +0s: 0s', '2.1 at +0s: 0s'),
    impossible: ({ requestSeries }) => (requestSeries ? undefined : 'no-request-series'),
  },
  'no-log': {
    title: { en: 'the session offers no log', zh: '会话不提供日志' },
    play: async ({ boot }) => {
      const host = await boot()
      await host.mount({ timeZone: 'Asia/Shanghai', refreshIntervalMs: MINUTE }, showingOnly('header'))
      const seat = await host.open('s')
      host.script({ pass: 3 * SECOND })
      await ask(seat)
      return [seat]
    },
    readings: {
      'at-once': ['1.1 at +0s: unavailable', '1.2 at +3s: unavailable'],
      // Without its log, this host cannot be told from the one that announces steps too late.
      buffered: ['1.1 at +0s: unavailable'],
      decision: ['1.1 at +0s: unavailable', '1.2 at +3s: unavailable'],
    },
    tooLate: ['1.1 at +0s: unavailable'],
    // The step that the injection causes is not the one that the reading is for.
    errors: { 'too-late': ['position'] },
    warnings: 1,
  },
  'three-line-rows': {
    title: { en: 'three-line readings of another release in the log', zh: '日志中有其他版本写下的三行时间读数' },
    play: (stage) => {
      const source = stage.generation.format < 4 ? { kind: 'plugin', plugin: 'time-context' } : { kind: 'time-context' }
      return resumedAfter(text([OLD_READING[0] ?? '', 'Browser time zone: unavailable.', OLD_READING[1] ?? '']), source)(stage)
    },
    readings: everywhere('foreign at +0s', '3.1 at +10m 0s: 0s'),
    holdsOthers: true,
    tooLate: ['foreign at +0s'],
  },
  'stored-as-plugin': {
    title: { en: 'a stored reading with the source kind plugin', zh: '已存时间读数的来源类型为 plugin' },
    play: resumedAfter(text(OLD_READING), { kind: 'plugin', plugin: 'time-context' }),
    readings: everywhere('1.1 at +0s: 0s', '3.1 at +10m 0s: 0s'),
    holdsOthers: true,
    tooLate: ['1.1 at +0s: 0s'],
    impossible: refusesPlugin,
  },
  'stored-as-own-kind': {
    title: { en: 'a stored reading with the source kind time-context', zh: '已存时间读数的来源类型为 time-context' },
    play: resumedAfter(text(OLD_READING), { kind: 'time-context' }),
    readings: everywhere('1.1 at +0s: 0s', '3.1 at +10m 0s: 0s'),
    holdsOthers: true,
    tooLate: ['1.1 at +0s: 0s'],
  },
  'stored-as-prefixed-kind': {
    title: { en: 'a stored reading with the source kind plugin:time-context', zh: '已存时间读数的来源类型为 plugin:time-context' },
    play: resumedAfter(text(OLD_READING), { kind: 'plugin:time-context' }),
    readings: everywhere('1.1 at +0s: 0s', '3.1 at +10m 0s: 0s'),
    holdsOthers: true,
    tooLate: ['1.1 at +0s: 0s'],
  },
  'log-upgraded': {
    title: { en: 'a log that an older host wrote', zh: '较早的宿主写下的日志' },
    play: async (stage) => {
      const { folder } = stage
      const old = await bootStandIn(GENERATIONS.G2, { folder })
      await old.mount({ timeZone: 'Asia/Shanghai' })
      const seat = await old.open('old')
      await ask(seat)
      const host = await stage.boot()
      await host.adopt({ version: stage.generation.format, id: 's', createdAt: Date.now(), cwd: '/tmp' }, migrate(stage.generation, seat.rows()))
      return laterTurns(stage)
    },
    holdsOthers: true,
    readings: onDecision('nothing-to-upgrade', '1.1 at +0s: 0s', '3.1 at +10m 0s: 0s'),
  },
  'announced-too-late': {
    title: { en: 'a step announced after it has started', zh: '步骤开始之后才收到通知' },
    play: async ({ mounted }) => {
      const host = await mounted()
      const seat = await host.open('s')
      host.script({ pass: 3 * SECOND })
      await ask(seat)
      expect(host.warnings).toHaveLength(1)
      return [seat]
    },
    readings: { 'at-once': { impossible: 'announced-in-time' }, buffered: { impossible: 'announced-in-time' }, decision: { impossible: 'announced-in-time' } },
  },
} as const satisfies Record<string, Scenario>

