/**
 * What stands in the head of each page besides what VitePress puts there.
 */

import { readFileSync } from 'node:fs'
import type { HeadConfig, TransformContext } from 'vitepress'
import { addresses, root } from './repository.ts'

/** What is drawn for those who meet a link elsewhere. */
const CARD = { path: 'card.png', width: '1200', height: '630' }

/**
 * The site's own address, with a slash at its end; empty while nobody knows it.
 * @param homepage - of package.json.
 */
export const siteAddressOf = (homepage: string | undefined): string => (homepage === undefined || homepage === '' ? '' : homepage.replace(/\/?$/, '/'))

/** Where a page stands in the other language. */
const otherOf = (page: string): { readonly lang: string; readonly page: string } =>
  page.startsWith('zh-CN/') ? { lang: 'en', page: page.slice('zh-CN/'.length) } : { lang: 'zh-CN', page: `zh-CN/${page}` }

const addressOf = (page: string): string => page.replace(/(?:^|(?<=\/))index\.md$/, '').replace(/\.md$/, '.html')

/**
 * The head of a page.
 * @param page - the page below the projection.
 * @param base - the site's base path.
 * @param site - the site's own address, or empty: then nothing is said that needs one.
 */
export const headOf = ({ page, title, description }: Pick<TransformContext, 'page' | 'title' | 'description'>, base: string = addresses.base, site: string = ownAddress()): HeadConfig[] => {
  if (page === '404.md') return []
  const other = otherOf(page)
  const local: HeadConfig[] = [
    ['link', { rel: 'alternate', type: 'text/markdown', href: `${base}${page}` }],
    ['link', { rel: 'alternate', hreflang: other.lang, href: `${site === '' ? base : site}${addressOf(other.page)}` }],
    ['meta', { property: 'og:type', content: 'website' }],
    ['meta', { property: 'og:title', content: title }],
    ['meta', { property: 'og:description', content: description }],
  ]
  if (site === '') return local
  return [
    ...local,
    ['link', { rel: 'canonical', href: `${site}${addressOf(page)}` }],
    ['meta', { property: 'og:url', content: `${site}${addressOf(page)}` }],
    ['meta', { property: 'og:image', content: `${site}${CARD.path}` }],
    ['meta', { property: 'og:image:width', content: CARD.width }],
    ['meta', { property: 'og:image:height', content: CARD.height }],
    ['meta', { name: 'twitter:card', content: 'summary_large_image' }],
  ]
}

const ownAddress = (): string => siteAddressOf(JSON.parse(readFileSync(`${root}package.json`, 'utf8')).homepage)
