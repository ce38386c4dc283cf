/**
 * Whether a page says the same in both languages, as far as can be told without knowing either:
 * sections, tables, lists, links, code spans, numbers, and executed blocks byte by byte.
 */

import { withoutComments, type Block } from './block.js'
import { counterpart, isChinese } from './document.js'
import type { Finding } from './failure.js'
import { checkStamp } from './stamp.js'
import { sectionsOf, type Place, type Section } from './structure.js'
import { isSame, type Suite } from './suite.js'

const NUMBER = /\d+(?:[.,:]\d+)*/g

/** Links in a form that does not depend on the language. */
const neutral = (link: string): string => link.replace(/\.zh-CN\.md\b/, '.md').replace(/(^|\/)zh-CN\//, '$1').replace(/^\.\.\/(?=\.\.\/)/, '')

/** From the root's point of view, so that a page one folder deeper can name the same target. */
const targetOf = (file: string, link: string): string => {
  if (/^[a-z]+:/i.test(link) || link.startsWith('#')) return link
  const [path = '', fragment] = link.split('#')
  const resolved = new URL(path, `file:///${file}`).pathname.slice(1)
  return neutral(resolved) + (fragment === undefined ? '' : `#${fragment}`)
}

const numbersIn = (places: readonly Place[]): Place[] => places.flatMap(({ text, line }) => [...text.matchAll(NUMBER)].map(([number]) => ({ text: number, line })))

/** What one side has more often than the other. */
const surplus = (here: readonly Place[], there: readonly Place[]): Place | undefined => {
  const left = new Map<string, number>()
  for (const { text } of there) left.set(text, (left.get(text) ?? 0) + 1)
  return here.find(({ text }) => {
    const count = left.get(text) ?? 0
    left.set(text, count - 1)
    return count === 0
  })
}

/** The first members in which two sides differ, whatever their order. */
const difference = (english: readonly Place[], chinese: readonly Place[]): { readonly line: number | undefined; readonly text: string } | undefined => {
  const missing = surplus(english, chinese)
  const extra = surplus(chinese, english)
  if (missing === undefined && extra === undefined) return undefined
  const said = [...(missing === undefined ? [] : [`lacks ${missing.text}`]), ...(extra === undefined ? [] : [`has ${extra.text}`])]
  return { line: extra?.line, text: said.join(' and ') }
}

const compareSections = (english: Section, chinese: Section, pages: { readonly english: string; readonly chinese: string }): Finding[] => {
  const at = (line: number, message: string): Finding => ({ file: pages.chinese, line, message: `section ${english.id}: ${message} (compare ${pages.english}:${english.line})` })
  const findings: Finding[] = []
  if (english.depth !== chinese.depth) findings.push(at(chinese.line, `a heading of depth ${chinese.depth}, not ${english.depth}`))
  if (english.tables.join() !== chinese.tables.join()) findings.push(at(chinese.line, `tables ${chinese.tables.join(', ') || 'none'}, not ${english.tables.join(', ') || 'none'}`))
  if (english.blocks.join() !== chinese.blocks.join()) findings.push(at(chinese.line, `paragraphs, lists and fences are arranged in another way:\n${chinese.blocks.join(', ')}\nnot\n${english.blocks.join(', ')}`))
  const kinds: readonly (readonly [string, Place[], Place[]])[] = [
    ['links', links(english, pages.english), links(chinese, pages.chinese)],
    ['code', [...english.codeSpans], [...chinese.codeSpans]],
    ['numbers', numbersIn(english.texts), numbersIn(chinese.texts)],
  ]
  for (const [name, one, other] of kinds) {
    const found = difference(one, other)
    if (found !== undefined) findings.push(at(found.line ?? chinese.line, `${name}: the page ${found.text}`))
  }
  return findings
}

const links = ({ links: written }: Section, file: string): Place[] => written.map(({ text, line }) => ({ text: targetOf(file, text), line }))

const headingFindings = (file: string, sections: readonly Section[]): Finding[] => {
  const seen = new Set<string>(['top'])
  return sections.slice(1).flatMap(({ id, line, title }) => {
    if (id === '') return [{ file, line, message: `the heading ${title} has no id: <a id="…"></a>` }]
    if (!/^[a-z0-9]+(?:-[a-z0-9]+)*$/.test(id)) return [{ file, line, message: `an id is lower-case words joined by hyphens, got ${id}` }]
    if (seen.has(id)) return [{ file, line, message: `the id ${id} stands twice on the page` }]
    seen.add(id)
    return []
  })
}

const compareBlocks = (suite: Suite, english: string, chinese: string): Finding[] => {
  const of = (file: string): Block[] => suite.blocks.filter((block) => block.file === file)
  const findings = of(english).flatMap((block) => {
    const twin = suite.twinOf(block)
    if (twin === undefined) return [{ file: chinese, line: 1, message: `the block ${block.id} of ${english}:${block.line} is missing here` }]
    if (block.kind === '') return []
    if (block.info !== twin.info) return [{ file: chinese, line: twin.line, message: `the info string differs from ${english}:${block.line}` }]
    if (isSame(block, twin)) return []
    const [one, other] = [withoutComments(block.lang, block.body), withoutComments(twin.lang, twin.body)]
    const at = other.findIndex((line, index) => line !== one[index])
    return [{ file: chinese, line: twin.line + 1 + (at < 0 ? other.length : at), message: `the block ${block.id} differs from ${english}:${block.line}: ${other[at] ?? '(ends here)'}` }]
  })
  const extra = of(chinese).filter((block) => suite.twinOf(block) === undefined)
  return [...findings, ...extra.map(({ line, id }) => ({ file: chinese, line, message: `the block ${id} is not on the English page` }))]
}

/**
 * Compare one page's two languages.
 * @param suite - the documents.
 * @param english - the English file.
 */
export const comparePage = (suite: Suite, english: string): Finding[] => {
  const chinese = counterpart(english)
  const [one, other] = [english, chinese].map((file) => suite.pages.find((page) => page.file === file))
  if (one === undefined) return [{ file: chinese, line: 1, message: `there is no ${english}` }]
  if (other === undefined) return [{ file: english, line: 1, message: `there is no ${chinese}` }]
  const [ours, theirs] = [sectionsOf(english, one.source), sectionsOf(chinese, other.source)]
  const byId = new Map(theirs.map((section) => [section.id, section]))
  const missing = ours.filter(({ id }) => !byId.has(id)).map(({ id, line }) => ({ file: chinese, line: 1, message: `the section ${id} of ${english}:${line} is missing` }))
  const known = ours.map(({ id }) => id)
  const extra = theirs.filter(({ id }) => !known.includes(id)).map(({ id, line }) => ({ file: chinese, line, message: `the section ${id} is not on the English page` }))
  const order = theirs.map(({ id }) => id)
  const moved = missing.length + extra.length === 0 && known.join() !== order.join() ? [{ file: chinese, line: theirs.find(({ id }, index) => id !== known[index])?.line ?? 1, message: 'the sections stand in another order' }] : []
  const sections = ours.flatMap((section) => {
    const twin = byId.get(section.id)
    return twin === undefined ? [] : compareSections(section, twin, { english, chinese })
  })
  return [...headingFindings(english, ours), ...headingFindings(chinese, theirs), ...missing, ...extra, ...moved, ...sections, ...compareBlocks(suite, english, chinese), ...checkStamp(other, one)]
}

/** Compare every page. */
export const comparePages = (suite: Suite): Finding[] => {
  const english = new Set(suite.pages.map(({ file }) => (isChinese(file) ? counterpart(file) : file)))
  return [...english].sort().flatMap((file) => comparePage(suite, file))
}
