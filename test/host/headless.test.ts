import { spawnSync } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { expect, it } from 'vitest'
import { parseReading, type Reading } from '../../src/reading.js'
import { patchFile } from '../support/operator.js'
import { temporaryFolder } from '../support/temporary-folder.js'

const script = fileURLToPath(new URL('../support/headless.ts', import.meta.url))

/** Run two tasks in one process of its own, which has no key. */
const run = async (tz: string, ...config: readonly string[]) => {
  const { DEEPSEEK_API_KEY: _key, ...environment } = process.env
  return spawnSync(process.execPath, ['--expose-internals', script, temporaryFolder(), await patchFile(...config), 'the first task', 'the second task'], { encoding: 'utf8', env: { ...environment, TZ: tz } })
}

interface Row {
  readonly type: string
  readonly data: { readonly content: readonly { readonly text: string }[]; readonly source: Readonly<Record<string, unknown>> }
}

/** The readings of a log on disk, looked at with nothing but a JSON parser. */
const stored = async (file: string): Promise<{ reading: Reading | undefined; source: unknown }[]> => {
  const rows: Row[] = (await readFile(file, 'utf8')).trimEnd().split('\n').map((line) => JSON.parse(line))
  return rows
    .filter(({ type, data }) => type === 'user/message' && data.source['plugin'] === 'time-context')
    .map(({ data: { content, source } }) => ({ source, reading: parseReading(content[0]?.text ?? '') }))
}

it.each([
  ['the zone of the configuration', 'America/New_York', ['timeZone: Asia/Shanghai'], 'Asia/Shanghai'],
  ['the zone of the process', 'America/New_York', [], 'America/New_York'],
  ['another zone of the process', 'Asia/Kathmandu', [], 'Asia/Kathmandu'],
] as const)('two tasks in one process leave attributed readings in the log on disk, in %s', async (_what, tz, config, zone) => {
  const { status, stdout, stderr } = await run(tz, ...config)
  expect(stderr).toBe('')
  expect(status).toBe(0)
  const readings = await stored(stdout.trim())
  expect(readings.map(({ reading }) => [reading?.turn, reading?.step])).toEqual([[1, 1], [1, 2], [2, 1]])
  for (const { reading, source } of readings) {
    expect(reading?.timestamp.zone).toBe(zone)
    expect(reading?.elapsed).toBeTypeOf('number')
    expect(source).toEqual({ kind: 'plugin', plugin: 'time-context', form: 'snapshot', sections: [{ name: 'time-context', text: expect.stringContaining(`[${zone}]`) }] })
  }
})

it.each(['CST', 'Not/AZone', 'GMT+8'])('TZ=%s ends the process with a message that says what to set', async (tz) => {
  const { status, stderr } = await run(tz)
  expect(status).toBe(1)
  expect(stderr).toContain(`the process zone TZ must be an IANA time-zone identifier, got "${tz}"`)
  expect(stderr).toContain('set timeZone in the configuration')
})
