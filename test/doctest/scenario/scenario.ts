/**
 * A scenario as it is written in a document: a head, and lines of time and event. Reading one is
 * strict, so that each word and digit of it counts.
 */

import { Mismatch } from '../failure.js'

/** What happens at a line. */
export type Happening =
  | { readonly kind: 'prompt' | 'steering' | 'answer' | 'context'; readonly text: string }
  | { readonly kind: 'step'; readonly turn: number; readonly step: number; readonly fate: Fate }
  | { readonly kind: 'tool call' | 'tool result' | 'compaction' | 'restart' | 'fork' | 'clock set back' }

/** How the preparation of a step goes. */
export type Fate = 'entered' | 'cancelled' | 'rejected' | 'empty'

/** One line of a scenario. */
export interface Moment {
  readonly happening: Happening
  /** Epoch milliseconds; the clock of the line before where none is written. */
  readonly clock: number
  /** Index of the line in the block's body. */
  readonly line: number
  /** Indices of the lines, quoted with `>`, that say what came of a step. */
  readonly outcome: readonly number[]
}

/** A scenario. */
export interface Scenario {
  readonly config: { readonly timeZone: string; readonly refreshIntervalMs?: number }
  readonly moments: readonly Moment[]
  /** Index of the last line, the tally. */
  readonly tally: number
}

const HEAD = ['timeZone', 'refreshIntervalMs', 'date'] as const

const QUOTED = /^(prompt|steering|answer|context) "([^"]+)"$/
const STEP = /^turn ([1-9]\d*), step ([1-9]\d*)(?:, (cancelled|rejected|empty))?$/
const LINE = /^(?:(\d\d):(\d\d):(\d\d)(?:\.(\d\d\d))?~?)?( *)(\S.*)$/

const PLAIN = ['tool call', 'tool result', 'compaction', 'restart', 'fork', 'clock set back'] as const

const happeningOf = (text: string, line: number): Happening => {
  const quoted = QUOTED.exec(text)
  if (quoted !== null) {
    const [, verb, said = ''] = quoted
    const kind = (['prompt', 'steering', 'answer', 'context'] as const).find((known) => known === verb)
    if (kind !== undefined) return { kind, text: said }
  }
  const step = STEP.exec(text)
  if (step !== null) {
    const fate = (['cancelled', 'rejected', 'empty'] as const).find((known) => known === step[3]) ?? 'entered'
    return { kind: 'step', turn: Number(step[1]), step: Number(step[2]), fate }
  }
  const plain = PLAIN.find((known) => known === text)
  if (plain === undefined) throw new Mismatch(`not an event of a scenario: ${text}`, line)
  return { kind: plain }
}

/** Midnight of a date at a fixed offset, epoch milliseconds. */
const midnight = (date: string, offset: string, line: number): number => {
  const instant = Date.parse(`${date}T00:00:00${offset}`)
  if (!/^\d{4}-\d\d-\d\d$/.test(date) || Number.isNaN(instant)) throw new Mismatch(`not a date: ${date}`, line)
  return instant
}

const parseHead = (body: readonly string[]): { config: Scenario['config']; date: string; offset: string; next: number } => {
  const head = new Map<string, string>()
  let next = 0
  let expected = 0
  for (; next < body.length && body[next] !== ''; next++) {
    const text = body[next] ?? ''
    if (text.startsWith('#')) continue
    const [, key = '', value = ''] = /^(\w+): (\S.*)$/.exec(text) ?? []
    const place = HEAD.findIndex((known) => known === key)
    if (place < expected) throw new Mismatch(`the head of a scenario is ${HEAD.join(', ')}, in this order; got ${text}`, next)
    expected = place + 1
    head.set(key, value)
  }
  const timeZone = head.get('timeZone')
  const interval = head.get('refreshIntervalMs')
  const [, date, offset] = /^(\S+) ([+-]\d\d:\d\d)$/.exec(head.get('date') ?? '') ?? []
  if (timeZone === undefined || date === undefined || offset === undefined) throw new Mismatch('the head of a scenario gives timeZone and date: YYYY-MM-DD ±HH:MM', 0)
  if (interval !== undefined && !/^\d+$/.test(interval)) throw new Mismatch('refreshIntervalMs is a number', 0)
  return { config: { timeZone, ...(interval === undefined ? {} : { refreshIntervalMs: Number(interval) }) }, date, offset, next }
}

/**
 * Read a scenario.
 * @param body - the lines of its block.
 * @throws Mismatch at the first line that is not one.
 */
export const parseScenario = (body: readonly string[]): Scenario => {
  const { config, date, offset, next } = parseHead(body)
  let day = midnight(date, offset, 0)
  let clock = NaN
  let tally = -1
  let newDay = false
  let events: number | undefined
  const moments: { happening: Happening; clock: number; line: number; outcome: number[] }[] = []
  for (let line = next; line < body.length; line++) {
    const text = body[line] ?? ''
    if (text === '' || text.startsWith('#')) continue
    if (tally >= 0) throw new Mismatch('a line after the tally', line)
    const [, hours, minutes, seconds, millis = '0', gap = '', rest = ''] = LINE.exec(text) ?? []
    const timed = hours !== undefined
    const column = text.length - rest.length
    if (!timed && column === 0) {
      if (/^\d{4}-/.test(rest)) {
        const following = midnight(rest, offset, line)
        if (following <= day) throw new Mismatch('the date does not move forward', line)
        day = following
        newDay = true
      } else tally = line
      continue
    }
    events ??= column
    if (column !== events || (timed && gap.length < 2)) throw new Mismatch(`events stand in one column, here the ${events + 1}th, two spaces after the longest time`, line)
    if (rest.startsWith('>')) {
      if (timed) throw new Mismatch('an outcome has no time of its own', line)
      const last = moments.at(-1)
      if (last?.happening.kind !== 'step' || last.line + last.outcome.length + 1 !== line) throw new Mismatch('an outcome (>) that follows no step', line)
      last.outcome.push(line)
      continue
    }
    const happening = happeningOf(rest, line)
    if (newDay && !timed) throw new Mismatch('the first event of a day has a time', line)
    newDay = false
    if (timed) {
      if (Number(hours) > 23 || Number(minutes) > 59 || Number(seconds) > 59) throw new Mismatch('not a time of day', line)
      const now = day + ((Number(hours) * 60 + Number(minutes)) * 60 + Number(seconds)) * 1000 + Number(millis)
      const back = now < clock
      if (back !== (happening.kind === 'clock set back') && !Number.isNaN(clock)) throw new Mismatch(back ? 'time runs backwards (only `clock set back` may do that)' : 'the clock is not set back here', line)
      // A clock that is set back past midnight shows the day before; later dates are written out.
      clock = now
    }
    if (Number.isNaN(clock)) throw new Mismatch('the first event has a time', line)
    moments.push({ happening, clock, line, outcome: [] })
  }
  if (tally < 0) throw new Mismatch('a scenario ends with its tally, such as `1 prompt, 1 step, 1 reading`', body.length - 1)
  return { config, moments, tally }
}

/** The letters and digits of a scenario that nothing depends on: quoted texts, and times that are about. */
export const freePartsOf = (text: string): readonly string[] => [...text.matchAll(/"[^"]*"|\b\d\d:\d\d:\d\d(?:\.\d\d\d)?~/g)].map(([part]) => part)
