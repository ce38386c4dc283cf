/**
 * What a kind of block is. The table of kinds is closed: see kinds/index.ts.
 */

import type { Block } from './block.js'

/** Where a kind looks for what its block refers to. */
export interface Context {
  /** The block of that id, in the language at hand. */
  readonly find: (id: string) => Block | undefined
  /** The block that answers this one. */
  readonly answerOf: (block: Block) => Block | undefined
}

/** One kind of block. */
export interface Kind {
  readonly languages: readonly string[]
  /** Its keys, beyond `id` (or `of`) and `free`. */
  readonly keys: Readonly<Record<string, 'required' | 'optional'>>
  readonly flags?: readonly string[]
  /** The kind of block that must, or may, follow and hold what comes of this one. */
  readonly answer?: { readonly kind: string; readonly required: boolean }
  /** Whether the block shows how something fails. */
  readonly negative?: true
  /**
   * Execute the block.
   * @returns the lines that the block (or the one that answers it) must hold, where it has expected
   * output; nothing where passing is all there is to it.
   * @throws Mismatch at the line of the body that does not hold.
   */
  readonly run: (block: Block, context: Context) => Promise<readonly string[] | undefined>
}
