/**
 * Which readings the model still sees. A replacement (a compaction's summary, a pruned result) takes
 * a range of the model-visible surface out and stands in its place; the rows stay in the log.
 *
 * No list of the surface is kept. A row that was appended stands where its sequence number says, and
 * a replacement stands where the first row of its range stood, so only replacements that are still
 * visible and readings that are still visible have to be remembered.
 */

/** One place on the surface where a reading stands, for each of several what-ifs. */
interface Mark {
  /** In the order of the surface. */
  readonly position: number
  /** Epoch milliseconds. */
  readonly time: number
  /** The what-ifs, as bits, in which a reading stands here. */
  readonly present: number
}

/** A range of the surface that a row replaced, by the sequence numbers of its first and last row. */
export interface Replacement {
  /** The replacing row. */
  readonly seq: number
  readonly start: number
  readonly end: number
  /** The rows that went, and perhaps others. */
  readonly sources: readonly number[]
}

/** At most as many what-ifs as a number has bits to spare. */
export const MOST_WHAT_IFS = 30

/** Follows what stays visible of the readings of several what-ifs. */
export class Surface {
  readonly #movedTo = new Map<number, number>()
  readonly #marks: Mark[] = []
  readonly #newest: (Mark | undefined)[]

  /** @param whatIfs - how many; at most {@link MOST_WHAT_IFS}. */
  constructor(whatIfs: number) {
    this.#newest = Array.from({ length: whatIfs }, () => undefined)
  }

  /**
   * Put a reading behind the last row.
   * @param position - not before any earlier one; between two rows it is not a whole number.
   * @param time - epoch milliseconds.
   * @param whatIfs - indexes of those that have the reading.
   */
  append(position: number, time: number, whatIfs: readonly number[]): void {
    if (whatIfs.length === 0) return
    const mark = { position, time, present: whatIfs.reduce((bits, index) => bits | (1 << index), 0) }
    this.#marks.push(mark)
    for (const index of whatIfs) this.#newest[index] = mark
  }

  /** Take a range out. A range that is not one is left alone, as hosts refuse it. */
  replace({ seq, start, end, sources }: Replacement): void {
    const from = this.#positionOf(start)
    const to = this.#positionOf(end)
    if (!(from <= to)) return
    for (const source of sources) {
      const position = this.#movedTo.get(source)
      if (position !== undefined && position >= from && position <= to) this.#movedTo.delete(source)
    }
    this.#movedTo.set(seq, from)
    const first = this.#firstFrom(from)
    const behind = this.#firstFrom(to, true)
    if (first === behind) return
    this.#marks.splice(first, behind - first)
    for (const [index, mark] of this.#newest.entries()) {
      if (mark === undefined || mark.position < from || mark.position > to) continue
      this.#newest[index] = this.#marks.findLast(({ present }) => (present & (1 << index)) !== 0)
    }
  }

  /**
   * When the newest reading that is still visible was made.
   * @param whatIf - its index.
   * @returns epoch milliseconds; `undefined` when none is visible.
   */
  newest(whatIf: number): number | undefined {
    return this.#newest[whatIf]?.time
  }

  #positionOf(seq: number): number {
    return this.#movedTo.get(seq) ?? seq
  }

  /** The index of the first mark at a position or behind it; strictly behind it where `isBehind`. */
  #firstFrom(position: number, isBehind = false): number {
    let low = 0
    let high = this.#marks.length
    while (low < high) {
      const middle = (low + high) >> 1
      const at = this.#marks[middle]?.position ?? Infinity
      if (at < position || (isBehind && at === position)) low = middle + 1
      else high = middle
    }
    return low
  }
}
