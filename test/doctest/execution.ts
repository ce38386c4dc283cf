/**
 * Execute a block: run its kind, and compare what comes of it with what is written.
 */

import type { Block } from './block.js'
import { firstDifference } from './expected.js'
import { Mismatch, type Finding } from './failure.js'
import type { Context } from './kind.js'
import { kinds } from './kinds/index.js'

/** A block's actual output, and the block that has the expected one. */
export interface Outcome {
  readonly holder: Block
  readonly actual: readonly string[]
}

/** Run a block. */
export const outcomeOf = async (block: Block, context: Context): Promise<Outcome | undefined> => {
  const kind = kinds[block.kind]
  if (kind === undefined) throw new Mismatch(`unknown kind ${block.kind}`)
  const actual = await kind.run(block, context)
  return actual && { holder: (kind.answer && context.answerOf(block)) ?? block, actual }
}

const quoted = (lines: readonly string[], at: number): string => lines[at] ?? '(nothing)'

/**
 * Execute a block.
 * @returns what is wrong, at its line in the document; `undefined` when the block holds.
 */
export const execute = async (block: Block, context: Context): Promise<Finding | undefined> => {
  try {
    const outcome = await outcomeOf(block, context)
    if (outcome === undefined) return undefined
    const { holder, actual } = outcome
    const at = firstDifference(holder.body, actual)
    if (at === undefined) return undefined
    return { file: holder.file, line: holder.line + 1 + at, message: `expected: ${quoted(holder.body, at)}\nactual:   ${quoted(actual, at)}\n\nthe whole:\n${actual.join('\n')}` }
  } catch (error) {
    const line = error instanceof Mismatch ? error.line : -1
    return { file: block.file, line: block.line + 1 + line, message: (error instanceof Error ? error.message : String(error)).replace(/\n {4}at [^]*$/, '') }
  }
}
