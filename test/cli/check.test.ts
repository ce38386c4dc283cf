import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { zstdCompressSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { runHere } from '../support/command-line.js'
import { generatedLines, type LogShape } from '../support/generated-log.js'
import { violations } from '../support/schema.js'
import { temporaryFolder } from '../support/temporary-folder.js'

const folder = temporaryFolder()

const textOf = (shape: Partial<LogShape> = {}): string => `${[...generatedLines({ events: 20, ...shape })].join('\n')}\n`

const good = textOf()

/** The first reading says that it is a day later than it is. */
const bad = textOf({ change: (row) => (row['seq'] === 5 ? JSON.parse(JSON.stringify(row).replaceAll('2026-07-01T', '2026-07-02T')) : row) })

const keep = (name: string, content: string | Uint8Array): string => {
  const path = join(folder, name)
  writeFileSync(path, content)
  return path
}

describe('check', () => {
  it('says of a good log how much it saw, and nothing else', async () => {
    const path = keep('good.jsonl', good)
    expect(await runHere(['check', path])).toEqual({ code: 0, stdout: `${path}: 27 rows, 2 readings, no errors\n`, stderr: '' })
  })

  it('names each error on standard error by file and line, and ends with 1', async () => {
    const path = keep('bad.jsonl', bad)
    const { code, stdout, stderr } = await runHere(['check', path])
    expect(code).toBe(1)
    expect(stderr.trimEnd().split('\n')).toEqual([
      expect.stringMatching(new RegExp(`^${path}:7: error: row 5, clock: .*; expected at most 0 ms ahead, got 86400000 ms ahead$`)),
      expect.stringMatching(new RegExp(`^${path}:7: error: row 5, elapsed: `)),
    ])
    expect(stdout).toBe(`${path}: 27 rows, 2 readings, 2 errors\n`)
  })

  it('tolerates a clock that is ahead as far as it is told to', async () => {
    const ahead = keep('ahead.jsonl', textOf({ change: (row) => (row['seq'] === 5 ? { ...row, time: Number(row['time']) - 1500 } : row) }))
    const rulesIn = async (tolerance: string): Promise<string[]> => JSON.parse((await runHere(['check', '--json', '--clock-tolerance-ms', tolerance, ahead])).stdout).logs[0].findings.map(({ rule }: { rule: string }) => rule)
    expect(await rulesIn('1499')).toContain('clock')
    expect(await rulesIn('1500')).not.toContain('clock')
  })

  it('takes notes for no errors', async () => {
    const path = keep('noted.jsonl', good.replace('"version":0', '"version":77'))
    const { code, stdout, stderr } = await runHere(['check', path])
    expect([code, stderr]).toEqual([0, ''])
    expect(stdout).toMatch(new RegExp(`^${path}:1: note: .*version.*\n${path}: 27 rows, 2 readings, no errors, 1 note\n$`))
  })

  it('counts rows that it does not understand, by type, with the line of the first', async () => {
    const path = keep('strange.jsonl', textOf({ change: (row) => (row['type'] === 'tool/call' || row['type'] === 'assistant/chunk' ? { ...row, type: `made-up/${String(row['type']).length}` } : row) }))
    const { code, stdout } = await runHere(['check', path])
    expect(code).toBe(0)
    expect(stdout).toContain(`${path}:8: note: 12 rows of type "made-up/15" not understood, this is the first\n`)
    expect(stdout).toContain(`${path}:15: note: 1 row of type "made-up/9" not understood, this is the first\n`)
  })

  it('checks what stands before an unreadable line, and ends with 2', async () => {
    const path = keep('torn.jsonl', bad.slice(0, -20))
    const { code, stdout, stderr } = await runHere(['check', path])
    expect(code).toBe(2)
    expect(stderr).toContain(`${path}:7: error: row 5, clock: `)
    expect(stderr).toMatch(new RegExp(`${path}:28: unreadable: the last line breaks off: .*\n$`))
    expect(stdout).toBe(`${path}: 26 rows, 2 readings, 2 errors before the unreadable line\n`)
  })

  it.each([
    ['is empty', '', 1, 'the file is empty, expected the header of a session log'],
    ['is no session log', '{"hello":1}\n', 1, 'the first line is not the header of a session log: "{\\"hello\\":1}"'],
    ['is not JSON', `${good}}{\n`, 29, 'the line is not JSON: "}{"'],
    ['lacks a row', good.split('\n').toSpliced(4, 1).join('\n'), 5, 'expected sequence number 3, got 4'],
  ])('names a log that %s', async (_, text, line, message) => {
    const path = keep('unreadable.jsonl', text)
    const { code, stderr } = await runHere(['check', path])
    expect([code, stderr]).toEqual([2, `${path}:${line}: unreadable: ${message}\n`])
  })

  it('names invalid UTF-8', async () => {
    const bytes = Buffer.from(good)
    bytes[bytes.indexOf('please')] = 0xff
    const path = keep('latin.jsonl', bytes)
    expect(await runHere(['check', path])).toMatchObject({ code: 2, stderr: `${path}:2: unreadable: the line is not valid UTF-8\n` })
  })

  it('names a file that does not exist', async () => {
    const path = join(folder, 'none.jsonl')
    expect(await runHere(['check', path])).toEqual({ code: 2, stdout: '', stderr: `${path}: unreadable: ENOENT: no such file or directory, stat '${path}'\n` })
  })

  it('has a control character in a name or a text printed, not obeyed', async () => {
    const path = keep('red\u001b[31m.jsonl', '\u009b{}\n')
    const { stderr } = await runHere(['check', path])
    expect(stderr).toContain('red\\u001b[31m.jsonl:1: unreadable: ')
    expect(stderr).not.toMatch(/[\u001b\u009b]/)
  })
})

describe('check of a packed log', () => {
  const frames = good.split('\n').map((line) => zstdCompressSync(`${line}\n`))
  const packed = Buffer.concat(frames.slice(0, -1))

  it.each(['packed.jsonl.zstd', 'packed.jsonl.zst', 'packed-under-a-plain-name.jsonl'])('reads %s', async (name) => {
    const path = keep(name, packed)
    expect(await runHere(['check', path])).toMatchObject({ code: 0, stdout: `${path}: 27 rows, 2 readings, no errors\n` })
  })

  it('names a frame that breaks off, and the line it would have begun', async () => {
    const path = keep('torn.jsonl.zstd', packed.subarray(0, -5))
    const last = packed.length - (frames.at(-2)?.length ?? 0)
    expect(await runHere(['check', path])).toMatchObject({ code: 2, stderr: `${path}:28: unreadable: the zstd frame at byte ${last} breaks off\n` })
  })

  it('names a file that is not packed although its name says so', async () => {
    const path = keep('plain.jsonl.zstd', good)
    expect(await runHere(['check', path])).toMatchObject({ code: 2, stderr: `${path}:1: unreadable: no zstd frame begins at byte 0\n` })
  })
})

describe('check of a folder', () => {
  it('finds a thousand logs, and names each broken one once', async () => {
    const root = join(folder, 'thousand')
    const broken: string[] = []
    for (let index = 0; index < 1000; index++) {
      const home = join(root, `project-${index % 10}`, `session-${index}`)
      mkdirSync(home, { recursive: true })
      const kind = index % 100
      const path = join(home, kind === 50 ? 'session.jsonl.zstd' : 'session.jsonl')
      const content = kind === 7 ? good.slice(0, -9) : kind === 33 ? 'nothing\n' : kind === 66 ? bad : kind === 50 ? zstdCompressSync(good) : good
      writeFileSync(path, content)
      if (content !== good && kind !== 50) broken.push(path)
    }
    const { code, stdout, stderr } = await runHere(['check', root])
    expect(code).toBe(2)
    expect(stdout.trimEnd().split('\n').at(-1)).toBe('1000 logs: 970 right, 10 with errors, 20 unreadable')
    const complaints = stderr.trimEnd().split('\n').filter((line) => !line.includes(', elapsed: '))
    expect(complaints.map((line) => line.slice(0, line.indexOf(':'))).sort()).toEqual(broken.sort())

    const json = await runHere(['check', '--json', root])
    expect([json.code, json.stderr]).toEqual([2, ''])
    const output = JSON.parse(json.stdout)
    expect(violations('verdict.schema.json', output)).toEqual([])
    expect(output.totals).toEqual({ logs: 1000, readings: 1980, errors: 20, notes: 0, withErrors: 10, unreadable: 20 })
    const named = output.logs.filter((log: { errors: number; unreadable: unknown }) => log.errors > 0 || log.unreadable !== null)
    expect(named.map(({ file }: { file: string }) => file).sort()).toEqual(broken)
  })

  it('takes session logs and nothing else, each once', async () => {
    const root = join(folder, 'mixed')
    mkdirSync(join(root, 'deep', 'deeper'), { recursive: true })
    for (const name of ['deep/deeper/session.jsonl', 'a.jsonl', 'notes.txt', 'a.jsonl.bak', 'session.json']) writeFileSync(join(root, name), good)
    symlinkSync(root, join(root, 'deep', 'circle'))
    symlinkSync(join(root, 'a.jsonl'), join(root, 'b.jsonl'))
    const { code, stdout } = await runHere(['check', root, join(root, 'a.jsonl'), root])
    expect(code).toBe(0)
    expect(stdout.trimEnd().split('\n').map((line) => line.replace(`${root}/`, '').replace(/:.*/, ''))).toEqual(['a.jsonl', 'deep/deeper/session.jsonl', '2 logs'])
  })

  it('takes a file that is named whatever it is called', async () => {
    const path = keep('renamed.log', good)
    expect(await runHere(['check', path])).toMatchObject({ code: 0 })
  })

  it('names a link that leads nowhere', async () => {
    const root = join(folder, 'dangling')
    mkdirSync(root)
    symlinkSync(join(root, 'gone'), join(root, 'x.jsonl'))
    const { code, stderr } = await runHere(['check', root])
    expect(code).toBe(2)
    expect(stderr).toMatch(/x\.jsonl: unreadable: ENOENT/)
  })

  it('names a folder without a log', async () => {
    const root = join(folder, 'without')
    mkdirSync(root)
    expect(await runHere(['check', root])).toEqual({ code: 2, stdout: '', stderr: `${root}: unreadable: the folder holds no session log (*.jsonl, *.jsonl.zst or *.jsonl.zstd)\n` })
  })
})
