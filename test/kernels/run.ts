/**
 * Run the host's tests once more on the newest kernel.
 *
 * The tests and the built plugin are copied to a folder of their own whose `node_modules` is the
 * separately locked install beside this file. Every bare name, in a test, in the composition and in
 * the plugin's own name, is then resolved the ordinary way and cannot reach the main install;
 * `test/host/kernel.test.ts` holds which versions were loaded.
 */

import { spawnSync } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('../..', import.meta.url))
const install = join(root, 'test/kernels/newest')
const modules = join(install, 'node_modules')
const results = 'node_modules/.cache/results/kernels.json'

const succeeds = (command: string, args: readonly string[], cwd: string): boolean => {
  const { status, error } = spawnSync(command, args, { cwd, stdio: 'inherit', env: { ...process.env, KERNELS: 'newest', TEST_RESULTS: 'kernels' } })
  if (error !== undefined) throw error
  return status === 0
}

if (!succeeds('npm', ['ci', '--ignore-scripts', '--no-audit', '--no-fund'], install)) throw new Error(`cannot install ${install}`)
const place = mkdtempSync(join(tmpdir(), 'time-context-kernels-'))
try {
  for (const name of ['package.json', 'src', 'lib', 'test/host', 'test/support', 'test/vitest.config.ts']) {
    cpSync(join(root, name), join(place, name), { recursive: true })
  }
  symlinkSync(modules, join(place, 'node_modules'))
  const passed = succeeds(process.execPath, [join(modules, 'vitest/vitest.mjs'), 'run', '--config', 'test/vitest.config.ts', 'test/host'], place)
  process.exitCode = passed ? 0 : 1
  if (process.env['CI']) {
    mkdirSync(join(root, results, '..'), { recursive: true })
    cpSync(join(place, results), join(root, results))
  }
} finally {
  rmSync(place, { recursive: true })
}
