/**
 * How far a long job is, in words.
 */

import type { Terminal } from './terminal.js'

const MEGABYTE = 1_000_000

const megabytes = (bytes: number): string => (bytes / MEGABYTE).toFixed(0)

/** Follows a job over many files. */
export class Progress {
  readonly #terminal: Terminal
  #files = 0

  constructor(terminal: Terminal) {
    this.#terminal = terminal
  }

  /**
   * Begin the next file.
   * @param file - its path, and its size in bytes; 0 where that is not known.
   * @returns to be told how many bytes of it were read, a piece at a time.
   */
  begin({ path, size }: { readonly path: string; readonly size: number }): (bytes: number) => void {
    this.#files += 1
    let read = 0
    return (bytes) => {
      read += bytes
      this.#terminal.progress(() => `log ${this.#files}, ${megabytes(read)} of ${megabytes(Math.max(read, size))} MB: ${path}`)
    }
  }
}
