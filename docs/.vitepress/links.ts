/**
 * Links between the documents. In the sources they are relative paths that are right on GitHub; on
 * the site a link to a page becomes its route, and a link to another file leads to the repository.
 */

import { existsSync } from 'node:fs'
import { posix } from 'node:path'
import { routeIn, shownFrom } from './manifest.ts'
import { addresses, root } from './repository.ts'

/** Where a link leads. */
export type Target =
  /** To a page of the site; the route, with the fragment. */
  | { readonly kind: 'page'; readonly href: string }
  /** To a file or folder of the repository; `href` is empty where the repository has no address. */
  | { readonly kind: 'file'; readonly href: string }
  /** Elsewhere, or within the page: left as it stands. */
  | { readonly kind: 'as-is' }
  /** Nowhere. */
  | { readonly kind: 'broken'; readonly reason: string }

const split = (href: string): { readonly path: string; readonly fragment: string } => {
  const at = href.indexOf('#')
  return at === -1 ? { path: href, fragment: '' } : { path: href.slice(0, at), fragment: href.slice(at) }
}

/**
 * Find where a link leads.
 * @param source - the file that holds the link, from the repository's root.
 * @param href - the link as it is written.
 * @param repository - the repository's web address, or empty.
 */
export const follow = (source: string, href: string, repository: string = addresses.repository): Target => {
  if (href === '' || href.startsWith('#') || /^(?:https?:|mailto:)/.test(href)) return { kind: 'as-is' }
  if (/^[a-z][a-z0-9+.-]*:/i.test(href)) return { kind: 'broken', reason: 'unknown scheme' }
  if (href.startsWith('/')) return { kind: 'broken', reason: 'an absolute path leads elsewhere on GitHub; write a relative one' }
  const { path, fragment } = split(href)
  const file = posix.normalize(posix.join(posix.dirname(source), decodeURIComponent(path)))
  if (file.startsWith('..')) return { kind: 'broken', reason: 'outside the repository' }
  const shown = shownFrom(file)
  if (shown !== undefined) return { kind: 'page', href: `${routeIn(shown.language, shown.document.route)}${fragment}` }
  if (!existsSync(`${root}${file}`)) return { kind: 'broken', reason: 'no such file' }
  return { kind: 'file', href: repository === '' ? '' : `${repository}/blob/main/${file}${fragment}` }
}
