/**
 * An append-only log, as strict as its generation: it copies and freezes what it takes, knows what
 * the model sees of it, and announces each row after it has landed.
 */

import type { Generation } from './generation.js'
import { snapshot } from './json.js'
import { rangeOf, surfaceTypesOf, type Row, type SurfaceIntent } from './row.js'

/** What a log needs from its host. */
export interface LogHost {
  readonly now: () => number
  readonly publish: (row: Row) => void
}

/** The log of one session. */
export class Log {
  readonly #generation: Generation
  readonly #host: LogHost
  readonly #rows: Row[] = []
  #surface: number[] = []
  #snapshot: readonly Row[] | undefined
  #publishing = false

  constructor(generation: Generation, host: LogHost, restored: readonly Row[] = []) {
    this.#generation = generation
    this.#host = host
    for (const row of restored) this.#take(row)
  }

  get length(): number {
    return this.#rows.length
  }

  /** A frozen array, the same one until the next append. */
  get rows(): readonly Row[] {
    return (this.#snapshot ??= Object.freeze([...this.#rows]))
  }

  /** Sequence numbers of what the model sees now, in its order. */
  get surface(): readonly number[] {
    return this.#surface
  }

  at(seq: number): Row {
    const row = this.#rows[seq]
    if (row === undefined) throw new RangeError(`no event at seq ${seq}`)
    return row
  }

  append(type: string, data: unknown, intent?: SurfaceIntent): Row {
    if (this.#publishing) throw new Error('session append cannot reenter while another append is being published')
    const copy = snapshot(data)
    if (copy === undefined) throw new Error(`session event "${type}" carries non-JSON-serializable data`)
    const row = { type, seq: this.#rows.length, time: this.#host.now(), data: copy.value, ...this.#checked(type, intent) }
    this.#take(Object.freeze(row))
    this.#publishing = true
    try {
      this.#host.publish(row)
    } finally {
      this.#publishing = false
    }
    return row
  }

  /** Take in a row past every check, as damage on a disk or a careless program would. */
  damage(row: Omit<Row, 'seq'>): void {
    const placed = Object.freeze({ ...row, seq: this.#rows.length })
    this.#rows.push(placed)
    this.#snapshot = undefined
    this.#host.publish(placed)
  }

  #checked(type: string, intent: SurfaceIntent | undefined): SurfaceIntent | undefined {
    const eligible = surfaceTypesOf(this.#generation).includes(type)
    if (intent === undefined) {
      if (eligible) throw new Error(`session event "${type}" is surface-eligible and requires a surfaceOp marker`)
      return undefined
    }
    if (!eligible) {
      const what = this.#generation.id === 'G1' ? 'surface metadata' : 'surfaceOp'
      throw new Error(`session event "${type}" is not surface-eligible and cannot carry ${what}`)
    }
    if (intent.surfaceOp !== 'append') this.#shadowedBy(type, intent)
    return intent
  }

  #shadowedBy(type: string, { surfaceOp, sourceEventSeqs = [] }: SurfaceIntent): { readonly from: number; readonly count: number } {
    const range = rangeOf(this.#generation, surfaceOp)
    if (range === undefined) throw new Error(`session event "${type}" carries an invalid replace surfaceOp`)
    const [from, to] = [this.#surface.indexOf(range.first), this.#surface.indexOf(range.last)]
    if (from < 0) throw new Error(`surface replace: start seq ${range.first} not found in surface`)
    if (to < from) throw new Error(`surface replace: end seq ${range.last} not found in surface`)
    const shadowed = this.#surface.slice(from, to + 1)
    if (!shadowed.every((seq) => sourceEventSeqs.includes(seq))) throw new Error('surface replace: sourceEventSeqs must contain every shadowed node')
    return { from, count: shadowed.length }
  }

  #take(row: Row): void {
    if (row.surfaceOp === 'append') {
      this.#surface = [...this.#surface, row.seq]
    } else if (row.surfaceOp !== undefined) {
      const { from, count } = this.#shadowedBy(row.type, { surfaceOp: row.surfaceOp, ...(row.sourceEventSeqs && { sourceEventSeqs: row.sourceEventSeqs }) })
      this.#surface = this.#surface.toSpliced(from, count, row.seq)
    }
    this.#rows.push(row)
    this.#snapshot = undefined
  }
}
