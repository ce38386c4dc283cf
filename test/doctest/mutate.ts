/**
 * `npm run docs:mutate [-- --compare-only] [page…]`: change every leaf of every executed block and
 * list each change that nothing noticed. Two processes share the blocks.
 */

import { fork } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import type { Block } from './block.js'
import { Detector, type Witness } from './detection.js'
import { isChinese, readDocuments, root } from './document.js'
import { describe } from './failure.js'
import { typeCheck } from './kinds/api.js'
import { mutantsOf, type Mutant } from './mutation.js'
import { isAnswer, isWaived } from './registry.js'
import { suiteOf, type Suite } from './suite.js'
import type { Vectors } from './vectors.js'

const { values, positionals } = parseArgs({ allowPositionals: true, options: { 'compare-only': { type: 'boolean', default: false }, shard: { type: 'string' } } })

/** What a process found. */
interface Tally {
  paired: number
  oneSided: number
  readonly witnesses: Record<Witness, number>
  readonly pairedSurvivors: string[]
  readonly oneSidedSurvivors: string[]
  readonly free: string[]
  /** Blocks that do not hold before any change. */
  readonly broken: string[]
}

const emptyTally = (): Tally => ({ paired: 0, oneSided: 0, witnesses: { form: 0, execution: 0, reference: 0, vectors: 0 }, pairedSurvivors: [], oneSidedSurvivors: [], free: [], broken: [] })

const isMeant = ({ file }: Block): boolean => positionals.length === 0 || positionals.includes(file)

const blocksOf = (suite: Suite): Block[] => suite.blocks.filter((block) => !isChinese(block.file) && !isWaived(block) && isMeant(block))

const name = ({ block, line, operation, change }: Mutant): string => `${block.file}:${line} ${block.kind} ${block.id} ${operation} ${change}`

const recorded = (): Vectors['cases'] => {
  const file = `${root}/vectors.json`
  return existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as Vectors).cases : []
}

const mutate = async (suite: Suite, blocks: readonly Block[]): Promise<Tally> => {
  const tally = emptyTally()
  const detector = new Detector(suite, recorded())
  const all = blocks.map(mutantsOf)
  typeCheck(all.flatMap(({ mutants }) => mutants.filter(({ block }) => block.kind === 'api').map(({ block, info, body }) => ({ ...block, info, body }))))
  for (const [index, { mutants, free }] of all.entries()) {
    const block = blocks[index]
    if (block !== undefined && !isAnswer(block) && !(await detector.holds(block))) tally.broken.push(`${block.file}:${block.line} ${block.id}`)
    if (free.length > 0) tally.free.push(`${block?.file}:${block?.line} ${block?.id}: ${free.join(', ')}`)
    for (const mutant of mutants) {
      tally.paired++
      tally.oneSided += 2
      if (!detector.noticesOne(mutant)) tally.oneSidedSurvivors.push(name(mutant))
      const witness = values['compare-only'] ? (detector.comparisonNoticesBoth(mutant) ? 'form' : undefined) : await detector.noticeBoth(mutant)
      if (witness === undefined) tally.pairedSurvivors.push(name(mutant))
      else tally.witnesses[witness]++
    }
  }
  return tally
}

const merged = (tallies: readonly Tally[]): Tally =>
  tallies.reduce((sum, each) => ({
    paired: sum.paired + each.paired,
    oneSided: sum.oneSided + each.oneSided,
    witnesses: { form: sum.witnesses.form + each.witnesses.form, execution: sum.witnesses.execution + each.witnesses.execution, reference: sum.witnesses.reference + each.witnesses.reference, vectors: sum.witnesses.vectors + each.witnesses.vectors },
    pairedSurvivors: [...sum.pairedSurvivors, ...each.pairedSurvivors],
    oneSidedSurvivors: [...sum.oneSidedSurvivors, ...each.oneSidedSurvivors],
    free: [...sum.free, ...each.free],
    broken: [...sum.broken, ...each.broken],
  }), emptyTally())

const report = (tally: Tally, blocks: number, seconds: number): string => {
  const { paired, oneSided, witnesses, pairedSurvivors, oneSidedSurvivors, free, broken } = tally
  const list = (title: string, lines: readonly string[]): string[] => (lines.length === 0 ? [] : [title, ...lines.map((line) => `  ${line}`)])
  return [
    ...list('free leaves, as their blocks declare:', free),
    ...list('blocks that do not hold as they stand, so that every change of them counts as noticed:', broken),
    ...list('paired mutants that nothing noticed:', pairedSurvivors),
    ...list('one-sided mutants that nothing noticed:', oneSidedSurvivors),
    `${blocks} blocks in ${seconds} s`,
    `paired mutants (both languages at once): ${paired}, survivors ${pairedSurvivors.length}; noticed by form ${witnesses.form}, by execution ${witnesses.execution}, by a block that refers to it ${witnesses.reference}, only because vectors.json records the case ${witnesses.vectors}`,
    `one-sided mutants (one language): ${oneSided}, survivors ${oneSidedSurvivors.length}`,
  ].join('\n')
}

const run = async (): Promise<void> => {
  const suite = suiteOf(readDocuments())
  if (suite.findings.length > 0) throw new Error(`the documents are wrong before any change:\n${suite.findings.map(describe).join('\n')}`)
  const blocks = blocksOf(suite)
  if (values.shard !== undefined) {
    const [index, count] = values.shard.split('/').map(Number) as [number, number]
    process.send?.(await mutate(suite, blocks.filter((_, at) => at % count === index)), () => process.exit())
    return
  }
  const started = performance.now()
  const count = Math.min(4, availableParallelism())
  const tallies = await Promise.all(Array.from({ length: count }, (_, index) => shard(index, count)))
  const tally = merged(tallies)
  console.log(report(tally, blocks.length, Math.round((performance.now() - started) / 1000)))
  if (values['compare-only']) console.log(`This was a comparison of the languages alone: it lets ${tally.pairedSurvivors.length} of ${tally.paired} paired mutants live.`)
  if (tally.pairedSurvivors.length + tally.oneSidedSurvivors.length + tally.broken.length > 0) process.exitCode = 1
}

const shard = (index: number, count: number): Promise<Tally> =>
  new Promise((resolve, reject) => {
    const child = fork(fileURLToPath(import.meta.url), [...process.argv.slice(2), '--shard', `${index}/${count}`], { stdio: ['ignore', 'ignore', 'inherit', 'ipc'] })
    child.on('message', (tally: Tally) => resolve(tally))
    child.on('exit', (code) => reject(new Error(`a process ended with ${code}`)))
  })

await run()
