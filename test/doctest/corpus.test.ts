import { globSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'
import { readDocuments, listDocuments } from './document.js'
import { execute } from './execution.js'
import { describe as described, type Finding } from './failure.js'
import { comparePages } from './parity.js'
import { proseFindings } from './prose.js'
import { isAnswer, isWaived } from './registry.js'
import { contextFor, suiteOf, type Suite } from './suite.js'

const corpus = fileURLToPath(new URL('corpus/', import.meta.url))

/** All that is wrong with documents of the corpus, as the tests of the real ones would find it. */
const findingsOf = async (suite: Suite): Promise<Finding[]> => {
  const executed: Finding[] = []
  for (const block of suite.blocks) {
    if (isAnswer(block) || isWaived(block) || suite.roleOf(block) === 'inherit') continue
    const finding = await execute(block, contextFor(suite, block))
    if (finding !== undefined) executed.push(finding)
  }
  return [...suite.findings, ...executed]
}

describe('a wrong page is refused, at the line that is wrong', () => {
  it.each(globSync('pages/*.md', { cwd: corpus }).sort())('%s', async (file) => {
    const source = readFileSync(`${corpus}${file}`, 'utf8')
    const [, line, message = ''] = /^<!-- refused at line (\d+): (.*) -->/.exec(source) ?? []
    const findings = await findingsOf(suiteOf(new Map([[file, source]])))
    const [first] = findings
    expect(findings.map(described).join('\n')).toContain(message)
    expect(first?.line).toBe(Number(line))
  })
})

describe('two languages that say different things are refused, at the line that is wrong', () => {
  it.each(globSync('pairs/*', { cwd: corpus }).sort())('%s', (folder) => {
    const root = `${corpus}${folder}`
    const suite = suiteOf(readDocuments(root))
    const findings = [...comparePages(suite), ...proseFindings(suite.pages, root)].map(described)
    const [, place = '', message = ''] = /^(\S+) (.*)/.exec(readFileSync(`${root}/refused.txt`, 'utf8')) ?? []
    expect(findings.find((finding) => finding.includes(message)) ?? findings).toContain(`${place}: `)
  })
})

it('a right pair of pages is not refused', async () => {
  const root = `${corpus}right`
  const suite = suiteOf(readDocuments(root))
  expect(listDocuments(root)).toEqual(['README.md', 'README.zh-CN.md'])
  expect([...(await findingsOf(suite)), ...comparePages(suite), ...proseFindings(suite.pages, root)].map(described)).toEqual([])
})
