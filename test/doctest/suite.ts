/**
 * The documents as a suite: which blocks are executed, which inherit their result from the other
 * language, and which are waived.
 */

import { contentHash, withoutComments, type Block } from './block.js'
import { counterpart, isChinese } from './document.js'
import type { Finding } from './failure.js'
import type { Context } from './kind.js'
import { parsePage, type Page } from './markdown.js'
import { claim, contextOf, isAnswer, isWaived } from './registry.js'

/** What becomes of a block in a run. */
export type Role = 'execute' | 'inherit' | 'waive' | 'answer'

/** The documents, taken apart. */
export interface Suite {
  readonly pages: readonly Page[]
  readonly blocks: readonly Block[]
  readonly findings: readonly Finding[]
  readonly contexts: { readonly english: Context; readonly chinese: Context }
  readonly roleOf: (block: Block) => Role
  /** The same block in the other language. */
  readonly twinOf: (block: Block) => Block | undefined
}

/** Whether two blocks say the same, comments apart. */
export const isSame = (one: Block, other: Block): boolean =>
  one.info === other.info && withoutComments(one.lang, one.body).join('\n') === withoutComments(other.lang, other.body).join('\n')

/**
 * Take documents apart.
 * @param documents - path to text.
 */
export const suiteOf = (documents: ReadonlyMap<string, string>): Suite => {
  const pages = [...documents].map(([file, source]) => parsePage(file, source))
  const { blocks, findings } = claim(pages)
  const byPlace = new Map(blocks.map((block) => [`${block.file} ${block.id}`, block]))
  const twinOf = (block: Block): Block | undefined => byPlace.get(`${counterpart(block.file)} ${block.id}`)
  const roleOf = (block: Block): Role => {
    if (isWaived(block)) return 'waive'
    const twin = isChinese(block.file) ? twinOf(block) : undefined
    if (twin !== undefined && isSame(block, twin)) return 'inherit'
    return isAnswer(block) ? 'answer' : 'execute'
  }
  const english = contextOf(blocks.filter(({ file }) => !isChinese(file)))
  const chinese = contextOf(blocks.filter(({ file }) => isChinese(file)))
  return { pages, blocks, findings, contexts: { english, chinese }, roleOf, twinOf }
}

/** The context of a block's language. */
export const contextFor = ({ contexts }: Suite, { file }: Block): Context => (isChinese(file) ? contexts.chinese : contexts.english)

/** What a run says about one block, for whoever shows it. */
export interface Result {
  readonly file: string
  readonly line: number
  readonly id: string
  readonly kind: string
  readonly hash: string
  readonly outcome: 'passed' | 'failed' | 'waived' | 'inherited' | 'not-run'
  readonly slow: boolean
  readonly negative: boolean
  readonly reason: string | null
}

/** The part of a result that is known before the run. */
export const identityOf = (block: Block): Pick<Result, 'file' | 'line' | 'id' | 'kind' | 'hash' | 'slow' | 'reason'> => ({
  file: block.file,
  line: block.line,
  id: block.id,
  kind: block.kind === '' ? 'waiver' : block.kind,
  hash: contentHash(block.info, block.body),
  slow: block.flags.includes('slow'),
  reason: block.keys['reason'] ?? null,
})
