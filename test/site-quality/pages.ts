/**
 * The pages that the checks of quality look at.
 */

import { documents, GENERATED, languages, routeIn, type Language } from '../../docs/.vitepress/manifest.js'

/** A page of the built site. */
export interface SitePage {
  readonly language: Language
  /** Without a slash at its beginning; empty for the front page. */
  readonly path: string
}

const fileOf = (route: string): string => `${route.slice(1)}${route.endsWith('/') ? '' : '.html'}`

/** Of the reference, the index and one page of each sort stand for all. */
const REFERENCE = ['/', '/index/functions/apply', '/index/interfaces/Config', '/reading/', '/reading/functions/parseReading'].map((route) => `/${GENERATED}${route}`)

/** Every document in both languages. */
export const documentPages: readonly SitePage[] = languages.flatMap((language) => documents.map(({ route }) => ({ language, path: fileOf(routeIn(language, route)) })))

/** Every document, a sample of the reference, and the page for what is missing. */
export const sitePages: readonly SitePage[] = [
  ...documentPages,
  ...languages.flatMap((language) => REFERENCE.map((route) => ({ language, path: fileOf(routeIn(language, route)) }))),
  { language: 'en', path: '404.html' },
]
