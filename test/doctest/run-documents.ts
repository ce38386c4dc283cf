/**
 * The documents as vitest tests: one test per executed block, named by its place, failing there.
 */

import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Block } from './block.js'
import { root } from './document.js'
import { execute } from './execution.js'
import { describe as describeFinding, errorAt, type Finding } from './failure.js'
import { kinds } from './kinds/index.js'
import { typeCheck } from './kinds/api.js'
import { isAnswer } from './registry.js'
import { report, storeResults } from './results.js'
import { contextFor, identityOf, suiteOf, type Result, type Suite } from './suite.js'

declare global {
  interface ImportMeta {
    readonly env: { readonly MODE: string }
    /** Vite's: the files that fit, each imported as told. */
    glob<Value>(patterns: readonly string[], options: { readonly query: string; readonly import: string; readonly eager: true }): Record<string, Value>
  }
}

/** The documents, in the module graph of the test runner, so that an edit runs them again. */
const documents = import.meta.glob<string>(['/README*.md', '/notes/**/*.md', '/docs/**/*.md'], { query: '?raw', import: 'default', eager: true })

/** Every document, taken apart. */
export const suite: Suite = suiteOf(new Map(Object.entries(documents).map(([path, source]) => [path.slice(1), source])))

const sourceOf = ({ file }: Finding): string => suite.pages.find((page) => page.file === file)?.source ?? ''

const failures = new Map<Block, Finding>()

const outcomeOf = (block: Block, includeSlow: boolean): Result['outcome'] => {
  const role = suite.roleOf(block)
  if (role === 'waive') return 'waived'
  if (role === 'inherit') {
    const twin = suite.twinOf(block)
    return twin === undefined || outcomeOf(twin, includeSlow) !== 'passed' ? (twin === undefined ? 'failed' : outcomeOf(twin, includeSlow)) : 'inherited'
  }
  const question = isAnswer(block) ? suite.blocks[suite.blocks.indexOf(block) - 1] : block
  if (question === undefined || failures.has(question)) return 'failed'
  return question.flags.includes('slow') && !includeSlow ? 'not-run' : 'passed'
}

const resultOf = (block: Block, includeSlow: boolean): Result => ({
  ...identityOf(block),
  outcome: outcomeOf(block, includeSlow),
  negative: kinds[block.kind]?.negative === true,
})

/**
 * Declare the tests.
 * @param includeSlow - whether blocks that take a process or real time are run as well.
 */
export const runDocuments = (includeSlow: boolean): void => {
  const executed = suite.blocks.filter((block) => suite.roleOf(block) === 'execute' && (includeSlow || !block.flags.includes('slow')))

  beforeAll(() => typeCheck(executed.filter(({ kind }) => kind === 'api')))

  describe('every fence of the documents is claimed by one kind, or waived with a reason', () => {
    it('and nothing else is wrong with them', () => expect(suite.findings.map(describeFinding)).toEqual([]))
    it.each(suite.findings.map((finding) => [`${finding.file}:${finding.line}`, finding] as const))('%s', (_place, finding) => {
      throw errorAt(finding, root, sourceOf(finding))
    })
  })

  describe('what the documents show is what happens', () => {
    it.each(executed.map((block) => [`${block.file}:${block.line} ${block.kind} ${block.id}`, block] as const))('%s', async (_place, block) => {
      const finding = await execute(block, contextFor(suite, block))
      if (finding === undefined) return
      failures.set(block, finding)
      throw errorAt(finding, root, sourceOf(finding))
    })
  })

  afterAll(() => {
    const results = suite.blocks.map((block) => resultOf(block, includeSlow))
    // A run that a test makes of the suite is not what the badges are about.
    if (process.env['NO_RESULTS'] !== undefined) return
    storeResults(results)
    console.log(report(results))
  })
}
