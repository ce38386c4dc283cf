import { spawnSync } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { expect, it } from 'vitest'
import { parseReading, type Reading } from '../../src/reading.js'
import { patchFile } from '../support/operator.js'
import { temporaryFolder } from '../support/temporary-folder.js'

const script = fileURLToPath(new URL('../support/headless.ts', import.meta.url))

/** Run two tasks in one process of its own, which has no key. */
const run = async (variables: { readonly TZ: string; readonly LC_ALL?: string }, ...config: readonly string[]) => {
  const { DEEPSEEK_API_KEY: _key, ...environment } = process.env
  return spawnSync(process.execPath, ['--expose-internals', script, temporaryFolder(), await patchFile(...config), 'the first task', 'the second task'], { encoding: 'utf8', env: { ...environment, ...variables } })
}

interface Row {
  readonly type: string
  readonly data: { readonly content: readonly { readonly text: string }[]; readonly source: Readonly<Record<string, unknown>> }
}

/** The readings of a log on disk, looked at with nothing but a JSON parser. */
const stored = async (file: string): Promise<{ text: string; reading: Reading | undefined; source: unknown }[]> => {
  const rows: Row[] = (await readFile(file, 'utf8')).trimEnd().split('\n').map((line) => JSON.parse(line))
  return rows
    .filter(({ type, data }) => type === 'user/message' && data.source['plugin'] === 'time-context')
    .map(({ data: { content, source } }) => {
      const text = content[0]?.text ?? ''
      return { text, source, reading: parseReading(text) }
    })
}

it.each([
  ['the zone of the configuration', 'America/New_York', ['timeZone: Asia/Shanghai'], 'Asia/Shanghai'],
  ['the zone of the process', 'America/New_York', [], 'America/New_York'],
  ['another zone of the process', 'Asia/Kathmandu', [], 'Asia/Kathmandu'],
] as const)('two tasks in one process leave attributed readings in the log on disk, in %s', async (_what, tz, config, zone) => {
  const { status, stdout, stderr } = await run({ TZ: tz }, ...config)
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

it.each(['fa_IR.UTF-8', 'th_TH.UTF-8', 'ar_EG.UTF-8', 'fr_FR.UTF-8'])('C28: under LC_ALL=%s a reading is the same ASCII', async (locale) => {
  const { stdout } = await run({ TZ: 'Asia/Shanghai', LC_ALL: locale })
  const readings = await stored(stdout.trim())
  expect(readings).toHaveLength(3)
  for (const { reading, text } of readings) {
    expect(reading?.timestamp.zone).toBe('Asia/Shanghai')
    expect(text).toMatch(/^[\n -~]+$/)
  }
})

it.each(['CST', 'Not/AZone', 'GMT+8'])('TZ=%s ends the process with a message that says what to set', async (tz) => {
  const { status, stderr } = await run({ TZ: tz })
  expect(status).toBe(1)
  expect(stderr).toContain(`the process zone TZ must be an IANA time-zone identifier, got "${tz}"`)
  expect(stderr).toContain('set timeZone in the configuration')
})
