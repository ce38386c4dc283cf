import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { constants, zstdCompressSync } from 'node:zlib'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { CorruptFrame, TornFrame, isZstd, unpack } from '../../src/cli/zstd.js'
import { storedLogs } from '../support/command-line.js'

async function* cut(bytes: Uint8Array, size: number): AsyncGenerator<Uint8Array> {
  for (let start = 0; start < bytes.length; start += size) yield bytes.subarray(start, start + size)
}

/** What comes out, and what is thrown at the end. */
const unpackAll = async (bytes: Uint8Array, size = 65_536): Promise<{ text: string; error: unknown }> => {
  const parts: Uint8Array[] = []
  try {
    for await (const part of unpack(cut(bytes, size))) parts.push(Buffer.from(part))
    return { text: Buffer.concat(parts).toString(), error: undefined }
  } catch (error) {
    return { text: Buffer.concat(parts).toString(), error }
  }
}

const frame = (text: string | Uint8Array, hasChecksum = true): Buffer => zstdCompressSync(text, { params: { [constants.ZSTD_c_checksumFlag]: hasChecksum ? 1 : 0 } })

const skippable = (content: string): Buffer => {
  const head = Buffer.alloc(8)
  head.writeUInt32LE(0x184d2a53, 0)
  head.writeUInt32LE(content.length, 4)
  return Buffer.concat([head, Buffer.from(content)])
}

/** Text that does not pack well, so that its frame has many blocks. */
const noise = (length: number): string => {
  let state = 1
  return Array.from({ length }, () => String.fromCharCode(33 + ((state = (state * 16807) % 2147483647) % 90))).join('')
}

describe('a file of many frames', () => {
  const texts = ['header\n', 'one\ntwo\n', '', 'x'.repeat(1_000_000), noise(300_000), 'end']
  const file = Buffer.concat([frame(texts[0] ?? ''), skippable('of another program'), ...texts.slice(1).map((text, index) => frame(text, index % 2 === 0))])

  it.each([13, 4096, 65_536, 10_000_000])('is unpacked whole, read %d bytes at a time', async (size) => {
    expect(await unpackAll(file, size)).toEqual({ text: texts.join(''), error: undefined })
  })

  it('may hold a frame that unpacks to far more than it is', async () => {
    const large = frame(Buffer.alloc(30_000_000, 'y'))
    expect(large.length).toBeLessThan(5000)
    const { text, error } = await unpackAll(Buffer.concat([large, frame('z')]))
    expect([text.length, text.at(-1), error]).toEqual([30_000_001, 'z', undefined])
  })

  it('is what the host writes', async () => {
    const { text, error } = await unpackAll(readFileSync(join(storedLogs, 'format-0-compacted.jsonl.zstd')), 100)
    expect(error).toBeUndefined()
    const lines = text.trimEnd().split('\n').map((line) => JSON.parse(line))
    expect(lines[0]).toMatchObject({ type: 'session', id: 'compacted' })
    expect(lines.at(-1)).toMatchObject({ type: 'turn/end' })
  })
})

describe('a frame that breaks off', () => {
  const whole = frame('the first frame\n')
  const last = frame(noise(2000))

  it('is named by its first byte, and what is before it is unpacked', async () => {
    for (let length = 1; length < last.length; length += 1 + Math.floor(last.length / 40)) {
      const { text, error } = await unpackAll(Buffer.concat([whole, last.subarray(0, length)]))
      expect(error).toBeInstanceOf(TornFrame)
      expect(error).toMatchObject({ message: `the zstd frame at byte ${whole.length} breaks off` })
      expect(text.startsWith('the first frame\n')).toBe(true)
      expect(`the first frame\n${noise(2000)}`.startsWith(text)).toBe(true)
    }
  })

  it('gives what its whole blocks hold', async () => {
    const blocks = frame(noise(400_000))
    const { text, error } = await unpackAll(blocks.subarray(0, blocks.length - 10))
    expect(error).toBeInstanceOf(TornFrame)
    expect(text.length).toBeGreaterThan(200_000)
  })
})

describe('bytes that are no frame', () => {
  it.each([
    ['at the beginning', Buffer.from('hello, world'), 0],
    ['behind a frame', Buffer.concat([frame('x'), Buffer.from('hello, world')]), frame('x').length],
  ])('%s are named', async (_, bytes, at) => {
    const { error } = await unpackAll(bytes)
    expect(error).toBeInstanceOf(CorruptFrame)
    expect(error).toMatchObject({ message: `no zstd frame begins at byte ${at}` })
  })

  it.each([100, 65_536])('a wrong checksum is named, read %d bytes at a time', async (size) => {
    const bytes = Buffer.from(frame(noise(5000)))
    const end = bytes.length - 1
    bytes[end] = (bytes[end] ?? 0) ^ 1
    const { error } = await unpackAll(bytes, size)
    expect(error).toBeInstanceOf(CorruptFrame)
    expect(error).toMatchObject({ message: expect.stringMatching(/^the zstd frame at byte 0 does not unpack: .*checksum/) })
  })

  it('are told by their first four', () => {
    expect(isZstd(frame('x'))).toBe(true)
    expect(isZstd(skippable('x'))).toBe(true)
    expect(isZstd(Buffer.from('{"type"'))).toBe(false)
    expect(isZstd(new Uint8Array(3))).toBe(false)
  })

  it('never do worse than an error of ours', async () => {
    const good = Buffer.concat([frame('one\n'), frame(noise(500)), skippable('x')])
    const bytes = fc.oneof(
      fc.uint8Array({ maxLength: 100 }),
      fc.tuple(fc.nat(good.length - 1), fc.nat(255)).map(([at, value]) => {
        const changed = Buffer.from(good)
        changed[at] = value
        return changed
      }),
      fc.nat(good.length).map((length) => good.subarray(0, length)),
    )
    await fc.assert(
      fc.asyncProperty(bytes, fc.integer({ min: 1, max: 300 }), async (input, size) => {
        const { error } = await unpackAll(input, size)
        expect(error === undefined || error instanceof TornFrame || error instanceof CorruptFrame).toBe(true)
      }),
      { numRuns: 400, seed: 11 },
    )
  })
})
