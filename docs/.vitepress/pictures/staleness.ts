/**
 * Readings against intervals: what each interval costs, and how old it lets the model's clock become,
 * planned by the core on one working day.
 */

import { formatDuration } from '../../../src/core/duration.js'
import type { IntervalPlan } from '../../../src/core/plan.js'
import type { Language } from '../manifest.ts'
import { planOf } from '../playground/intervals.js'
import type { Act } from '../playground/situation.js'
import { tell } from '../playground/story.js'
import { box, drawing, figure, write } from './draw.ts'
import { morning, shanghai } from './session.ts'
import { words } from './words.ts'

const WIDTH = 400
const LINE = 27
const TOP = 34
/** Where the two halves begin, and how long their longest bar is. */
const LEFT = 152
const RIGHT = 248
const LONGEST = 92

/** Some turns are short, some call many tools; a break at noon. */
const day: readonly Act[] = Array.from({ length: 20 }, (_, index): readonly Act[] => {
  const tools = Array.from({ length: (index * 7) % 12 }, (__, at) => 8 + ((index * 31 + at * 53) % 90))
  return [{ kind: 'prompt', waits: 0, tools }, { kind: 'idle', seconds: index === 9 ? 5400 : 420 + ((index * 137) % 900) }]
}).flat()

/** A working day at each planned interval. */
export const plannedDay = (): { readonly steps: number; readonly hours: number; readonly intervals: readonly IntervalPlan[] } => {
  const story = tell({ ...morning, refreshIntervalMs: 0, acts: day }, shanghai)
  const [first, last] = [story.moments[0], story.moments.at(-1)]
  const hours = Math.round(((last?.time ?? 0) - (first?.time ?? 0)) / 3_600_000)
  return { steps: story.moments.filter(({ kind }) => kind === 'step').length, hours, intervals: planOf(story, shanghai) }
}

/** The two largest units. */
const shortOf = (milliseconds: number): string => formatDuration(milliseconds).replace(/(?<=[dhm]) 0s$/, '').split(' ').slice(0, 2).join(' ')

/** The picture. */
export const staleness = (language: Language): string => {
  const said = words[language].staleness
  const { steps, hours, intervals } = plannedDay()
  const most = { tokens: Math.max(...intervals.map(({ tokens }) => tokens)), oldest: Math.max(...intervals.map(({ oldest }) => oldest ?? 0)) }
  const nameOf = (interval: number): string => (interval === 0 ? said.everyStep : shortOf(interval))
  const rows = intervals.flatMap(({ interval, tokens, oldest = 0 }, index) => {
    const y = TOP + index * LINE
    const [left, right] = [Math.max(1, (tokens / most.tokens) * LONGEST), Math.max(1, (oldest / most.oldest) * LONGEST)]
    return [
      box([LEFT - left, y], [left, 18], 'fill'),
      write(LEFT - left - 6, y + 13.5, String(tokens), { anchor: 'end', class: 'number' }),
      write((LEFT + RIGHT) / 2, y + 13.5, nameOf(interval), { anchor: 'middle', class: 'strong' }),
      box([RIGHT, y], [right, 18], 'second'),
      write(RIGHT + right + 6, y + 13.5, shortOf(oldest), { class: 'number' }),
    ]
  })
  const heads = [write(LEFT, 18, said.tokens, { anchor: 'end', class: 'quiet' }), write(RIGHT, 18, said.oldest, { class: 'quiet' })]
  const description = intervals.map(({ interval, readings, tokens, oldest = 0 }) => said.row(nameOf(interval), readings, tokens, shortOf(oldest))).join(language === 'en' ? '; ' : '；')
  const frame = { id: 'staleness', title: said.title, description: `${description}${language === 'en' ? '.' : '。'}`, width: WIDTH, height: TOP + intervals.length * LINE }
  return figure('staleness', [drawing(frame, [...heads, ...rows])], said.caption(steps, hours))
}
