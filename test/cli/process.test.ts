import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { createReadStream, createWriteStream, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { fileURLToPath } from 'node:url'
import { createZstdCompress } from 'node:zlib'
import { beforeAll, describe, expect, it } from 'vitest'
import { runProcess, storedLogs } from '../support/command-line.js'
import { writeGeneratedLog } from '../support/generated-log.js'
import { temporaryFolder } from '../support/temporary-folder.js'

const repository = fileURLToPath(new URL('../..', import.meta.url))
const folder = temporaryFolder()

describe('the program', () => {
  it('is what package.json says, and prints its version', () => {
    const { bin, version } = JSON.parse(readFileSync(join(repository, 'package.json'), 'utf8'))
    expect(bin).toEqual({ 'dsh-time-context': 'lib/cli.js' })
    expect(readFileSync(join(repository, bin['dsh-time-context']), 'utf8')).toMatch(/^#!\/usr\/bin\/env node\n/)
    expect(runProcess(['--version'])).toEqual({ code: 0, stdout: `${version}\n`, stderr: '' })
  })

  it('ends with 0, 1 or 2', () => {
    const good = join(storedLogs, 'format-0-tools.jsonl')
    const bad = join(folder, 'bad.jsonl')
    writeFileSync(bad, readFileSync(good, 'utf8').replaceAll('2026-07-15T09:00:00', '2026-07-15T19:00:00'))
    expect(runProcess(['check', good])).toMatchObject({ code: 0, stderr: '' })
    expect(runProcess(['check', good, bad])).toMatchObject({ code: 1 })
    expect(runProcess(['check', good, bad, join(folder, 'none')])).toMatchObject({ code: 2 })
    expect(runProcess(['check'])).toMatchObject({ code: 2, stdout: '' })
  })

  it('reads from a pipe, which has no place in the file system', () => {
    const log = join(storedLogs, 'format-0-compacted.jsonl.zstd')
    const shell = spawnSync('sh', ['-c', 'cat "$1" | "$2" "$3" check /dev/stdin', 'sh', log, process.execPath, join(repository, 'lib/cli.js')], { encoding: 'utf8' })
    expect(shell).toMatchObject({ status: 0, stdout: '/dev/stdin: 674 rows, 2 readings, no errors\n', stderr: '' })
  })

  it('does not take a fault of its own for a verdict', () => {
    const { code, stderr } = runProcess(['now', '--time-zone', 'UTC'], { nodeOptions: ['--import', 'data:text/javascript,Date.now = () => NaN'] })
    expect([code, stderr.slice(0, 30)]).toEqual([2, 'dsh-time-context: RangeError: '])
  })

  it.each(['stdout', 'stderr'] as const)('says nothing when nobody reads its %s any more', async (name) => {
    const many = join(folder, 'many.jsonl')
    writeGeneratedLog(many, { events: 60_000, pieces: 0, change: (row) => (name === 'stderr' ? JSON.parse(JSON.stringify(row).replace('T0', 'T9')) : row) })
    const child = spawn(process.execPath, [join(repository, 'lib/cli.js'), 'check', ...(name === 'stdout' ? ['--json'] : []), many], { stdio: ['ignore', 'pipe', 'pipe'] })
    const other = name === 'stdout' ? child.stderr : child.stdout
    let heard = ''
    other.on('data', (data) => (heard += String(data)))
    child[name].destroy()
    const [code] = await once(child, 'close')
    expect([code, heard.replace(/^.*: \d+ rows, .*\n/gm, '')]).toEqual([141, ''])
  })
})

describe('a log larger than memory', () => {
  const plain = join(folder, 'large.jsonl')
  const packed = join(folder, 'large.jsonl.zstd')
  const events = 200_000
  beforeAll(async () => {
    writeGeneratedLog(plain, { events, pieces: 20, compactEvery: 50 })
    await pipeline(createReadStream(plain), createZstdCompress(), createWriteStream(packed))
  })

  /** In megabytes, and less than half of the log. */
  const heap = 12

  it.each([
    ['check', plain],
    ['check', packed],
    ['plan', plain],
  ])('goes through %s in a fixed heap: %s', (command, path) => {
    expect(statSync(plain).size).toBeGreaterThan(2 * heap * 1_000_000)
    const { code, stdout, stderr } = runProcess([command, path], { nodeOptions: [`--max-old-space-size=${heap}`, '--max-semi-space-size=1'] })
    expect([code, stderr]).toEqual([0, ''])
    expect(stdout).toContain(command === 'check' ? ' readings, no errors' : '1 log, ')
  })
})
