/**
 * The words of the pictures, in both languages.
 */

import type { Protocol } from '../../../src/core/source.js'
import type { Language } from '../manifest.ts'
import type { Note } from './lifecycle.ts'

/** What happens around a step besides the rows of the log. */
export type Call = 'asks' | 'others' | 'adds' | 'notifies' | 'injects' | 'request' | 'answer'

/** What a moment of the baselines' picture is. */
export type Happening = 'prompt' | 'tool-result' | 'answer'

/** Everything that the pictures say. */
export interface Words {
  readonly lifecycle: {
    readonly title: Readonly<Record<Protocol, string>>
    readonly describe: (parts: readonly string[]) => string
    readonly call: Readonly<Record<Call, string>>
    readonly row: (type: string) => string
    readonly note: Readonly<Record<Note, string>>
    readonly caption: string
  }
  readonly baselines: {
    readonly title: string
    readonly happening: Readonly<Record<Happening, string>>
    readonly reading: (turn: number, step: number) => string
    readonly measures: (reading: string, duration: string, baseline: string) => string
    readonly caption: string
  }
  readonly staleness: {
    readonly title: string
    readonly tokens: string
    readonly oldest: string
    readonly everyStep: string
    readonly row: (interval: string, readings: number, tokens: number, oldest: string) => string
    readonly caption: (steps: number, hours: number) => string
  }
}

const en: Words = {
  lifecycle: {
    title: { decision: 'Decision protocol', inject: 'Inject protocol' },
    describe: (parts) => `In order: ${parts.join('; ')}.`,
    call: {
      asks: 'the host asks its listeners',
      others: 'other listeners, compaction',
      adds: 'plugin: clock, schedule, one message',
      notifies: 'the host notifies its listeners',
      injects: 'plugin: clock, schedule, inject()',
      request: 'request to the model',
      answer: 'the model answers',
    },
    row: (type) => `row ${type}`,
    note: { accepted: 'prompt accepted', claimed: 'prompt taken up', prompt: 'prompt', reading: 'reading' },
    caption: 'One step under both protocols, from top to bottom. Boxes are rows of the log; the reading is the filled one.',
  },
  baselines: {
    title: 'What each reading measures from',
    happening: { prompt: 'prompt accepted', 'tool-result': 'tool result', answer: 'the model answers' },
    reading: (turn, step) => `turn ${turn}, step ${step}: reading`,
    measures: (reading, duration, baseline) => `${reading} shows ${duration}, measured from: ${baseline}`,
    caption: 'Brackets lead from each reading to its baseline. The last prompt waited while nobody took it up.',
  },
  staleness: {
    title: 'What an interval costs and what it saves',
    tokens: 'tokens, about',
    oldest: 'oldest clock seen',
    everyStep: 'every step',
    row: (interval, readings, tokens, oldest) => `${interval}: ${readings} readings, about ${tokens} tokens, a clock at most ${oldest} old`,
    caption: (steps, hours) => `A working day of ${hours} hours with ${steps} steps, planned at each interval: a longer one writes less, and leaves the model with an older clock.`,
  },
}

const zh: Words = {
  lifecycle: {
    title: { decision: '决策协议', inject: '注入协议' },
    describe: (parts) => `依次是：${parts.join('；')}。`,
    call: {
      asks: '宿主征询各监听器',
      others: '其他监听器，包括压缩',
      adds: '插件：看时钟，看调度，添一条消息',
      notifies: '宿主通知各监听器',
      injects: '插件：看时钟，看调度，inject()',
      request: '向模型发出请求',
      answer: '模型回答',
    },
    row: (type) => `日志行 ${type}`,
    note: { accepted: '提示被接受', claimed: '提示被取走', prompt: '提示', reading: '时间读数' },
    caption: '两种协议下的同一个步骤，从上往下看。方框是日志里的行，填色的是时间读数。',
  },
  baselines: {
    title: '每条时间读数从哪里算起',
    happening: { prompt: '提示被接受', 'tool-result': '工具结果', answer: '模型回答' },
    reading: (turn, step) => `轮次 ${turn}，步骤 ${step}：时间读数`,
    measures: (reading, duration, baseline) => `${reading}为 ${duration}，从这里算起：${baseline}`,
    caption: '括线从每条时间读数引到它的基线。最后一条提示等了一阵才有人处理。',
  },
  staleness: {
    title: '间隔省下什么，又让出什么',
    tokens: '词元（约）',
    oldest: '请求中最旧的时钟',
    everyStep: '每个步骤',
    row: (interval, readings, tokens, oldest) => `${interval}：${readings} 条时间读数，约 ${tokens} 个词元，时钟最旧 ${oldest}`,
    caption: (steps, hours) => `一个 ${hours} 小时、${steps} 个步骤的工作日，按各个间隔规划：间隔越长，写得越少，模型手里的时钟也越旧。`,
  },
}

/** The words of a language. */
export const words: Readonly<Record<Language, Words>> = { en, 'zh-CN': zh }
