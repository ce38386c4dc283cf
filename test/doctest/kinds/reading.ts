/**
 * `reading`: the grammar of a reading, as a template, or the literal reading of a scenario.
 */

import { formatDuration, formatReading, formatTimestamp, parseReading, parseTimestamp, type Reading } from '../../../src/reading.js'
import { Mismatch } from '../failure.js'
import type { Kind } from '../kind.js'
import { courseOf } from './scenario.js'

/** A small linear congruential generator: the same cases on every run. */
const numbers = (seed: number): (() => number) => {
  let state = seed
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return state / 2 ** 32
  }
}

const ZONES = [
  ['UTC', 0],
  ['Asia/Shanghai', 8 * 3600],
  ['America/St_Johns', -2.5 * 3600],
  ['Etc/GMT+12', -12 * 3600],
  ['Africa/Monrovia', -(44 * 60 + 30)],
  ['America/Port-au-Prince', -5 * 3600],
] as const

const CASES = 500

/** Generated readings of first or of later steps, no two alike. */
const generate = (steps: 'first' | 'later'): Reading[] => {
  const next = numbers(7)
  const upTo = (limit: number): number => Math.floor(next() * limit)
  return Array.from({ length: CASES }, (_, index) => {
    const [zone = 'UTC', offset = 0] = ZONES[index % ZONES.length] ?? []
    return {
      turn: 1 + upTo(10 ** (1 + (index % 6))),
      step: steps === 'first' ? 1 : 2 + upTo(10 ** (1 + (index % 4))),
      timestamp: { instant: 86_400_000 + upTo(250_000_000_000) * 1000, offset, zone },
      elapsed: index % 5 === 0 ? undefined : upTo(10 ** (1 + (index % 8))) * 1000,
    }
  })
}

const PLACEHOLDER = /<([a-z-]+)>/g

/** The template filled with values; each line of it must use the names it is given. */
const fill = (template: string, values: Readonly<Record<string, string>>): string =>
  template.replace(PLACEHOLDER, (whole, name: string) => {
    const value = values[name]
    if (value === undefined) throw new Mismatch(`unknown placeholder ${whole}`, lineOf(template, whole))
    return value
  })

const lineOf = (text: string, part: string): number => text.slice(0, text.indexOf(part)).split('\n').length - 1

const TIMESTAMP_PARTS = ['year', 'month', 'day', 'hour', 'minute', 'second', 'offset', 'zone']

const SHAPES: Readonly<Record<string, string>> = {
  turn: String.raw`\d+`,
  step: String.raw`\d+`,
  timestamp: String.raw`\S+`,
  year: String.raw`\d{4}`,
  offset: String.raw`[+-][\d:]+`,
  zone: String.raw`[^\][]+`,
}

const shapeOf = (name: string): string => `(${SHAPES[name] ?? (TIMESTAMP_PARTS.includes(name) ? String.raw`\d\d` : '.+')})`

/** A pattern that takes from a text what a template's placeholders stand for. */
const patternOf = (template: string): RegExp =>
  new RegExp(`^${template.split(PLACEHOLDER).map((part, index) => (index % 2 === 1 ? shapeOf(part) : part.replace(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`))).join('')}$`)

const namesIn = (template: string): string[] => [...template.matchAll(PLACEHOLDER)].map(([, name = '']) => name)

interface Sample {
  readonly text: string
  readonly values: Readonly<Record<string, string>>
}

const readingSample = (reading: Reading): Sample => ({
  text: formatReading(reading),
  values: {
    turn: String(reading.turn),
    step: String(reading.step),
    timestamp: formatTimestamp(reading.timestamp),
    'duration-or-unavailable': reading.elapsed === undefined ? 'unavailable' : formatDuration(reading.elapsed),
  },
})

const timestampSample = ({ timestamp }: Reading): Sample => {
  const text = formatTimestamp(timestamp)
  const local = new Date(timestamp.instant + timestamp.offset * 1000).toISOString()
  const fields = [...local.slice(0, 19).split(/[-T:]/), text.slice(19, text.indexOf('[')), timestamp.zone]
  return { text, values: Object.fromEntries(TIMESTAMP_PARTS.map((name, index) => [name, fields[index] ?? ''])) }
}

/** Both directions: the filled template is what is rendered, and what is rendered fits the template with the same values. */
const checkTemplate = (template: string, samples: readonly Sample[], isOne: (text: string) => boolean): void => {
  const names = namesIn(template)
  const pattern = patternOf(template)
  for (const { text, values } of samples) {
    const filled = fill(template, values)
    if (filled !== text) throw new Mismatch(`the template gives\n${filled}\nwhere the plugin writes\n${text}`, firstLineApart(filled, text))
    const taken = pattern.exec(text)?.slice(1) ?? []
    if (names.some((name, index) => taken[index] !== values[name])) throw new Mismatch(`what the plugin writes does not fit the template in one way only:\n${text}`, 0)
    if (!isOne(filled)) throw new Mismatch(`the filled template is refused:\n${filled}`, 0)
  }
}

const firstLineApart = (one: string, other: string): number => {
  const lines = other.split('\n')
  return Math.max(0, one.split('\n').findIndex((line, index) => line !== lines[index]))
}

export const reading: Kind = {
  languages: ['text'],
  keys: { steps: 'optional', part: 'optional', of: 'optional', number: 'optional' },
  run: async (block, { find }) => {
    const { steps, part, of, number } = block.keys
    const template = block.body.join('\n')
    if (of !== undefined) {
      const origin = find(of)
      if (origin?.kind !== 'scenario' || number === undefined) throw new Mismatch(`of=${of} number=${number} names a reading of no scenario`)
      const { course } = await courseOf(origin)
      const texts = [...course.readings.values()].flatMap((placed) => (placed === undefined ? [] : [placed.text]))
      return (texts[Number(number) - 1] ?? '(the scenario has no such reading)').split('\n')
    }
    if (part === 'timestamp') checkTemplate(template, [...generate('first'), ...generate('later')].map(timestampSample), (text) => parseTimestamp(text) !== undefined)
    else if (part === undefined && (steps === 'first' || steps === 'later')) checkTemplate(template, generate(steps).map(readingSample), (text) => parseReading(text) !== undefined)
    else throw new Mismatch('a reading block says steps=first, steps=later, part=timestamp, or of=<scenario> number=<n>')
    return undefined
  },
}
