/**
 * `vector`: one entry of `vectors.json`, as it stands there.
 */

import { isDeepStrictEqual } from 'node:util'
import { readFileSync } from 'node:fs'
import { root } from '../document.js'
import { Mismatch } from '../failure.js'
import type { Kind } from '../kind.js'

export const vector: Kind = {
  languages: ['json'],
  keys: { of: 'required' },
  run: async ({ keys, body }) => {
    const { cases } = JSON.parse(readFileSync(`${root}/vectors.json`, 'utf8')) as { cases: { id: string }[] }
    const found = cases.find(({ id }) => id === keys['of'])
    if (found === undefined) throw new Mismatch(`vectors.json has no case ${keys['of']}`)
    return isDeepStrictEqual(JSON.parse(body.join('\n')), found) ? undefined : JSON.stringify(found, undefined, 2).split('\n')
  },
}
