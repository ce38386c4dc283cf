/**
 * What the built pages weigh for a reader who comes for the first time: the page, its styles and its
 * scripts, compressed as servers do it. The build refuses pages that have become heavy; the tests
 * weigh them once more in a browser.
 */

import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { brotliCompressSync } from 'node:zlib'

/** What a page may weigh. */
export interface Budget {
  /** The built page, from the site's root. */
  readonly page: string
  /** Thousands of bytes. */
  readonly kilobytes: number
  /** Scripts that the page asks for only when it runs, by the beginning of their name. */
  readonly later?: string
}

export const BUDGETS: readonly Budget[] = [
  { page: 'index.html', kilobytes: 200 },
  { page: 'zh-CN/index.html', kilobytes: 200 },
  { page: 'playground.html', kilobytes: 350, later: 'Playground' },
  { page: 'zh-CN/playground.html', kilobytes: 350, later: 'Playground' },
]

const LOADED = /<(?:link[^>]*\srel="(?:modulepreload|stylesheet|preload stylesheet)"|script)[^>]*?\s(?:href|src)="([^"]+)"/g

/**
 * Weigh a page.
 * @param folder - the built site.
 * @param base - the path that it is served under, with a slash at both ends.
 * @returns compressed bytes.
 */
export const weightOf = (folder: string, base: string, { page, later }: Budget): number => {
  const html = readFileSync(join(folder, page), 'utf8')
  const loaded = [...html.matchAll(LOADED)].map(([, href = '']) => href.slice(base.length))
  const chunks = later === undefined ? [] : readdirSync(join(folder, 'assets/chunks')).filter((name) => name.startsWith(later) && name.endsWith('.js'))
  const files = new Set([page, ...loaded, ...chunks.map((name) => `assets/chunks/${name}`)])
  return [...files].reduce((sum, file) => sum + brotliCompressSync(readFileSync(join(folder, file))).length, 0)
}

/**
 * Fail where a page is heavier than it may be.
 * @param folder - the built site.
 * @param base - the path that it is served under.
 */
export const refuseHeavyPages = (folder: string, base: string, budgets: readonly Budget[] = BUDGETS): void => {
  const heavy = budgets.map((budget) => ({ ...budget, bytes: weightOf(folder, base, budget) })).filter(({ bytes, kilobytes }) => bytes > kilobytes * 1000)
  if (heavy.length > 0) throw new Error(`heavy pages:\n${heavy.map(({ page, bytes, kilobytes }) => `  ${page}: ${Math.ceil(bytes / 1000)} kB, more than ${kilobytes}`).join('\n')}`)
}
