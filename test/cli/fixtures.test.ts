import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { runHere, storedLogs } from '../support/command-line.js'
import { violations } from '../support/schema.js'

const names = readdirSync(storedLogs).filter((name) => /\.jsonl(\.zstd)?$/.test(name))

describe('a stored log that is kept for ever', () => {
  it('exists for every format', () => {
    expect(new Set(names.map((name) => /^format-\d/.exec(name)?.[0]))).toEqual(new Set(['format-0', 'format-2', 'format-3', 'format-4']))
  })

  it.each(names)('has the verdict that stands beside it: %s', async (name) => {
    const verdict = JSON.parse(readFileSync(join(storedLogs, name.replace(/\.jsonl(\.zstd)?$/, '.verdict.json')), 'utf8'))
    const { code, stdout, stderr } = await runHere(['check', '--json', join(storedLogs, name)])
    const output = JSON.parse(stdout)
    expect(violations('verdict.schema.json', output)).toEqual([])
    expect(output.logs).toEqual([{ ...verdict, file: join(storedLogs, name) }])
    expect([code, stderr]).toEqual([0, ''])
  })

  it('has a verdict, and each verdict has a log', () => {
    const verdicts = readdirSync(storedLogs).filter((name) => name.endsWith('.verdict.json'))
    expect(verdicts.sort()).toEqual(names.map((name) => name.replace(/\.jsonl(\.zstd)?$/, '.verdict.json')).sort())
  })
})
