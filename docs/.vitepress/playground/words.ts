/**
 * The page's words, in both languages.
 */

import type { Schedule } from '../../../src/core/schedule.js'
import type { Act, Example } from './situation.js'
import type { Cost, Moment } from './story.js'

/** Everything that the page says. */
export interface Words {
  readonly needsScript: string
  readonly examples: string
  readonly example: Readonly<Record<Example | 'opening', string>>
  readonly situation: string
  readonly timeZone: string
  readonly zoneRefused: (value: string) => string
  readonly interval: string
  readonly picks: Readonly<Record<number, string>>
  readonly start: string
  readonly startHint: string
  readonly acts: string
  readonly add: string
  readonly act: Readonly<Record<Act['kind'], string>>
  readonly waits: string
  readonly tools: string
  readonly lasts: string
  readonly shift: string
  readonly lengthHint: string
  readonly toolsHint: string
  readonly shiftHint: string
  readonly actOf: (act: string, place: number) => string
  readonly earlier: string
  readonly later: string
  readonly remove: string
  readonly moved: (act: string, place: number, of: number) => string
  readonly removed: (act: string) => string
  readonly copyLink: string
  readonly copied: string
  readonly notCopied: string
  readonly save: string
  readonly drop: string
  readonly choose: string
  readonly leaveLog: string
  readonly log: string
  readonly logName: (name: string, rows: number) => string
  readonly compressed: string
  readonly unreadable: (name: string, line: number) => string
  readonly timeline: string
  readonly empty: string
  readonly cut: (shown: number, all: number) => string
  readonly moment: Readonly<Record<Exclude<Moment['kind'], 'step'>, string>>
  readonly step: (turn: number, step: number) => string
  readonly read: string
  readonly none: string
  readonly noReading: string
  readonly because: Readonly<Record<Extract<Schedule, { due: true }>['because'], string>>
  readonly heldBack: (duration: string) => string
  readonly sees: (readings: number) => string
  readonly newest: string
  readonly blind: string
  readonly soFar: (characters: number, tokens: number) => string
  readonly chart: (steps: number, readings: number) => string
  readonly legend: { readonly prompt: string; readonly cut: string; readonly clock: string }
  readonly cost: string
  readonly costs: (cost: Cost) => string
  readonly estimate: string
  readonly others: string
  readonly columns: { readonly interval: string; readonly readings: string; readonly characters: string; readonly tokens: string; readonly oldest: string }
  readonly everyStep: string
  readonly verdict: string
  readonly clean: (readings: number) => string
  readonly found: (errors: number, notes: number) => string
  readonly severity: Readonly<Record<string, string>>
  readonly moreFindings: (more: number) => string
  readonly summary: (cost: Cost, findings: number) => string
}

const plural = (count: number, word: string): string => `${count} ${word}${count === 1 ? '' : 's'}`

const en: Words = {
  needsScript: 'The playground runs the plugin in your browser, so it needs JavaScript. The session it opens with is written out below.',
  examples: 'Start from',
  example: { opening: 'A working day', night: 'An idle night', waiting: 'Prompts that wait', back: 'A clock that jumps back', compaction: 'Compaction', restart: 'Restarts' },
  situation: 'Situation',
  timeZone: 'timeZone',
  zoneRefused: (value) => `${JSON.stringify(value)} is refused:`,
  interval: 'refreshIntervalMs',
  picks: { 0: 'every step', 60_000: '1 min', 600_000: '10 min', 3_600_000: '1 h' },
  start: 'Starts at (UTC)',
  startHint: 'Local times follow from the time zone.',
  acts: 'What happens',
  add: 'Add',
  act: { prompt: 'Prompt', idle: 'Idle', clock: 'Clock set', compaction: 'Compaction', restart: 'Restart' },
  waits: 'waits',
  tools: 'tool calls',
  lasts: 'for',
  shift: 'by',
  lengthHint: 'Write a length such as 45s, 1m 30s or 8h.',
  toolsHint: 'Write one length for each tool call, with commas between them: 20s, 1m 3s.',
  shiftHint: 'Write a length; with a minus the clock goes back: -1h.',
  actOf: (act, place) => `${act}, ${place}.`,
  earlier: 'Move earlier',
  later: 'Move later',
  remove: 'Remove',
  moved: (act, place, of) => `${act} is now ${place} of ${of}.`,
  removed: (act) => `${act} removed.`,
  copyLink: 'Copy a link to this',
  copied: 'Link copied.',
  notCopied: 'The browser did not allow it; the address of this page is the link.',
  save: 'Save its log',
  drop: 'Or read a session log: drop a session.jsonl here. The file stays on this machine.',
  choose: 'Choose a log',
  leaveLog: 'Back to the situation',
  log: 'Log',
  logName: (name, rows) => `${name}, ${plural(rows, 'row')}. The file stays on this machine.`,
  compressed: 'This file is compressed. Unpack it first: zstd -d session.jsonl.zstd',
  unreadable: (name, line) => `${name} cannot be read from line ${line} on:`,
  timeline: 'What the model is told',
  empty: 'Nothing has happened yet. Add a prompt.',
  cut: (shown, all) => `These are the last ${shown} of ${all} moments.`,
  moment: { prompt: 'Prompt accepted', 'tool-result': 'Tool result', answer: 'The model answers', compaction: 'Compaction: a summary replaces all history', restart: 'Restart: a new process reads the log', clock: 'Clock set' },
  step: (turn, step) => `Turn ${turn}, step ${step}`,
  read: 'reading',
  none: 'held back',
  noReading: 'no reading',
  because: {
    'every-step': 'every step gets one',
    first: 'the session has none yet',
    'clock-behind': 'the clock stands before the latest one',
    'interval-passed': 'the interval has passed',
  },
  heldBack: (duration) => `the interval has not passed, due in ${duration}`,
  sees: (readings) => `${plural(readings, 'reading')} in its request`,
  newest: 'The newest one in its request:',
  blind: 'Its request shows no clock at all.',
  soFar: (characters, tokens) => `so far ${plural(characters, 'character')}, about ${plural(tokens, 'token')}`,
  chart: (steps, readings) => `Timeline: ${plural(steps, 'step')}, ${readings} with a reading. The list below says the same in words.`,
  legend: { prompt: 'prompt', cut: 'compaction or restart', clock: 'clock set' },
  cost: 'Cost',
  costs: ({ readings, steps, characters, tokens }) => `${plural(readings, 'reading')} in ${plural(steps, 'step')}: ${plural(characters, 'character')}, about ${plural(tokens, 'token')}.`,
  estimate: 'Tokens are an estimate, a third of the characters of each reading, rounded up; each reading is counted once, although later requests carry it again.',
  others: 'The same session at other intervals',
  columns: { interval: 'Interval', readings: 'Readings', characters: 'Characters', tokens: 'Tokens, about', oldest: 'Oldest clock in a request' },
  everyStep: 'every step',
  verdict: 'Verdict of the checker',
  clean: (readings) => `${plural(readings, 'reading')} checked, nothing found.`,
  found: (errors, notes) => `${plural(errors, 'error')}, ${plural(notes, 'note')}.`,
  severity: { error: 'error', note: 'note' },
  moreFindings: (more) => `And ${more} more.`,
  summary: ({ steps, readings }, findings) => `${plural(steps, 'step')}, ${plural(readings, 'reading')}, ${steps - readings} held back. ${plural(findings, 'finding')}.`,
}

const zh: Words = {
  needsScript: '演练场在浏览器里运行插件，需要 JavaScript。它打开时的会话，下面用文字写出来了。',
  examples: '从这里开始',
  example: { opening: '一个工作日', night: '空闲的一夜', waiting: '等候的提示', back: '时钟往回跳', compaction: '压缩', restart: '重启' },
  situation: '情景',
  timeZone: 'timeZone',
  zoneRefused: (value) => `不接受 ${JSON.stringify(value)}：`,
  interval: 'refreshIntervalMs',
  picks: { 0: '每个步骤', 60_000: '1 分钟', 600_000: '10 分钟', 3_600_000: '1 小时' },
  start: '开始时刻（UTC）',
  startHint: '本地时间由时区推出。',
  acts: '发生的事',
  add: '添加',
  act: { prompt: '提示', idle: '空闲', clock: '校时', compaction: '压缩', restart: '重启' },
  waits: '等候',
  tools: '工具调用',
  lasts: '时长',
  shift: '拨动',
  lengthHint: '请写时长，例如 45s、1m 30s、8h。',
  toolsHint: '每次工具调用写一个时长，用逗号隔开：20s, 1m 3s。',
  shiftHint: '请写时长；带负号表示往回拨：-1h。',
  actOf: (act, place) => `${act}，第 ${place} 项`,
  earlier: '上移',
  later: '下移',
  remove: '删除',
  moved: (act, place, of) => `${act}现在是第 ${place} 项，共 ${of} 项。`,
  removed: (act) => `已删除${act}。`,
  copyLink: '复制链接',
  copied: '链接已复制。',
  notCopied: '浏览器不允许复制；本页的地址就是链接。',
  save: '保存日志',
  drop: '也可以读取会话日志：把 session.jsonl 拖到这里。文件不会离开本机。',
  choose: '选择日志',
  leaveLog: '回到情景',
  log: '日志',
  logName: (name, rows) => `${name}，共 ${rows} 行。文件不会离开本机。`,
  compressed: '文件是压缩过的，请先解压：zstd -d session.jsonl.zstd',
  unreadable: (name, line) => `${name} 从第 ${line} 行起读不下去：`,
  timeline: '告诉模型的话',
  empty: '还什么都没有发生。先添加一条提示。',
  cut: (shown, all) => `共有 ${all} 件事，这里是最后 ${shown} 件。`,
  moment: { prompt: '提示被接受', 'tool-result': '工具结果', answer: '模型回答', compaction: '压缩：摘要取代全部历史', restart: '重启：新进程读取日志', clock: '校时' },
  step: (turn, step) => `轮次 ${turn}，步骤 ${step}`,
  read: '时间读数',
  none: '暂缓',
  noReading: '没有时间读数',
  because: {
    'every-step': '每个步骤都有',
    first: '本会话还没有',
    'clock-behind': '时钟早于最近一条',
    'interval-passed': '间隔已过',
  },
  heldBack: (duration) => `间隔未到，还差 ${duration}`,
  sees: (readings) => `请求中有 ${readings} 条时间读数`,
  newest: '请求中最新的一条：',
  blind: '请求中没有任何时钟。',
  soFar: (characters, tokens) => `累计 ${characters} 个字符，约 ${tokens} 个词元`,
  chart: (steps, readings) => `时间线：${steps} 个步骤，其中 ${readings} 个有时间读数。下面的列表用文字说明同样的内容。`,
  legend: { prompt: '提示', cut: '压缩或重启', clock: '校时' },
  cost: '开销',
  costs: ({ readings, steps, characters, tokens }) => `${steps} 个步骤中有 ${readings} 条时间读数：${characters} 个字符，约 ${tokens} 个词元。`,
  estimate: '词元是估计值，按每条时间读数字符数的三分之一向上取整；每条只算一次，虽然之后的请求还会带上它。',
  others: '同一会话，换用其他间隔',
  columns: { interval: '间隔', readings: '时间读数', characters: '字符', tokens: '词元（约）', oldest: '请求中最旧的时钟' },
  everyStep: '每个步骤',
  verdict: '检查程序的结论',
  clean: (readings) => `检查了 ${readings} 条时间读数，没有发现问题。`,
  found: (errors, notes) => `${errors} 个错误，${notes} 条附注。`,
  severity: { error: '错误', note: '附注' },
  moreFindings: (more) => `另有 ${more} 个。`,
  summary: ({ steps, readings }, findings) => `${steps} 个步骤，${readings} 条时间读数，${steps - readings} 个暂缓。${findings} 个发现。`,
}

/**
 * The words of a page.
 * @param language - the page's `lang`.
 */
export const wordsFor = (language: string): Words => (language.startsWith('zh') ? zh : en)
