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

it('resolves for every consumer of ES modules, says are-the-types-wrong', () => {
  const { path } = pack()
  const attw = fileURLToPath(new URL('../../node_modules/.bin/attw', import.meta.url))
  const report = JSON.parse(execFileSync(attw, ['--format', 'json', '--profile', 'esm-only', path], { encoding: 'utf8' }))
  expect(report.problems ?? {}).toEqual({})
})
