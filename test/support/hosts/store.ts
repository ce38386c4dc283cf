/**
 * Sessions on disk: one file of JSON lines each, the header first.
 */

import { appendFileSync, existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Generation } from './generation.js'
import { assertRestorable, assertStorable, type Row } from './row.js'
import type { Header, HeldSession } from './session.js'

/** What a stored session holds. */
export interface Stored {
  readonly header: Header
  readonly rows: readonly Row[]
}

/** Writes and reads the sessions of one generation. */
export class Store {
  readonly #generation: Generation
  readonly #folder: string
  readonly #written = new WeakMap<HeldSession, number>()

  constructor(generation: Generation, folder: string) {
    this.#generation = generation
    this.#folder = folder
  }

  /** The file of a session. */
  locate(id: string): string {
    return join(this.#folder, `${id}.jsonl`)
  }

  /**
   * Write what was not written yet.
   * @throws Error when the format refuses a row; then nothing is written.
   */
  flush(held: HeldSession): void {
    const { session, log } = held
    const path = this.locate(session.id)
    const rows = log.rows.slice(this.#written.get(held) ?? 0)
    for (const row of rows) assertStorable(this.#generation, row)
    if (!existsSync(path)) writeFileSync(path, `${JSON.stringify({ type: 'session', ...session.header })}\n`)
    appendFileSync(path, rows.map((row) => `${JSON.stringify(row)}\n`).join(''))
    this.#written.set(held, log.length)
  }

  /** Write a session past every check. */
  write(header: Header, rows: readonly Row[]): void {
    writeFileSync(this.locate(header.id), [{ type: 'session', ...header }, ...rows].map((row) => `${JSON.stringify(row)}\n`).join(''))
  }

  /** Rows that stand on disk already are not written again. */
  restored(held: HeldSession, count: number): void {
    this.#written.set(held, count)
  }

  /**
   * Read a session.
   * @throws Error when the format or a row is not this generation's.
   */
  load(id: string): Stored {
    const [first = '', ...lines] = readFileSync(this.locate(id), 'utf8').trimEnd().split('\n')
    const { type: _, ...header }: Header & { readonly type: string } = JSON.parse(first)
    const { format } = this.#generation
    if (header.version !== format) {
      throw new Error(`session "${id}" uses log format v${header.version}, but this harness reads only v${format}`)
    }
    const rows: Row[] = lines.map((line) => JSON.parse(line))
    for (const [index, row] of rows.entries()) assertRestorable(this.#generation, id, row, index)
    return { header, rows }
  }
}
