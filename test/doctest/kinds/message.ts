/**
 * `message`: the whole message that carries a scenario's reading, as a host stores it.
 */

import { isDeepStrictEqual } from 'node:util'
import { Mismatch } from '../failure.js'
import type { Kind } from '../kind.js'
import { runScenario } from '../scenario/drive.js'
import { parseScenario } from '../scenario/scenario.js'

/** JSON, with the reading's text and the message's random id written as placeholders where the document does. */
const masked = (value: unknown, text: string, path = ''): unknown => {
  if (Array.isArray(value)) return value.map((each) => masked(each, text, path))
  if (typeof value === 'object' && value !== null) return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, masked(each, text, `${path}/${key}`)]))
  if (value === text) return '<reading>'
  return path === '/id' && typeof value === 'string' && value !== '' ? '<id>' : value
}

export const message: Kind = {
  languages: ['json'],
  keys: { of: 'required', number: 'required', protocol: 'required', format: 'optional' },
  run: async ({ keys, body }, { find }) => {
    const { of = '', number, protocol, format = '0' } = keys
    const origin = find(of)
    if (origin?.kind !== 'scenario') throw new Mismatch(`of=${of} names no scenario`)
    if ((protocol !== 'inject' && protocol !== 'decision') || !/^[0-4]$/.test(format)) throw new Mismatch('protocol is inject or decision, format 0 to 4')
    const { readings } = await runScenario(parseScenario(origin.body), protocol, Number(format))
    const placed = [...readings.values()].filter((each) => each !== undefined)[Number(number) - 1]
    if (placed === undefined) throw new Mismatch(`the scenario ${of} has no reading ${number}`)
    const actual = masked(placed.message, placed.text)
    const written: unknown = JSON.parse(body.join('\n'))
    return isDeepStrictEqual(written, actual) ? undefined : JSON.stringify(actual, undefined, 2).split('\n')
  },
}
