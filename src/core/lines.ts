/**
 * Bytes to lines, a chunk at a time: UTF-8 is checked, lines are counted, and no more than one chunk
 * and one unfinished line are held.
 */

/** Why bytes are not lines of text. */
export type LineProblemKind = 'utf8' | 'too-long'

/** The first line that cannot be read. */
export interface LineProblem {
  readonly kind: LineProblemKind
  /** Counted from 1. */
  readonly line: number
}

/** Engines cannot hold a text of much more than half a gigabyte in one string. */
const LONGEST_LINE = 256 * 1024 * 1024

const LINE_FEED = 10

const concatenate = (parts: readonly Uint8Array[], size: number): Uint8Array => {
  const whole = new Uint8Array(size)
  let at = 0
  for (const part of parts) {
    whole.set(part, at)
    at += part.length
  }
  return whole
}

/** Splits a stream of bytes into lines. After a problem it reads nothing more. */
export class Lines {
  // A byte-order mark is kept: to a reader of JSON it is as wrong as any other stray character.
  readonly #decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })
  readonly #longest: number
  #parts: Uint8Array[] = []
  #size = 0
  #count = 0
  #problem: LineProblem | undefined

  /** @param longest - the longest line that is read, in bytes. */
  constructor(longest = LONGEST_LINE) {
    this.#longest = longest
  }

  /** How many lines were read. */
  get count(): number {
    return this.#count
  }

  /** What stopped the reading. */
  get problem(): LineProblem | undefined {
    return this.#problem
  }

  /**
   * Take in the next bytes.
   * @param bytes - any piece of the stream; it is not kept, only copied where a line is unfinished.
   * @returns the lines that are complete now, without their line feeds.
   */
  push(bytes: Uint8Array): string[] {
    if (this.#problem !== undefined) return []
    const end = bytes.lastIndexOf(LINE_FEED)
    if (end === -1) {
      this.#keep(bytes)
      return []
    }
    const head = bytes.subarray(0, end)
    this.#parts.push(head)
    const whole = this.#parts.length === 1 ? head : concatenate(this.#parts, this.#size + head.length)
    this.#parts = []
    this.#size = 0
    const lines = this.#decode(whole)
    if (this.#problem === undefined) this.#keep(bytes.subarray(end + 1))
    return lines
  }

  /**
   * Finish.
   * @returns what stands behind the last line feed; `undefined` where nothing does or it cannot be read.
   */
  end(): string | undefined {
    if (this.#problem !== undefined || this.#size === 0) return undefined
    const [rest] = this.#decode(concatenate(this.#parts, this.#size))
    this.#parts = []
    this.#size = 0
    return rest
  }

  #keep(bytes: Uint8Array): void {
    if (bytes.length === 0) return
    this.#size += bytes.length
    if (this.#size > this.#longest) {
      this.#parts = []
      this.#size = 0
      this.#problem = { kind: 'too-long', line: this.#count + 1 }
      return
    }
    this.#parts.push(bytes.slice())
  }

  /** One look at all lines together; only where that fails, line by line. */
  #decode(bytes: Uint8Array): string[] {
    try {
      const lines = this.#decoder.decode(bytes).split('\n')
      this.#count += lines.length
      return lines
    } catch {
      return this.#decodeEach(bytes)
    }
  }

  #decodeEach(bytes: Uint8Array): string[] {
    const lines: string[] = []
    for (let start = 0; start <= bytes.length; ) {
      const feed = bytes.indexOf(LINE_FEED, start)
      const end = feed === -1 ? bytes.length : feed
      try {
        lines.push(this.#decoder.decode(bytes.subarray(start, end)))
      } catch {
        this.#problem = { kind: 'utf8', line: this.#count + 1 }
        return lines
      }
      this.#count += 1
      start = end + 1
    }
    return lines
  }
}
