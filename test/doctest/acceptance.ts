/**
 * Expected output, rewritten to what really comes of the blocks: by the lines that the parser says a
 * block has, never by search.
 */

import type { Block } from './block.js'
import { outcomeOf } from './execution.js'
import { firstDifference, updated } from './expected.js'
import type { Finding } from './failure.js'
import { kinds } from './kinds/index.js'
import { isAnswer, isWaived } from './registry.js'
import { contextFor, type Suite } from './suite.js'

/** New lines for the body of a block. */
export interface Rewrite {
  readonly block: Block
  readonly body: readonly string[]
}

/** What is to be rewritten, and what must be looked at by hand. */
export interface Acceptance {
  readonly rewrites: readonly Rewrite[]
  readonly refused: readonly Finding[]
}

const refusal = ({ file, line }: Block, message: string): Finding => ({ file, line, message })

const acceptBlock = async (suite: Suite, block: Block): Promise<Rewrite | Finding | undefined> => {
  try {
    const outcome = await outcomeOf(block, contextFor(suite, block))
    if (outcome === undefined) return undefined
    const { holder, actual } = outcome
    if (firstDifference(holder.body, actual) === undefined) return undefined
    if (kinds[block.kind]?.negative === true) return refusal(holder, 'this shows a failure; a failure that changes is looked at and written by hand')
    const body = updated(holder.body, actual)
    return body === undefined ? refusal(holder, 'this has a line … and does not hold; say by hand what to leave out') : { block: holder, body }
  } catch (error) {
    return refusal(block, error instanceof Error ? error.message : String(error))
  }
}

/**
 * Run blocks and say what to rewrite.
 * @param suite - the documents.
 * @param isMeant - which blocks to look at.
 */
export const acceptanceOf = async (suite: Suite, isMeant: (block: Block) => boolean): Promise<Acceptance> => {
  const rewrites: Rewrite[] = []
  const refused: Finding[] = []
  for (const block of suite.blocks) {
    if (isAnswer(block) || isWaived(block) || !isMeant(block)) continue
    const result = await acceptBlock(suite, block)
    if (result !== undefined && 'body' in result) rewrites.push(result)
    else if (result !== undefined) refused.push(result)
  }
  return { rewrites, refused }
}

/**
 * A document with some bodies replaced. Line ends and a missing end of the last line stay as they are.
 * @param source - the document's text.
 * @param rewrites - rewrites of blocks of this very text.
 */
export const splice = (source: string, rewrites: readonly Rewrite[]): string => {
  const lines = source.split('\n')
  for (const { block, body } of [...rewrites].sort((a, b) => b.block.line - a.block.line)) {
    const fence = lines[block.line - 1] ?? ''
    const end = fence.endsWith('\r') ? '\r' : ''
    // In a list the first line has the item's mark, the ones below it have spaces.
    const margin = (lines[block.line + block.body.length] ?? '').replace(/[`~].*$/s, '')
    lines.splice(block.line, block.body.length, ...body.map((text) => `${text === '' ? margin.trimEnd() : margin + text}${end}`))
  }
  return lines.join('\n')
}

/** The rewrites as a reader of differences knows them. */
export const diffOf = ({ block, body }: Rewrite): string => {
  const kept = (index: number): boolean => block.body[index] === body[index]
  const count = Math.max(block.body.length, body.length)
  const lines = Array.from({ length: count }, (_, index) => {
    const before = block.body[index]
    const after = body[index]
    if (kept(index)) return []
    return [...(before === undefined ? [] : [`-${before}`]), ...(after === undefined ? [] : [`+${after}`])]
  })
  return [`${block.file}:${block.line + 1} ${block.id}`, ...lines.flat()].join('\n')
}
