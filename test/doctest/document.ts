/**
 * Which files are documents, and which two are one page in two languages.
 */

import { globSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

/** The repository's root, without a slash at its end. */
export const root: string = fileURLToPath(new URL('../..', import.meta.url)).replace(/[\\/]$/, '')

/** A page in its two languages; paths relative to the root. */
export interface PagePair {
  readonly english: string
  readonly chinese: string
}

/** Whether a document is the Chinese one of its page. */
export const isChinese = (file: string): boolean => file.endsWith('.zh-CN.md') || file.startsWith('docs/zh-CN/')

/** The same page in the other language. */
export const counterpart = (file: string): string => {
  if (file.startsWith('docs/zh-CN/')) return file.replace('docs/zh-CN/', 'docs/')
  if (file.endsWith('.zh-CN.md')) return file.replace(/\.zh-CN\.md$/, '.md')
  return file.startsWith('docs/') ? file.replace('docs/', 'docs/zh-CN/') : file.replace(/\.md$/, '.zh-CN.md')
}

/** Every document of a folder, sorted. */
export const listDocuments = (folder: string = root): string[] =>
  globSync(['README*.md', 'notes/**/*.md', 'docs/**/*.md'], { cwd: folder, exclude: (name) => name === 'node_modules' || name.startsWith('.') })
    .map((file) => file.replaceAll('\\', '/'))
    .sort()

/** Read documents: path to text. */
export const readDocuments = (folder: string = root): Map<string, string> =>
  new Map(listDocuments(folder).map((file) => [file, readFileSync(`${folder}/${file}`, 'utf8')]))
