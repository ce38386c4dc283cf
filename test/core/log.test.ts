import { packChunkRuns } from '@deepseek-ai/dsh-session'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { Lines } from '../../src/core/lines.js'
import { LogReader } from '../../src/core/log.js'

const HEADER = '{"type":"session","version":0,"id":"s","createdAt":0,"delegationDepth":0}'

const rowAt = (seq: number): string => JSON.stringify({ type: 'turn/start', seq, time: seq, data: { turn: 1 } })

const bytesOf = (text: string): Uint8Array => new TextEncoder().encode(text)

/** Read a whole text, cut into pieces. */
const read = (bytes: Uint8Array | string, pieceSize = Infinity, lines?: Lines): { rows: Record<string, unknown>[]; lines: number[]; reader: LogReader } => {
  const whole = typeof bytes === 'string' ? bytesOf(bytes) : bytes
  const reader = new LogReader(lines)
  const rows: Record<string, unknown>[] = []
  const at: number[] = []
  const take = (batch: Iterable<Record<string, unknown>>): void => {
    for (const row of batch) {
      rows.push(row)
      at.push(reader.line)
    }
  }
  for (let start = 0; start < whole.length; start += pieceSize) take(reader.push(whole.subarray(start, start + pieceSize)))
  take(reader.end())
  return { rows, lines: at, reader }
}

describe('a stored log', () => {
  it('gives its header, then its rows with their lines', () => {
    const { rows, lines, reader } = read(`${HEADER}\n${rowAt(0)}\n${rowAt(1)}\n`)
    expect(reader.header).toEqual(JSON.parse(HEADER))
    expect(rows).toEqual([JSON.parse(rowAt(0)), JSON.parse(rowAt(1))])
    expect(lines).toEqual([2, 3])
    expect(reader.problem).toBeUndefined()
  })

  it('is the same however its bytes are cut', () => {
    const text = `${HEADER}\n${rowAt(0)}\n${JSON.stringify({ type: 'x/é', seq: 1, data: '時間😀' })}\n`
    const whole = read(text)
    for (let size = 1; size < 20; size++) expect(read(text, size).rows).toEqual(whole.rows)
  })

  it('needs no line feed at its end when the last row is whole', () => {
    expect(read(`${HEADER}\n${rowAt(0)}`).reader).toMatchObject({ rows: 1, problem: undefined })
  })

  it('may have Windows line ends', () => {
    expect(read(`${HEADER}\r\n${rowAt(0)}\r\n`).reader).toMatchObject({ rows: 1, problem: undefined })
  })

  it('may have events of any type and any size', () => {
    const large = JSON.stringify({ type: 'made/up', seq: 0, data: { text: 'x'.repeat(9_000_000) } })
    expect(read(`${HEADER}\n${large}\n`, 65_536).rows).toEqual([JSON.parse(large)])
  })

  it('may have a header and nothing else', () => {
    expect(read(`${HEADER}\n`).reader).toMatchObject({ rows: 0, problem: undefined })
  })
})

describe('packed rows', () => {
  const chunk = (seq: number, delta: object) => ({ type: 'assistant/chunk', seq, time: 1000 + seq * seq, data: { turn: 1, step: 2, chunk: delta } })
  const runs = [
    ['text', (text: string) => ({ type: 'text-delta', index: 0, text })],
    ['reasoning', (text: string) => ({ type: 'reasoning-delta', index: 1, text })],
    ['tool call', (argumentsDelta: string) => ({ type: 'tool-call-delta', index: 0, id: 'c1', name: 'wait', argumentsDelta })],
    ['nameless tool call', (argumentsDelta: string) => ({ type: 'tool-call-delta', index: 0, id: 'c1', argumentsDelta })],
  ] as const

  it.each(runs)('of a %s are unpacked into the events that the host packed', (_, delta) => {
    const events = Array.from({ length: 5 }, (_, seq) => chunk(seq, delta(`part ${seq}`)))
    const packed = packChunkRuns(events as never)
    expect(packed).toHaveLength(1)
    const { rows, lines, reader } = read(`${HEADER}\n${JSON.stringify(packed[0])}\n${rowAt(5)}\n`)
    expect(rows.slice(0, 5)).toEqual(events)
    expect(lines).toEqual([2, 2, 2, 2, 2, 3])
    expect(reader.problem).toBeUndefined()
  })

  const row = (data: unknown): string => `${HEADER}\n${JSON.stringify({ type: 'text-chunks', seq0: 0, time0: 0, data })}\n`
  it.each([
    ['no members', { dt: [] }],
    ['members that are no list', { dt: [], texts: 'x' }],
    ['an empty list of members', { dt: [], texts: [] }],
    ['too many gaps', { dt: [1, 2], texts: ['a', 'b'] }],
    ['no gaps', { texts: ['a'] }],
    ['no data', undefined],
  ])('with %s are named', (_, data) => {
    expect(read(row(data)).reader).toMatchObject({ rows: 0, problem: { kind: 'packed', line: 2 } })
  })
})

describe('what cannot be read is named with its line', () => {
  it.each([
    ['an empty file', '', 'empty', 1],
    ['a first line that is no header', `${rowAt(0)}\n`, 'header', 1],
    ['a first line that is not JSON', `hello\n${rowAt(0)}\n`, 'header', 1],
    ['a byte-order mark', `\uFEFF${HEADER}\n`, 'header', 1],
    ['a line that is not JSON', `${HEADER}\n${rowAt(0)}\n{"type":\n${rowAt(2)}\n`, 'json', 3],
    ['an empty line', `${HEADER}\n\n${rowAt(0)}\n`, 'json', 2],
    ['a last line that breaks off', `${HEADER}\n${rowAt(0)}\n${rowAt(1).slice(0, -3)}`, 'truncated', 3],
    ['a line that is no object', `${HEADER}\n[1]\n`, 'row', 2],
    ['a row without a type', `${HEADER}\n{"seq":0}\n`, 'row', 2],
    ['a row without a sequence number', `${HEADER}\n{"type":"turn/end"}\n`, 'row', 2],
    ['a second header', `${HEADER}\n${HEADER}\n`, 'row', 2],
    ['a gap in the sequence', `${HEADER}\n${rowAt(0)}\n${rowAt(2)}\n`, 'sequence', 3],
    ['a row that stands twice', `${HEADER}\n${rowAt(0)}\n${rowAt(0)}\n`, 'sequence', 3],
  ])('%s', (_, text, kind, line) => {
    expect(read(text).reader.problem).toMatchObject({ kind, line })
    expect(read(text, 7).reader.problem).toMatchObject({ kind, line })
  })

  it.each([1, 5, Infinity])('invalid UTF-8, in pieces of %d bytes', (size) => {
    const bytes = bytesOf(`${HEADER}\n${rowAt(0)}\n{"type":"x","seq":1,"data":"?"}\n${rowAt(2)}\n`)
    bytes[bytes.indexOf('?'.charCodeAt(0))] = 0xff
    const { rows, reader } = read(bytes, size)
    expect(reader.problem).toMatchObject({ kind: 'utf8', line: 3 })
    expect(rows).toEqual([JSON.parse(rowAt(0))])
  })

  it('a character that the end cuts in two', () => {
    const bytes = bytesOf(`${HEADER}\n${rowAt(0)}\n"é`).slice(0, -1)
    expect(read(bytes).reader).toMatchObject({ rows: 1, problem: { kind: 'utf8', line: 3 } })
  })

  it('a line too long for the engine', () => {
    const { reader } = read(`${HEADER}\n${rowAt(0)}\n${'x'.repeat(2000)}`, 100, new Lines(1000))
    expect(reader).toMatchObject({ rows: 1, problem: { kind: 'too-long', line: 3 } })
  })

  it('once: nothing behind it is read', () => {
    const { rows, reader } = read(`${HEADER}\noops\n${rowAt(0)}\nmore\n`, 3)
    expect(rows).toEqual([])
    expect(reader.problem).toMatchObject({ kind: 'json', line: 2 })
  })

  it('with a short excerpt, however long the line is', () => {
    expect(read(`${HEADER}\n${'z'.repeat(100_000)}\n`).reader.problem?.message.length).toBeLessThan(120)
  })
})

describe('any bytes at all', () => {
  it('never make the reader throw, and give the same however they are cut', () => {
    const line = fc.oneof(
      fc.constantFrom(HEADER, rowAt(0), rowAt(1), rowAt(2), '', '{}', 'null', '[', '"\\ud800"'),
      fc.record({ type: fc.constantFrom('text-chunks', 'tool-call-chunks', 'turn/end', 1), seq0: fc.constantFrom(0, 1, -1, 1e300), data: fc.jsonValue() }).map((value) => JSON.stringify(value)),
      fc.json(),
      fc.string(),
    )
    const text = fc.array(line, { maxLength: 8 }).map((lines) => bytesOf(lines.join('\n')))
    const bytes = fc.oneof(text, fc.uint8Array({ maxLength: 200 }), fc.tuple(text, fc.nat(), fc.nat(255)).map(([whole, at, value]) => {
      const changed = whole.slice()
      if (changed.length > 0) changed[at % changed.length] = value
      return changed
    }))
    fc.assert(
      fc.property(bytes, fc.integer({ min: 1, max: 50 }), (input, size) => {
        const whole = read(input)
        const cut = read(input, size)
        expect(cut.rows).toEqual(whole.rows)
        expect(cut.reader.problem).toEqual(whole.reader.problem)
        expect(whole.rows.map(({ seq }) => seq)).toEqual(whole.rows.map((_, index) => index))
      }),
      { numRuns: 1000, seed: 5 },
    )
  })
})
