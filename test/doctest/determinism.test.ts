import { execFile } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect, it } from 'vitest'
import { root } from './document.js'

const run = promisify(execFile)

/** The name and outcome of each documentation test, run as `npm run docs:test` does, in its own process. */
const outcomesUnder = async (environment: Readonly<Record<string, string>>, ...flags: readonly string[]): Promise<string[]> => {
  const file = join(tmpdir(), `documents-${process.pid}-${environment['LANG']}.json`)
  const args = ['node_modules/vitest/vitest.mjs', 'run', '--config', 'test/vitest.config.ts', 'test/doctest/documents.test.ts', '--mode', 'quick', '--reporter', 'json', '--outputFile', file, ...flags]
  const { CI: _, ...inherited } = process.env
  const { stderr } = await run(process.execPath, args, { cwd: root, env: { ...inherited, ...environment, NO_RESULTS: '1' }, maxBuffer: 2 ** 26 }).catch((error: { stderr: string }) => error)
  if (!existsSync(file)) throw new Error(stderr)
  const report: unknown = JSON.parse(readFileSync(file, 'utf8'))
  const { testResults } = report as { testResults: { assertionResults: { fullName: string; status: string }[] }[] }
  return testResults.flatMap(({ assertionResults }) => assertionResults.map(({ fullName, status }) => `${status} ${fullName}`)).sort()
}

it('the documents hold alike under another zone, another language and in another order', { timeout: 300_000 }, async () => {
  const [here, there] = await Promise.all([
    outcomesUnder({ TZ: 'UTC', LANG: 'C' }),
    outcomesUnder({ TZ: 'America/St_Johns', LANG: 'fa_IR.UTF-8', LC_ALL: 'fa_IR.UTF-8' }, '--sequence.shuffle', '--sequence.seed', '7'),
  ])
  expect(here.length).toBeGreaterThan(80)
  expect(there).toEqual(here)
  expect(here.filter((outcome) => !outcome.startsWith('passed'))).toEqual([])
})
