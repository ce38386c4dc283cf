/**
 * What notices a mutant. A paired mutant is the same change in both languages, so that comparing
 * them shows nothing and only execution can; a one-sided one changes a single language.
 */

import { isDeepStrictEqual } from 'node:util'
import type { Block } from './block.js'
import { outcomeOf } from './execution.js'
import { firstDifference } from './expected.js'
import type { Context } from './kind.js'
import { claimed, isAnswer } from './registry.js'
import { isSame, type Suite } from './suite.js'
import type { Mutant } from './mutation.js'
import { vectorsOf, type Vector } from './vectors.js'

/** Who noticed a mutant: the closed world, the block's own run, a block that refers to it, or the recorded vectors. */
export type Witness = 'form' | 'execution' | 'reference' | 'vectors'

/** The suite with what its blocks really come to, each asked once. */
export class Detector {
  readonly #suite: Suite
  readonly #recorded: ReadonlyMap<string, Vector>
  readonly #outcomes = new Map<Block, Promise<readonly string[] | undefined>>()

  /**
   * @param suite - the documents as they stand.
   * @param recorded - the cases of `vectors.json`.
   */
  constructor(suite: Suite, recorded: readonly Vector[]) {
    this.#suite = suite
    this.#recorded = new Map(recorded.map((vector) => [vector.id, vector]))
  }

  /** Whether a block holds as it stands; what does not hold would notice every change. */
  holds(block: Block): Promise<boolean> {
    const question = isAnswer(block) ? this.#questionOf(block) : block
    return question === undefined ? Promise.resolve(false) : this.#holds(question, this.#suite.contexts.english)
  }

  /** What notices the mutant when both languages have it; `undefined` when nothing does. */
  async noticeBoth(mutant: Mutant): Promise<Witness | undefined> {
    let block: Block
    try {
      block = this.#changed(mutant)
    } catch {
      return 'form'
    }
    const context = this.#contextWith(block)
    const question = isAnswer(block) ? this.#questionOf(mutant.block) : block
    if (question === undefined) return 'form'
    if (!(await this.#holds(question, context, question === block ? undefined : this.#actualOf(question)))) return 'execution'
    for (const other of this.#suite.blocks) {
      if (other.keys['of'] !== block.id || isAnswer(other) || this.#suite.roleOf(other) !== 'execute') continue
      if (!(await this.#holds(other, context))) return 'reference'
    }
    return (await this.#areRecorded(block)) ? undefined : 'vectors'
  }

  /** Whether a comparison of the languages notices the mutant when only one of them has it. */
  noticesOne(mutant: Mutant): boolean {
    try {
      return !isSame(this.#changed(mutant), mutant.block)
    } catch {
      return true
    }
  }

  /** Whether a comparison of the languages notices the mutant when both have it. */
  comparisonNoticesBoth(mutant: Mutant): boolean {
    try {
      const block = this.#changed(mutant)
      return !isSame(block, { ...block })
    } catch {
      return true
    }
  }

  #changed({ block, info, body }: Mutant): Block {
    const fence = { file: block.file, line: block.line, info, body, closed: true }
    return claimed(fence, isAnswer(block) ? this.#questionOf(block) : undefined)
  }

  #questionOf(answer: Block): Block | undefined {
    return this.#suite.blocks[this.#suite.blocks.indexOf(answer) - 1]
  }

  #contextWith(block: Block): Context {
    const { find, answerOf } = this.#suite.contexts.english
    return { find: (id) => (id === block.id ? block : find(id)), answerOf: (question) => ((found) => (found?.id === block.id ? block : found))(answerOf(question)) }
  }

  #actualOf(question: Block): Promise<readonly string[] | undefined> {
    const known = this.#outcomes.get(question) ?? outcomeOf(question, this.#suite.contexts.english).then((outcome) => outcome?.actual)
    this.#outcomes.set(question, known)
    return known
  }

  async #holds(block: Block, context: Context, known?: Promise<readonly string[] | undefined>): Promise<boolean> {
    try {
      if (known !== undefined) {
        const actual = await known
        return actual !== undefined && firstDifference(context.answerOf(block)?.body ?? block.body, actual) === undefined
      }
      const outcome = await outcomeOf(block, context)
      return outcome === undefined || firstDifference(outcome.holder.body, outcome.actual) === undefined
    } catch {
      return false
    }
  }

  async #areRecorded(block: Block): Promise<boolean> {
    const vectors = await vectorsOf(block)
    const expected = [...this.#recorded.values()].filter(({ id }) => id === block.id || id.startsWith(`${block.id}/`))
    return isDeepStrictEqual(vectors, expected)
  }
}
