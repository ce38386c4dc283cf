/**
 * What each reading measures from, drawn for a session that the core prepared: it says the baselines.
 */

import { formatDuration } from '../../../src/core/duration.js'
import type { Language } from '../manifest.ts'
import { tell, type Moment, type StepMoment } from '../playground/story.js'
import { dot, drawing, figure, path, rule, write } from './draw.ts'
import { morning, shanghai } from './session.ts'
import { words, type Happening, type Words } from './words.ts'

/** A reading and the moment that it measures from. */
export interface Measure {
  /** Index of the reading's step. */
  readonly reading: number
  /** Index of the baseline's moment. */
  readonly baseline: number
  /** As the reading shows it. */
  readonly duration: string
}

const WIDTH = 400
const LINE = 34
const AXIS = 82
const BRACKETS = 326

const isHappening = (kind: Moment['kind']): kind is Happening => kind === 'prompt' || kind === 'tool-result' || kind === 'answer'

const baselineOf = (moments: readonly Moment[], index: number, step: StepMoment): number =>
  moments.findLastIndex(({ kind, time }, at) => at < index && time === step.baseline && (step.step === 1 ? kind !== 'step' : kind === 'step'))

/** A session, and what its readings measure from. */
export const measures = (): { readonly moments: readonly Moment[]; readonly measures: readonly Measure[] } => {
  const { moments } = tell({ ...morning, refreshIntervalMs: 0, acts: [{ kind: 'prompt', waits: 0, tools: [63] }, { kind: 'idle', seconds: 600 }, { kind: 'prompt', waits: 45, tools: [] }] }, shanghai)
  const found = moments.flatMap((moment, index): Measure[] => {
    if (moment.kind !== 'step' || moment.baseline === undefined) return []
    return [{ reading: index, baseline: baselineOf(moments, index, moment), duration: formatDuration(moment.time - moment.baseline) }]
  })
  return { moments, measures: found }
}

const clockOf = (time: number): string => new Date(time + shanghai.offsetAt(time) * 1000).toISOString().slice(11, 19)

const nameOf = (moment: Moment | undefined, said: Words['baselines']): string =>
  moment === undefined ? '' : moment.kind === 'step' ? said.reading(moment.turn, moment.step) : isHappening(moment.kind) ? said.happening[moment.kind] : moment.kind

/** The picture. */
export const baselines = (language: Language): string => {
  const said = words[language].baselines
  const { moments, measures: found } = measures()
  const middle = (index: number): number => 20 + index * LINE
  const rows = moments.flatMap((moment, index) => {
    const isReading = moment.kind === 'step'
    return [
      write(AXIS - 16, middle(index) + 4.5, clockOf(moment.time), { anchor: 'end', class: 'code quiet' }),
      dot(AXIS, middle(index), isReading ? 7 : 4, isReading ? 'fill' : 'call'),
      write(AXIS + 18, middle(index) + 4.5, nameOf(moment, said), isReading ? { class: 'strong' } : {}),
    ]
  })
  const brackets = found.flatMap(({ reading, baseline, duration }) => {
    const [from, to] = [middle(baseline) + 4, middle(reading) - 2]
    return [path(`M${BRACKETS - 14} ${to} H${BRACKETS} V${from} H${BRACKETS - 14}`, 'bracket'), path(`M${BRACKETS - 8} ${from - 4} l-7 4 l7 4`, 'bracket'), write(BRACKETS + 9, (from + to) / 2 + 4.5, duration, { class: 'measure' })]
  })
  const description = found.map(({ reading, baseline, duration }) => said.measures(nameOf(moments[reading], said), duration, nameOf(moments[baseline], said))).join(language === 'en' ? '; ' : '；')
  const height = moments.length * LINE + 8
  const frame = { id: 'baselines', title: said.title, description: `${description}${language === 'en' ? '.' : '。'}`, width: WIDTH, height }
  return figure('baselines', [drawing(frame, [rule([AXIS, 12], [AXIS, height - 16], 'axis'), ...rows, ...brackets])], said.caption)
}
