/**
 * `scenario`: what happens, and what the model is told. The plugin is driven through both protocols,
 * which must agree, and on request through the published host's own loop.
 */

import type { Block } from '../block.js'
import { Mismatch } from '../failure.js'
import type { Kind } from '../kind.js'
import { runScenario, type Course, type Protocol } from '../scenario/drive.js'
import { runPublished } from '../scenario/published.js'
import { parseScenario, type Scenario } from '../scenario/scenario.js'

const protocolsOf = ({ keys }: Block): readonly Protocol[] => {
  const { protocol } = keys
  if (protocol === undefined) return ['decision', 'inject']
  if (protocol === 'decision' || protocol === 'inject') return [protocol]
  throw new Mismatch(`protocol is decision or inject, got ${protocol}`)
}

const formatOf = ({ keys }: Block): number => {
  const { format = '0' } = keys
  if (!/^[0-4]$/.test(format)) throw new Mismatch(`format is a session format, 0 to 4, got ${format}`)
  return Number(format)
}

const textOf = (course: Course, line: number): string => course.readings.get(line)?.text ?? 'no reading'

const agree = (courses: readonly Course[], scenario: Scenario): Course => {
  const [first, ...others] = courses
  if (first === undefined) throw new Mismatch('a scenario runs on at least one host')
  for (const other of others)
    for (const { happening, line } of scenario.moments)
      if (happening.kind === 'step' && textOf(first, line) !== textOf(other, line))
        throw new Mismatch(`the hosts disagree, so say which one is meant (protocol=…):\n${textOf(first, line)}\n${textOf(other, line)}`, line)
  return first
}

/** Run the scenario of a block. */
export const courseOf = async (block: Block): Promise<{ scenario: Scenario; course: Course }> => {
  const scenario = parseScenario(block.body)
  const courses: Course[] = []
  for (const protocol of protocolsOf(block)) courses.push(await runScenario(scenario, protocol, formatOf(block)))
  return { scenario, course: agree(courses, scenario) }
}

/** The body with the readings and the tally that have come of it. */
const withOutcome = (body: readonly string[], scenario: Scenario, course: Course): string[] => {
  const lines = body.map((line): readonly string[] => [line])
  for (const { happening, line, outcome } of scenario.moments) {
    if (happening.kind !== 'step') continue
    const written = body[line] ?? ''
    const margin = ' '.repeat(written.indexOf('turn '))
    for (const index of outcome) lines[index] = []
    lines[line] = [written, ...textOf(course, line).split('\n').map((text) => `${margin}> ${text}`)]
  }
  lines[scenario.tally] = [course.tally]
  return lines.flat()
}

export const scenario: Kind = {
  languages: ['text'],
  keys: { protocol: 'optional', host: 'optional', format: 'optional' },
  run: async (block) => {
    const { scenario, course } = await courseOf(block)
    const outcome = withOutcome(block.body, scenario, course)
    const { host } = block.keys
    if (host !== undefined && host !== 'published') throw new Mismatch(`host is published or left out, got ${host}`)
    // The published loop takes its time, so it is asked only where the document agrees so far.
    if (host === 'published' && outcome.join('\n') === block.body.join('\n')) agree([course, await runPublished(scenario)], scenario)
    return outcome
  },
}
