/**
 * Unpacks files of many Zstandard frames (RFC 8878), one per batch of rows, as hosts write them.
 * Node's own stream ends after the first frame of a chunk and drops the rest, and it takes a frame
 * that breaks off for a whole one, so frames are told apart here.
 */

import { pipeline } from 'node:stream'
import { constants, createZstdDecompress, zstdDecompressSync } from 'node:zlib'

/** The bytes break off within a frame. What could be unpacked of it has been handed out. */
export class TornFrame extends Error {}

/** The bytes are not a frame, or a frame does not unpack. */
export class CorruptFrame extends Error {}

const FRAME = 0xfd2fb528
const SKIPPABLE = 0x184d2a5

/** No block unpacks to more (RFC 8878, 3.1.1.2.4). */
const LARGEST_BLOCK = 128 * 1024

/** Frames that cannot unpack to more than this are unpacked in one go. */
const SMALL = 4 * 1024 * 1024

const RUN_LENGTH_BLOCK = 1
const RESERVED_BLOCK = 3

/** Bytes of a frame header behind its descriptor. */
const headerSize = (descriptor: number): number => {
  const isSingleSegment = (descriptor & 0x20) !== 0
  const window = isSingleSegment ? 0 : 1
  const dictionary = [0, 1, 2, 4][descriptor & 3] ?? 0
  const content = [isSingleSegment ? 1 : 0, 2, 4, 8][descriptor >> 6] ?? 0
  return window + dictionary + content
}

/**
 * Whether bytes begin like a Zstandard file.
 * @param bytes - at least four, or all there are.
 */
export const isZstd = (bytes: Uint8Array): boolean => {
  if (bytes.length < 4) return false
  const magic = new DataView(bytes.buffer, bytes.byteOffset, 4).getUint32(0, true)
  return magic === FRAME || magic >>> 4 === SKIPPABLE
}

type Stage = 'magic' | 'descriptor' | 'skippable-size' | 'block' | 'end'

const FIELD_SIZE: Readonly<Record<Stage, number>> = { magic: 4, descriptor: 1, 'skippable-size': 4, block: 3, end: 0 }

/** Finds the end of one frame, whatever pieces it comes in, without unpacking anything. */
class Frame {
  #stage: Stage = 'magic'
  #field: number[] = []
  #skip = 0
  #hasChecksum = false
  #blocks = 0
  #isSkippable = false
  readonly start: number

  /** @param start - where the frame starts in the file. */
  constructor(start: number) {
    this.start = start
  }

  get isComplete(): boolean {
    return this.#stage === 'end' && this.#skip === 0
  }

  get isSkippable(): boolean {
    return this.#isSkippable
  }

  /** The most bytes that the frame can unpack to. */
  get limit(): number {
    return this.#blocks * LARGEST_BLOCK
  }

  /** @returns how many of the bytes belong to the frame. */
  take(bytes: Uint8Array): number {
    let at = 0
    while (!this.isComplete) {
      const skipped = Math.min(this.#skip, bytes.length - at)
      this.#skip -= skipped
      at += skipped
      while (this.#skip === 0 && this.#field.length < FIELD_SIZE[this.#stage] && at < bytes.length) this.#field.push(bytes[at++] ?? 0)
      if (this.#skip > 0 || this.#field.length < FIELD_SIZE[this.#stage]) return at
      this.#enter()
    }
    return at
  }

  #enter(): void {
    const [a = 0, b = 0, c = 0, d = 0] = this.#field
    const value = (a | (b << 8) | (c << 16) | (d << 24)) >>> 0
    this.#field = []
    switch (this.#stage) {
      case 'magic':
        this.#isSkippable = value >>> 4 === SKIPPABLE
        if (!this.#isSkippable && value !== FRAME) throw new CorruptFrame(`no zstd frame begins at byte ${this.start}`)
        this.#stage = this.#isSkippable ? 'skippable-size' : 'descriptor'
        break
      case 'skippable-size':
        this.#skip = value
        this.#stage = 'end'
        break
      case 'descriptor':
        this.#hasChecksum = (value & 4) !== 0
        this.#skip = headerSize(value)
        this.#stage = 'block'
        break
      case 'block': {
        const kind = (value >> 1) & 3
        if (kind === RESERVED_BLOCK) throw new CorruptFrame(`the zstd frame at byte ${this.start} has a block of an unknown kind`)
        this.#blocks += 1
        this.#skip = kind === RUN_LENGTH_BLOCK ? 1 : value >> 3
        if ((value & 1) === 0) break
        this.#skip += this.#hasChecksum ? 4 : 0
        this.#stage = 'end'
        break
      }
      case 'end':
        break
      default:
        this.#stage satisfies never
    }
  }
}

const corrupt = (frame: Frame, error: unknown): CorruptFrame =>
  new CorruptFrame(`the zstd frame at byte ${frame.start} does not unpack: ${error instanceof Error ? error.message : String(error)}`, { cause: error })

/** A stream of bytes of which a part can be taken. */
class Input {
  readonly #chunks: AsyncIterator<Uint8Array>
  #rest: Uint8Array = new Uint8Array(0)
  #taken = 0

  constructor(chunks: AsyncIterable<Uint8Array>) {
    this.#chunks = chunks[Symbol.asyncIterator]()
  }

  get taken(): number {
    return this.#taken
  }

  /** @returns what was not taken of the current chunk, or the next chunk; empty at the end. */
  async peek(): Promise<Uint8Array> {
    while (this.#rest.length === 0) {
      const { done, value } = await this.#chunks.next()
      if (done === true) break
      this.#rest = value
    }
    return this.#rest
  }

  take(size: number): Uint8Array {
    const bytes = this.#rest.subarray(0, size)
    this.#rest = this.#rest.subarray(size)
    this.#taken += size
    return bytes
  }

  async close(): Promise<void> {
    await this.#chunks.return?.()
  }
}

async function* restOf(frame: Frame, input: Input, first: Uint8Array): AsyncGenerator<Uint8Array, void, void> {
  yield first
  while (!frame.isComplete) {
    const bytes = await input.peek()
    if (bytes.length === 0) return
    yield input.take(frame.take(bytes))
  }
}

async function* stream(frame: Frame, pieces: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array, void, void> {
  // The end of the frame is checked by us; flushing hands out what a torn frame still holds.
  const unpacking = createZstdDecompress({ finishFlush: constants.ZSTD_e_flush })
  pipeline(pieces, unpacking, () => {})
  try {
    yield* unpacking
  } catch (error) {
    throw error instanceof CorruptFrame ? error : corrupt(frame, error)
  }
}

const unpackWhole = (frame: Frame, bytes: Uint8Array): Uint8Array => {
  try {
    return zstdDecompressSync(bytes)
  } catch (error) {
    throw corrupt(frame, error)
  }
}

async function* skip(pieces: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array, void, void> {
  for await (const piece of pieces) void piece
}

/**
 * Unpack every frame of a file, in order, in a fixed amount of memory.
 * @param chunks - the file's bytes.
 * @throws {@link TornFrame} at the end, when the last frame breaks off; {@link CorruptFrame} where
 * there is no frame or one does not unpack.
 */
export async function* unpack(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array, void, void> {
  const input = new Input(chunks)
  try {
    for (let bytes = await input.peek(); bytes.length > 0; bytes = await input.peek()) {
      const frame = new Frame(input.taken)
      const first = input.take(frame.take(bytes))
      if (frame.isComplete && !frame.isSkippable && frame.limit <= SMALL) {
        yield unpackWhole(frame, first)
        continue
      }
      const pieces = restOf(frame, input, first)
      yield* frame.isSkippable ? skip(pieces) : stream(frame, pieces)
      if (!frame.isComplete) throw new TornFrame(`the zstd frame at byte ${frame.start} breaks off`)
    }
  } finally {
    await input.close()
  }
}
