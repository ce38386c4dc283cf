/**
 * `npm run docs:accept [-- [--yes] [--slow] [--follows page…] [page…]]`: rewrite expected output, or
 * record that a Chinese page has been brought level with the English one.
 */

import { execFileSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { createInterface } from 'node:readline/promises'
import { parseArgs } from 'node:util'
import { acceptanceOf, diffOf, splice } from './acceptance.js'
import { counterpart, isChinese, readDocuments, root } from './document.js'
import { describe } from './failure.js'
import { stamped } from './stamp.js'
import { suiteOf } from './suite.js'

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { yes: { type: 'boolean', default: false }, slow: { type: 'boolean', default: false }, follows: { type: 'boolean', default: false } },
})

const confirmed = async (): Promise<boolean> => {
  if (values.yes) return true
  if (!process.stdin.isTTY) {
    console.log('nothing written: add --yes')
    return false
  }
  const ask = createInterface({ input: process.stdin, output: process.stdout })
  const reply = await ask.question('write this? [y/N] ')
  ask.close()
  return /^y/i.test(reply)
}

const uncommitted = (): Set<string> =>
  new Set(execFileSync('git', ['status', '--porcelain', '-z', '--', '*.md'], { cwd: root, encoding: 'utf8' }).split('\0').map((entry) => entry.slice(3)))

const documents = readDocuments()
const isMeant = (file: string): boolean => positionals.length === 0 || positionals.includes(file) || positionals.includes(counterpart(file))

const follow = (): void => {
  for (const [file, source] of documents) {
    if (!isChinese(file) || !isMeant(file)) continue
    const english = counterpart(file)
    const next = stamped(source, { file: english, source: documents.get(english) ?? '' })
    if (next === source) continue
    writeFileSync(`${root}/${file}`, next)
    console.log(`${file} follows ${english}`)
  }
}

const accept = async (): Promise<void> => {
  const suite = suiteOf(documents)
  const dirty = uncommitted()
  const meant = await acceptanceOf(suite, (block) => isMeant(block.file) && (values.slow || !block.flags.includes('slow')))
  const refused = [...meant.refused]
  const rewrites = meant.rewrites.filter(({ block }) => {
    if (dirty.has(block.file)) refused.push({ file: block.file, line: block.line, message: 'the document has changes that are not committed; commit them first, so that nothing is lost' })
    return !dirty.has(block.file)
  })
  for (const rewrite of rewrites) console.log(`${diffOf(rewrite)}\n`)
  for (const finding of refused) console.log(`refused ${describe(finding)}\n`)
  if (refused.length > 0) process.exitCode = 1
  if (rewrites.length === 0) return console.log('nothing to rewrite')
  if (!(await confirmed())) return
  for (const file of new Set(rewrites.map(({ block }) => block.file)))
    writeFileSync(`${root}/${file}`, splice(readFileSync(`${root}/${file}`, 'utf8'), rewrites.filter(({ block }) => block.file === file)))
  console.log(`${rewrites.length} blocks rewritten`)
}

if (values.follows) follow()
else await accept()
