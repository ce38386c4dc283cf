/**
 * What a Chinese page says it follows: a digest of each section of the English page, in a comment at
 * its end. Executed blocks are left out, for they are compared byte by byte anyway.
 */

import { createHash } from 'node:crypto'
import type { Finding } from './failure.js'
import { sectionsOf, type Section } from './structure.js'

const STAMP = /\n*<!-- follows (\S+)\n((?:[a-z0-9-]+ [0-9a-f]{8}\n)*)-->\n?$/

const digest = (text: string): string => createHash('sha256').update(text).digest('hex').slice(0, 8)

const linesOf = (file: string, source: string): string[] => sectionsOf(file, source).map(({ id, prose }) => `${id} ${digest(prose)}`)

/** A Chinese page's text with the stamp of the English page as it is now. */
export const stamped = (chinese: string, english: { readonly file: string; readonly source: string }): string => {
  const end = chinese.includes('\r\n') ? '\r\n' : '\n'
  const body = chinese.replaceAll('\r\n', '\n').replace(STAMP, '').trimEnd()
  return `${body}\n\n<!-- follows ${english.file}\n${linesOf(english.file, english.source).join('\n')}\n-->\n`.replaceAll('\n', end)
}

/** A text without its stamp. */
export const withoutStamp = (source: string): string => source.replaceAll('\r\n', '\n').replace(STAMP, '\n')

/**
 * Compare a stamp with the English page.
 * @returns findings that name each section that has changed since.
 */
export const checkStamp = (chinese: { readonly file: string; readonly source: string }, english: { readonly file: string; readonly source: string }): Finding[] => {
  const { file } = chinese
  const source = chinese.source.replaceAll('\r\n', '\n')
  const match = STAMP.exec(source)
  const remedy = `look at both pages, then run npm run docs:accept -- --follows ${file}`
  if (match === null) return [{ file, line: source.split('\n').length - 1, message: `the page does not end with what it follows; ${remedy}` }]
  const [, followed, lines = ''] = match
  const line = source.slice(0, match.index).split('\n').length + 1
  if (followed !== english.file) return [{ file, line, message: `the page follows ${followed}, not ${english.file}` }]
  const recorded = new Map(lines.trimEnd().split('\n').map((text) => [text.split(' ')[0], text] as const))
  const sections = sectionsOf(english.file, english.source)
  const known = new Set(sections.map(({ id }) => id))
  const changed = sections.filter(({ id, prose }) => recorded.get(id) !== `${id} ${digest(prose)}`)
  const gone = [...recorded.keys()].filter((id) => id !== undefined && id !== '' && !known.has(id))
  const place = ({ id }: Section): number => sectionsOf(file, source).find((section) => section.id === id)?.line ?? line
  return [
    ...changed.map((section) => ({ file, line: place(section), message: `the section ${section.id} of ${english.file}:${section.line} has changed since this page followed it; ${remedy}` })),
    ...gone.map((id) => ({ file, line, message: `${english.file} has no section ${id} any more; ${remedy}` })),
  ]
}
