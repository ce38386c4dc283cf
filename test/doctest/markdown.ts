/**
 * The one parser of the documents: tests, parity checks and the site read the same fences.
 */

import MarkdownIt from 'markdown-it'
import type { Fence } from './block.js'
import type { Finding } from './failure.js'

/** A document, taken apart. */
export interface Page {
  readonly file: string
  readonly source: string
  readonly fences: readonly Fence[]
  /** What is wrong with the document whatever its fences say. */
  readonly findings: readonly Finding[]
}

/** The parser, as VitePress sets it up for what concerns blocks. */
export const markdown = new MarkdownIt({ html: true, linkify: true })

/** The parser's tokens. */
export type Tokens = ReturnType<typeof markdown.parse>

const linesOf = (content: string): string[] => (content === '' ? [] : content.replace(/\n$/, '').split('\n'))

/**
 * Take a document apart.
 * @param file - its path, relative to the repository's root.
 * @param source - its text.
 */
export const parsePage = (file: string, source: string): Page => {
  const fences: Fence[] = []
  const findings: Finding[] = []
  for (const { type, map, info, content } of markdown.parse(source, {})) {
    if (map === null) continue
    const [start, end] = map
    const line = start + 1
    if (type === 'code_block') findings.push({ file, line, message: 'an indented code block: fence it, so that it can say what it is' })
    if (type === 'html_block' && /<pre\b/i.test(content)) findings.push({ file, line, message: 'code in <pre>: fence it, so that it can say what it is' })
    if (type !== 'fence') continue
    const body = linesOf(content)
    const closed = end - start === body.length + 2
    if (!closed) findings.push({ file, line, message: 'an unclosed fence' })
    fences.push({ file, line, info, body, closed })
  }
  if (fences.length === 0) findings.push({ file, line: 1, message: 'a document without a single block' })
  return { file, source, fences, findings }
}
