/**
 * What is said where there is no page: in both languages at once, since whoever serves the site sends
 * one file for all.
 */

/** The words of one language. */
export interface Missing {
  readonly lang: string
  readonly heading: 'h1' | 'h2'
  readonly title: string
  readonly text: string
  readonly back: string
  /** A route. */
  readonly home: string
}

export const missing: readonly Missing[] = [
  { lang: 'en', heading: 'h1', title: 'There is no such page', text: 'Nothing stands at this address. It may have moved.', back: 'To the front page', home: '/' },
  { lang: 'zh-CN', heading: 'h2', title: '没有这一页', text: '这个地址下没有内容，可能已经移走。', back: '回到首页', home: '/zh-CN/' },
]

/**
 * VitePress leaves this page empty until its script has run; without scripts, the words stand beside
 * its place.
 * @param html - the built page.
 * @param base - the site's base path.
 */
export const sayMissing = (html: string, base: string): string => {
  const sections = missing.map(({ lang, heading, title, text, back, home }) => `<section lang="${lang}"><${heading}>${title}</${heading}><p>${text}</p><p><a href="${base}${home.slice(1)}">${back}</a></p></section>`)
  return html.replace('<div id="app"></div>', `$&<noscript><main class="not-found vp-doc"><p class="code">404</p>${sections.join('')}</main></noscript>`)
}
