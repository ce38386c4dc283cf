import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { PLANNED_INTERVALS } from '../../src/core/plan.js'
import { runHere, storedLogs } from '../support/command-line.js'
import { violations } from '../support/schema.js'
import { temporaryFolder } from '../support/temporary-folder.js'

const folder = temporaryFolder()
const compacted = join(storedLogs, 'format-0-compacted.jsonl.zstd')
const zone = ['--time-zone', 'Asia/Shanghai']

const TABLE = `1 log, 5 requests

interval          ms  readings  characters  tokens  oldest clock  no clock
every step         0         5         691     232            0s  -
10s            10000         4         560     188            4s  -
30s            30000         4         560     188            4s  -
1m 0s          60000         4         560     188            4s  -
5m 0s         300000         2         280      94         4m 4s  1 (0s)
10m 0s        600000         2         280      94         4m 4s  1 (0s)
30m 0s       1800000         1         140      47        24m 8s  3 (20m 4s)
1h 0s        3600000         1         140      47        24m 8s  3 (20m 4s)
6h 0s       21600000         1         140      47        24m 8s  3 (20m 4s)
1d 0s       86400000         1         140      47        24m 8s  3 (20m 4s)
`

const UNICODE = `
            tokens                         oldest clock
every step  ████████████████████      232                       0s
10s         ████████████████▎         188  ▏                    4s
30s         ████████████████▎         188  ▏                    4s
1m 0s       ████████████████▎         188  ▏                    4s
5m 0s       ████████▏                  94  ███▍                 4m 4s
10m 0s      ████████▏                  94  ███▍                 4m 4s
30m 0s      ████                       47  ████████████████████ 24m 8s
1h 0s       ████                       47  ████████████████████ 24m 8s
6h 0s       ████                       47  ████████████████████ 24m 8s
1d 0s       ████                       47  ████████████████████ 24m 8s
`

const ASCII = `
            tokens                         oldest clock
every step  ####################      232                       0s
10s         ################          188  #                    4s
30s         ################          188  #                    4s
1m 0s       ################          188  #                    4s
5m 0s       ########                   94  ###                  4m 4s
10m 0s      ########                   94  ###                  4m 4s
30m 0s      ####                       47  #################### 24m 8s
1h 0s       ####                       47  #################### 24m 8s
6h 0s       ####                       47  #################### 24m 8s
1d 0s       ####                       47  #################### 24m 8s
`

describe('plan', () => {
  it('prints a table and a plot', async () => {
    expect(await runHere(['plan', ...zone, compacted])).toEqual({ code: 0, stdout: TABLE + UNICODE, stderr: '' })
  })

  it.each([{ LANG: 'C' }, {}, { LANG: 'en_US.UTF-8', LC_ALL: 'C' }])('draws with ASCII where the locale is %j', async (environment) => {
    expect((await runHere(['plan', ...zone, compacted], { environment })).stdout).toBe(TABLE + ASCII)
  })

  it('fits into 80 columns', async () => {
    const { stdout } = await runHere(['plan', ...zone, compacted])
    for (const line of stdout.split('\n')) expect(line.length).toBeLessThanOrEqual(80)
  })

  it('prints the same for machines', async () => {
    const { code, stdout } = await runHere(['plan', '--json', ...zone, compacted])
    const output = JSON.parse(stdout)
    expect(violations('plan.schema.json', output)).toEqual([])
    expect(code).toBe(0)
    expect(output.total).toEqual(output.logs[0].plan)
    expect(output.total.intervals.map(({ refreshIntervalMs }: { refreshIntervalMs: number }) => refreshIntervalMs)).toEqual(PLANNED_INTERVALS)
    expect(output.total.intervals[5]).toEqual({ refreshIntervalMs: 600_000, readings: 2, characters: 280, tokens: 94, oldestClockMs: 244_431, requestsWithoutClock: 1, longestWithoutClockMs: 28 })
  })

  it('adds up a folder', async () => {
    const { stdout } = await runHere(['plan', '--json', ...zone, storedLogs])
    const { total, logs } = JSON.parse(stdout)
    const sum = (pick: (plan: { requests: number; intervals: { readings: number }[] }) => number): number => logs.reduce((all: number, { plan }: { plan: Parameters<typeof pick>[0] }) => all + pick(plan), 0)
    expect(logs).toHaveLength(10)
    expect(total.requests).toBe(sum(({ requests }) => requests))
    expect(total.intervals[0].readings).toBe(sum(({ intervals }) => intervals[0]?.readings ?? NaN))
  })

  it('counts one request as one', async () => {
    const file = join(folder, 'one.jsonl')
    const rows = [{ type: 'session', version: 0 }, { type: 'turn/start', seq: 0, time: 0, data: { turn: 1 } }, { type: 'step/start', seq: 1, time: 0, data: { turn: 1, step: 1 } }]
    writeFileSync(file, rows.map((row) => `${JSON.stringify(row)}\n`).join(''))
    expect((await runHere(['plan', ...zone, file])).stdout).toMatch(/^1 log, 1 request\n/)
  })

  it('names what it cannot read, plans the rest, and ends with 2', async () => {
    const root = join(folder, 'partly')
    mkdirSync(root)
    writeFileSync(join(root, 'a.jsonl'), readFileSync(join(storedLogs, 'format-0-tools.jsonl')))
    writeFileSync(join(root, 'b.jsonl'), 'nothing\n')
    writeFileSync(join(root, 'c.jsonl'), readFileSync(join(storedLogs, 'format-0-tools.jsonl')).subarray(0, -4))
    const { code, stdout, stderr } = await runHere(['plan', ...zone, root])
    expect(code).toBe(2)
    expect(stderr.trimEnd().split('\n').map((line) => line.replace(`${root}/`, ''))).toEqual([
      expect.stringMatching(/^b\.jsonl:1: unreadable: the first line/),
      expect.stringMatching(/^c\.jsonl:\d+: unreadable: the last line breaks off/),
    ])
    expect(stdout).toMatch(/^2 logs, 6 requests\n/)
    const json = await runHere(['plan', '--json', ...zone, root])
    expect([json.code, json.stderr]).toEqual([2, ''])
    expect(violations('plan.schema.json', JSON.parse(json.stdout))).toEqual([])
    expect(JSON.parse(json.stdout).logs.map(({ plan, unreadable }: { plan: unknown; unreadable: { kind: string } | null }) => [plan !== null, unreadable?.kind])).toEqual([
      [true, undefined],
      [false, 'header'],
      [true, 'truncated'],
    ])
  })

  it('prints no table when nothing could be read', async () => {
    const { code, stdout } = await runHere(['plan', ...zone, join(folder, 'none')])
    expect([code, stdout]).toEqual([2, ''])
    const json = await runHere(['plan', '--json', ...zone, join(folder, 'none')])
    expect(violations('plan.schema.json', JSON.parse(json.stdout))).toEqual([])
    expect(JSON.parse(json.stdout).total).toBeNull()
  })

  it('refuses a zone before it reads anything', async () => {
    const { code, stdout, stderr } = await runHere(['plan', '--time-zone', 'Nope/Zone', compacted])
    expect([code, stdout]).toEqual([2, ''])
    expect(stderr).toContain('"Nope/Zone"')
  })
})

describe('plan --svg', () => {
  it('writes the plot as a whole image with its numbers in words', async () => {
    const file = join(folder, 'plan.svg')
    const { code, stdout } = await runHere(['plan', ...zone, '--svg', file, compacted])
    expect([code, stdout]).toEqual([0, TABLE + UNICODE])
    const svg = readFileSync(file, 'utf8')
    expect(svg).toMatch(/^<svg xmlns="http:\/\/www\.w3\.org\/2000\/svg" viewBox="0 0 \d+ \d+" role="img"/)
    expect(svg).toContain('<title id="title">Refresh intervals on 5 requests: cost and age</title>')
    expect(svg).toContain('every step: 232 tokens, oldest clock 0s; 10s: 188 tokens, oldest clock 4s;')
    expect(svg.match(/class="cost"/g)).toHaveLength(PLANNED_INTERVALS.length)
    expect(svg.match(/class="age"/g)).toHaveLength(PLANNED_INTERVALS.length)
    const open = [...svg.matchAll(/<(\/?)(\w+)[^>]*?(\/?)>/g)].reduce<string[]>((stack, [, closes, name = '', isEmpty]) => {
      if (isEmpty) return stack
      if (!closes) return [...stack, name]
      expect(stack.at(-1)).toBe(name)
      return stack.slice(0, -1)
    }, [])
    expect(open).toEqual([])
  })

  it('says when the file cannot be written', async () => {
    const file = join(folder, 'none', 'plan.svg')
    const { code, stderr } = await runHere(['plan', ...zone, '--svg', file, compacted])
    expect(code).toBe(2)
    expect(stderr).toMatch(/plan\.svg: cannot be written: ENOENT/)
  })
})
