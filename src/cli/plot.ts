/**
 * Pictures of a plan: cost against age, one row per interval. Pure text, for a terminal or as SVG.
 */

import { formatDuration } from '../core/duration.js'
import type { IntervalPlan, Plan } from '../core/plan.js'

/** What an interval is called: `every step`, `1m 0s`. */
export const labelOf = (interval: number): string => (interval === 0 ? 'every step' : formatDuration(interval))

/** How old the model's clock was at most. */
export const ageOf = ({ oldest }: IntervalPlan): string => (oldest === undefined ? '-' : formatDuration(oldest))

/** A bar's length in a terminal, in characters. */
const WIDTH = 20

const EIGHTHS = ['', '▏', '▎', '▍', '▌', '▋', '▊', '▉'] as const

const unicodeBar = (share: number): string => {
  const eighths = share === 0 ? 0 : Math.max(1, Math.round(share * WIDTH * 8))
  return '█'.repeat(eighths >> 3) + (EIGHTHS[eighths & 7] ?? '')
}

const asciiBar = (share: number): string => '#'.repeat(share === 0 ? 0 : Math.max(1, Math.round(share * WIDTH)))

const largest = (plan: Plan, measure: (interval: IntervalPlan) => number): number => Math.max(1, ...plan.intervals.map(measure))

const ageIn = ({ oldest = 0 }: IntervalPlan): number => oldest

const tokensIn = ({ tokens }: IntervalPlan): number => tokens

/**
 * A plot for a terminal, under 80 columns wide.
 * @param plan - the plan.
 * @param isUnicode - whether the terminal shows more than ASCII.
 * @returns lines without a line feed at the end.
 */
export const textPlot = (plan: Plan, isUnicode: boolean): string => {
  const bar = isUnicode ? unicodeBar : asciiBar
  const mostTokens = largest(plan, tokensIn)
  const greatestAge = largest(plan, ageIn)
  const head = `${''.padEnd(11)} ${'tokens'.padEnd(WIDTH + 9)}  oldest clock`
  const lines = plan.intervals.map((interval) => {
    const cost = `${bar(interval.tokens / mostTokens).padEnd(WIDTH)} ${String(interval.tokens).padStart(8)}`
    return `${labelOf(interval.interval).padEnd(11)} ${cost}  ${bar(ageIn(interval) / greatestAge).padEnd(WIDTH)} ${ageOf(interval)}`
  })
  return [head, ...lines].join('\n')
}

const ROW = 26
const TOP = 64
const BAR = 190
const COLUMNS = { label: 110, cost: 120, age: 420 } as const
const SIZE = { width: 720, footer: 28 } as const

const STYLE = `
text { font: 13px system-ui, sans-serif; fill: #1f2430 }
.title { font-size: 15px; font-weight: 600 }
.cost { fill: #3a6ea5 }
.age { fill: #b5651d }
.back { fill: #ffffff }
@media (prefers-color-scheme: dark) {
  text { fill: #e6e6e6 }
  .cost { fill: #7fb2e5 }
  .age { fill: #e6a15c }
  .back { fill: #16181d }
}`

const row = (interval: IntervalPlan, index: number, { mostTokens, greatestAge }: { readonly mostTokens: number; readonly greatestAge: number }): string => {
  const y = TOP + index * ROW
  const middle = y + 13
  const cost = ((interval.tokens / mostTokens) * BAR).toFixed(1)
  const age = ((ageIn(interval) / greatestAge) * BAR).toFixed(1)
  return [
    `<text x="${COLUMNS.label}" y="${middle}" text-anchor="end">${labelOf(interval.interval)}</text>`,
    `<rect class="cost" x="${COLUMNS.cost}" y="${y}" width="${cost}" height="17"/>`,
    `<text x="${(COLUMNS.cost + Number(cost) + 6).toFixed(1)}" y="${middle}">${interval.tokens}</text>`,
    `<rect class="age" x="${COLUMNS.age}" y="${y}" width="${age}" height="17"/>`,
    `<text x="${(COLUMNS.age + Number(age) + 6).toFixed(1)}" y="${middle}">${ageOf(interval)}</text>`,
  ].join('\n')
}

const inWords = (interval: IntervalPlan): string => `${labelOf(interval.interval)}: ${interval.tokens} tokens, oldest clock ${ageOf(interval)}`

/**
 * The same plot as an SVG image, for light and dark pages, with its numbers as its description.
 * @param plan - the plan.
 * @returns a whole file.
 */
export const svgPlot = (plan: Plan): string => {
  const most = { mostTokens: largest(plan, tokensIn), greatestAge: largest(plan, ageIn) }
  const height = TOP + plan.intervals.length * ROW + SIZE.footer
  const title = `Refresh intervals on ${plan.requests} requests: cost and age`
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${SIZE.width} ${height}" role="img" aria-labelledby="title description">
<title id="title">${title}</title>
<desc id="description">${plan.intervals.map(inWords).join('; ')}.</desc>
<style>${STYLE}
</style>
<rect class="back" width="${SIZE.width}" height="${height}"/>
<text class="title" x="${COLUMNS.cost}" y="24">${title}</text>
<text x="${COLUMNS.label}" y="50" text-anchor="end">interval</text>
<text x="${COLUMNS.cost}" y="50">tokens (estimate)</text>
<text x="${COLUMNS.age}" y="50">oldest clock</text>
${plan.intervals.map((interval, index) => row(interval, index, most)).join('\n')}
</svg>
`
}
