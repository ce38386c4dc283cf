/**
 * `message`: the whole message that carries a reading, as a host stores it. Each reading of the
 * scenario, on hosts of each format named, must be exactly that.
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

/** Session formats, as the documents group them. */
const FORMATS: Readonly<Record<string, readonly number[]>> = { 'all': [0, 1, 2, 3, 4, 5], '0-3': [0, 1, 2, 3], '4+': [4, 5] }

export const message: Kind = {
  languages: ['json'],
  keys: { of: 'required', protocol: 'required', formats: 'required' },
  run: async ({ keys, body }, { find }) => {
    const { of = '', protocol, formats: named = '' } = keys
    const origin = find(of)
    const formats = FORMATS[named]
    if (origin?.kind !== 'scenario') throw new Mismatch(`of=${of} names no scenario`)
    if ((protocol !== 'inject' && protocol !== 'decision') || formats === undefined) throw new Mismatch(`protocol is inject or decision, formats one of ${Object.keys(FORMATS).join(', ')}`)
    const written: unknown = JSON.parse(body.join('\n'))
    for (const format of formats) {
      const { readings } = await runScenario(parseScenario(origin.body), protocol, format)
      for (const placed of readings.values()) {
        const actual = placed && masked(placed.message, placed.text)
        if (!isDeepStrictEqual(written, actual)) return JSON.stringify(actual, undefined, 2).split('\n')
      }
    }
    return undefined
  },
}
