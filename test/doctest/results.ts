/**
 * What the runs said about each block, kept for the site's badges. A quick run leaves what a full
 * run said about slow blocks, as long as block and build are the same.
 */

import { createHash } from 'node:crypto'
import { existsSync, globSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { root } from './document.js'
import type { Result } from './suite.js'

/** The file that holds the results. */
export const resultsFile = `${root}/node_modules/.cache/doctest/results.json`

/** All results. */
export interface Results {
  readonly version: 1
  /** Digest of the built package that they were obtained for. */
  readonly build: string
  readonly blocks: readonly Result[]
}

/** The digest of the built package. */
export const buildHash = (): string => {
  const hash = createHash('sha256')
  for (const file of globSync('lib/**/*.js', { cwd: root }).sort()) hash.update(readFileSync(`${root}/${file}`))
  return hash.digest('hex').slice(0, 16)
}

const earlier = (): Results | undefined => (existsSync(resultsFile) ? (JSON.parse(readFileSync(resultsFile, 'utf8')) as Results) : undefined)

/** Store the results of a run; what it did not run keeps the earlier result for the same content. */
export const storeResults = (blocks: readonly Result[]): void => {
  const build = buildHash()
  const before = earlier()
  const known = new Map(before?.build === build ? before.blocks.map((result) => [`${result.file} ${result.id} ${result.hash}`, result]) : [])
  const merged = blocks.map((result) => (result.outcome === 'not-run' ? { ...result, outcome: known.get(`${result.file} ${result.id} ${result.hash}`)?.outcome ?? result.outcome } : result))
  mkdirSync(new URL('.', `file://${resultsFile}`), { recursive: true })
  // Put in place at once: a site may be being built from it.
  const fresh = `${resultsFile}.${process.pid}`
  writeFileSync(fresh, `${JSON.stringify({ version: 1, build, blocks: merged } satisfies Results, undefined, 1)}\n`)
  renameSync(fresh, resultsFile)
}

/** Per document and kind, how many blocks were executed, inherited or waived, and why. */
export const report = (blocks: readonly Result[]): string => {
  const counts = new Map<string, Map<string, number>>()
  for (const { file, kind, outcome } of blocks) {
    const ofFile = counts.get(file) ?? new Map<string, number>()
    counts.set(file, ofFile)
    const name = `${kind} ${outcome}`
    ofFile.set(name, (ofFile.get(name) ?? 0) + 1)
  }
  const lines = [...counts].flatMap(([file, ofFile]) => [file, ...[...ofFile].sort().map(([name, count]) => `  ${String(count).padStart(3)} ${name}`)])
  const waived = blocks.filter(({ outcome }) => outcome === 'waived').map(({ file, line, reason }) => `  ${file}:${line} ${reason}`)
  const of = (outcome: Result['outcome']): number => blocks.filter((block) => block.outcome === outcome).length
  const total = `${blocks.length} blocks: ${of('passed')} passed, ${of('inherited')} inherited, ${of('waived')} waived, ${of('not-run')} slow and not run, ${of('failed')} failed`
  return [...lines, ...(waived.length > 0 ? ['waived, because:', ...waived] : []), total].join('\n')
}
