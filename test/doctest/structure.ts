/**
 * A page by sections: what can be compared between languages without knowing either.
 */

import { markdown, type Tokens } from './markdown.js'

/** One heading and what stands under it, up to the next heading of any depth. */
export interface Section {
  /** The heading's explicit id; `top` for what stands before the first heading with one. */
  readonly id: string
  readonly depth: number
  /** Line of the heading, 1-based. */
  readonly line: number
  /** The heading's words. */
  readonly title: string
  /** Tables by shape, `3x4`. */
  readonly tables: readonly string[]
  /** Lists, quotes and paragraphs by nesting. */
  readonly blocks: readonly string[]
  readonly links: readonly Place[]
  readonly codeSpans: readonly Place[]
  /** Text without code, links' targets and HTML. */
  readonly texts: readonly Place[]
  /** The section's source without executed blocks. */
  readonly prose: string
}

/** Some text, and its line. */
export interface Place {
  readonly text: string
  readonly line: number
}

const ANCHOR = /<a id="([^"]*)"><\/a>/

type Token = Tokens[number]

const inlineText = (token: Token): string => (token.children ?? []).filter(({ type }) => type === 'text' || type === 'code_inline').map(({ content }) => content).join('')

interface Draft {
  id: string
  depth: number
  line: number
  title: string
  tables: string[]
  blocks: string[]
  links: Place[]
  codeSpans: Place[]
  texts: Place[]
}

const draft = (line: number): Draft => ({ id: 'top', depth: 1, line, title: '', tables: [], blocks: [], links: [], codeSpans: [], texts: [] })

/** Inline tokens know no lines; soft breaks count them. */
const collect = (section: Draft, token: Token, start: number): void => {
  let line = start
  for (const child of token.children ?? []) {
    if (child.type === 'softbreak' || child.type === 'hardbreak') line++
    else if (child.type === 'code_inline') section.codeSpans.push({ text: child.content, line })
    else if (child.type === 'text') section.texts.push({ text: child.content, line })
    else if (child.type === 'link_open') section.links.push({ text: String(child.attrGet('href') ?? ''), line })
    else if (child.type === 'image') section.links.push({ text: String(child.attrGet('src') ?? ''), line })
  }
}

const COUNTED = /^(?:(?:ordered|bullet)_list|list_item|blockquote|paragraph|fence|hr|html_block)(?:_open)?$/

/**
 * Take a page apart.
 * @param file - named only in errors.
 * @param source - its text.
 */
export const sectionsOf = (_file: string, source: string): Section[] => {
  const tokens = markdown.parse(source, {})
  const sections: Draft[] = [draft(1)]
  // The cells of a table stand on the line of their row.
  let line = 1
  let columns = 0
  let rows = 0
  for (const [index, token] of tokens.entries()) {
    let section = sections.at(-1)
    if (section === undefined) break
    if (token.type === 'heading_open') {
      const depth = Number(token.tag.slice(1))
      const inline = tokens[index + 1]
      const heading = (token.map?.[0] ?? 0) + 1
      if (depth > 1 && inline !== undefined) {
        section = draft(heading)
        sections.push(section)
        section.id = ANCHOR.exec(inline.content)?.[1] ?? ''
        section.depth = depth
      }
      if (inline !== undefined) section.title = inlineText(inline)
    }
    if (token.map !== null) line = token.map[0] + 1
    if (token.type === 'inline') collect(section, token, line)
    if (token.type === 'table_open') columns = rows = 0
    if (token.type === 'th_open') columns++
    if (token.type === 'tr_open') rows++
    if (token.type === 'table_close') section.tables.push(`${columns}x${rows}`)
    // What a stamp says is no part of the page.
    if (COUNTED.test(token.type) && !token.content.startsWith('<!-- follows ') && !token.hidden) section.blocks.push(`${token.level} ${token.type.replace('_open', '')}`)
  }
  return sections.map((section, index) => ({ ...section, prose: proseOf(source, tokens, section.line, sections[index + 1]?.line) }))
}

/** The lines of a section without those of executed fences. */
const proseOf = (source: string, tokens: Tokens, from: number, to: number | undefined): string => {
  const lines = source.replaceAll('\r\n', '\n').split('\n')
  const executed = new Set<number>()
  for (const { type, info, map } of tokens) {
    if (type !== 'fence' || map === null || / reason=/.test(info)) continue
    for (let line = map[0]; line < map[1]; line++) executed.add(line)
  }
  return lines.filter((_, index) => index >= from - 1 && index < (to ?? Infinity) - 1 && !executed.has(index)).join('\n').trim()
}
