/**
 * Follow every link of the built site. VitePress looks at pages only; fragments, scripts, styles and
 * pictures are followed here too.
 */

import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { dirname, join, normalize } from 'node:path'

/** A link that leads nowhere. */
export interface DeadLink {
  /** The built page, from the site's root. */
  readonly page: string
  readonly href: string
}

const ATTRIBUTE = /\s(?:href|src)="([^"]*)"/g

const ID = /\sid="([^"]*)"/g

const decode = (text: string): string => text.replaceAll('&amp;', '&').replaceAll('&quot;', '"').replaceAll('&#39;', "'").replaceAll('&lt;', '<').replaceAll('&gt;', '>')

const decodeUri = (text: string): string => {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

const fileAt = (path: string): string | undefined =>
  [path, `${path}.html`, join(path, 'index.html')].find((candidate) => existsSync(candidate) && statSync(candidate).isFile())

/**
 * Find the links of a built site that lead nowhere within it.
 * @param folder - the built site.
 * @param base - the path that the site is served under, with a slash at both ends.
 */
export const deadLinksIn = (folder: string, base: string): readonly DeadLink[] => {
  const pages = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith('.html'))
  const html = new Map(pages.map((page) => [join(folder, page), readFileSync(join(folder, page), 'utf8')]))
  const ids = new Map<string, ReadonlySet<string>>([...html].map(([file, text]) => [file, new Set([...text.matchAll(ID)].map(([, id = '']) => decode(id)))]))
  const leads = (page: string, href: string): boolean => {
    const [path = '', fragment = ''] = href.split('#', 2)
    const plain = decodeUri(path.split('?', 1)[0] ?? '')
    if (plain.startsWith('/') && !plain.startsWith(base)) return false
    const place = plain === '' ? page : plain.startsWith('/') ? join(folder, plain.slice(base.length)) : join(dirname(page), plain)
    const file = fileAt(normalize(place))
    if (file === undefined) return false
    return fragment === '' || !file.endsWith('.html') || ids.get(file)?.has(decodeUri(fragment)) === true
  }
  return pages.flatMap((page) => {
    const file = join(folder, page)
    const hrefs = new Set([...(html.get(file) ?? '').matchAll(ATTRIBUTE)].map(([, href = '']) => decode(href)))
    return [...hrefs].filter((href) => href !== '' && !/^(?:[a-z][a-z0-9+.-]*:|\/\/)/i.test(href) && !leads(file, href)).map((href) => ({ page, href }))
  })
}

/**
 * Fail when a built site has dead links, naming each with its page.
 * @param folder - the built site.
 * @param base - the path that the site is served under.
 */
export const refuseDeadLinks = (folder: string, base: string): void => {
  const dead = deadLinksIn(folder, base)
  if (dead.length > 0) throw new Error(`dead links:\n${dead.map(({ page, href }) => `  ${page}: ${href}`).join('\n')}`)
}
