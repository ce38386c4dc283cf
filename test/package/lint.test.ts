import { execFileSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { expect, it } from 'vitest'
import { publint } from 'publint'
import { pack } from '../support/tarball.js'

const repository = fileURLToPath(new URL('../..', import.meta.url))

it('has nothing for publint to say', async () => {
  const { messages } = await publint({ pkgDir: repository, strict: true })
  expect(messages).toEqual([])
})

/** CommonJS and the resolution of Node 10 are not served: the package is ES modules behind `exports`. */
const UNSERVED: readonly unknown[] = ['node10', 'node16-cjs']

it('resolves for every consumer of ES modules, says are-the-types-wrong', () => {
  const { path } = pack()
  const attw = fileURLToPath(new URL('../../node_modules/.bin/attw', import.meta.url))
  const { problems, analysis } = JSON.parse(execFileSync(attw, ['--format', 'json', '--profile', 'esm-only', path], { encoding: 'utf8' }))
  const found: { resolutionKind?: unknown }[] = Object.values(problems ?? {}).flat() as { resolutionKind?: unknown }[]
  expect(Object.keys(analysis.entrypoints)).toEqual(expect.arrayContaining(['.', './reading', './check', './invariant']))
  expect(found.filter(({ resolutionKind }) => !UNSERVED.includes(resolutionKind))).toEqual([])
})
