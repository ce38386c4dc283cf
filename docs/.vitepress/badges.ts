/**
 * What the last run of the documents' tests said about each block. A block is shown with a badge only
 * for exactly the content that was run.
 */

import { readFileSync } from 'node:fs'
import { contentHash, parseInfo } from '../../test/doctest/block.js'
import { root } from './repository.ts'

/** What stands on the edge of a block. */
export interface Badge {
  readonly state: 'checked' | 'refused' | 'waived' | 'unknown'
  /** The block's kind; `waiver` where it is not executed. */
  readonly kind: string
  readonly id: string | undefined
  /** Why the block is not executed. */
  readonly reason: string | undefined
}

/** A block's outcome, as the engine records it. */
interface Result {
  readonly file: string
  readonly line: number
  readonly hash: string
  readonly outcome: string
  readonly negative: boolean
}

/** A fence, as far as its badge is concerned. */
export interface Fence {
  readonly file: string
  /** 1-based. */
  readonly line: number
  readonly info: string
  readonly body: readonly string[]
}

const readResults = (): readonly Result[] => {
  try {
    return JSON.parse(readFileSync(`${root}node_modules/.cache/doctest/results.json`, 'utf8')).blocks
  } catch {
    return []
  }
}

const PASSED = ['passed', 'inherited']

/**
 * The badge of a block.
 * @param fence - the block as it stands in its document.
 * @param results - the results of a run.
 * @throws Error naming file and line where there is no passing result for exactly this content.
 */
export const badgeOf = ({ file, line, info, body }: Fence, results: readonly Result[] = readResults()): Badge => {
  const { kind, keys } = parseInfo(info)
  const id = keys['id']
  if (kind === '') return { state: 'waived', kind: 'waiver', id, reason: keys['reason'] }
  const hash = contentHash(info, body)
  const result = results.find((each) => each.file === file && each.line === line && each.hash === hash)
  if (result === undefined) throw new Error(`${file}:${line}: no result for this content; run npm run docs:test`)
  if (!PASSED.includes(result.outcome)) throw new Error(`${file}:${line}: this block did not pass (${result.outcome})`)
  return { state: result.negative ? 'refused' : 'checked', kind, id, reason: undefined }
}
