/**
 * A stored session log on disk, plain or packed by zstd, read in a fixed amount of memory.
 */

import { createReadStream } from 'node:fs'
import type { LogReader } from '../core/log.js'
import { TornFrame, isZstd, unpack } from './zstd.js'

const CHUNK = 64 * 1024

/** Bytes, with at least four in the first piece where there are as many. */
async function* withWholeMagic(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array, void, void> {
  let first: Uint8Array | undefined = new Uint8Array(0)
  for await (const chunk of chunks) {
    if (first === undefined) {
      yield chunk
      continue
    }
    first = Buffer.concat([first, chunk])
    if (first.length < 4) continue
    yield first
    first = undefined
  }
  if (first !== undefined && first.length > 0) yield first
}

async function* counted(chunks: AsyncIterable<Uint8Array>, count: (bytes: number) => void): AsyncGenerator<Uint8Array, void, void> {
  for await (const chunk of chunks) {
    count(chunk.length)
    yield chunk
  }
}

/** The text of a file: unpacked where its first bytes, or its name, say that it is packed. */
async function* textOf(path: string, count: (bytes: number) => void): AsyncGenerator<Uint8Array, void, void> {
  const chunks = withWholeMagic(counted(createReadStream(path, { highWaterMark: CHUNK }), count))
  const { value: first } = await chunks.next()
  if (first === undefined) return
  const all = (async function* () {
    yield first
    yield* chunks
  })()
  yield* isZstd(first) || /\.zstd?$/.test(path) ? unpack(all) : all
}

/**
 * Read a log.
 * @param path - a file, or anything else that can be read to its end.
 * @param reader - takes the text; its `problem` says where the reading stopped early, and why.
 * @param count - told how many bytes of the file were read, a piece at a time.
 * @returns the rows, in batches that must be used up one after the other.
 */
export async function* rowsOf(path: string, reader: LogReader, count: (bytes: number) => void): AsyncGenerator<ReturnType<LogReader['push']>, void, void> {
  try {
    for await (const bytes of textOf(path, count)) {
      yield reader.push(bytes)
      if (reader.problem !== undefined) return
    }
    yield reader.end()
  } catch (error) {
    if (!(error instanceof Error)) throw error
    reader.stop(error instanceof TornFrame ? 'truncated' : 'source', error.message)
  }
}
