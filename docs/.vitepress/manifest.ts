/**
 * The pages of the site: which file is shown at which route, in which language. Everything that
 * needs to know the pages (projection, links, navigation, tests) asks this list.
 */

/** A language of the documents; the value is also the locale's folder on the site. */
export type Language = 'en' | 'zh-CN'

/** The languages, English first. */
export const languages: readonly Language[] = ['en', 'zh-CN']

/** A group of the navigation. */
export type Group = 'use' | 'understand' | 'check' | 'project'

/** One document in both languages. */
export interface Document {
  /** The route without a language, for instance `/reading`; `/` is the front page. */
  readonly route: string
  readonly group: Group
  /** The files from the repository's root. */
  readonly files: Readonly<Record<Language, string>>
}

const page = (name: string, group: Group): Document => ({
  route: `/${name}`,
  group,
  files: { en: `docs/${name}.md`, 'zh-CN': `docs/zh-CN/${name}.md` },
})

const note = (name: string): Document => ({
  route: `/notes/${name}`,
  group: 'project',
  files: { en: `notes/${name}.md`, 'zh-CN': `notes/${name}.zh-CN.md` },
})

/** Every document, in the order of the navigation. */
export const documents: readonly Document[] = [
  { route: '/', group: 'use', files: { en: 'README.md', 'zh-CN': 'README.zh-CN.md' } },
  page('installing', 'use'),
  page('configuration', 'use'),
  page('playground', 'use'),
  page('reading', 'understand'),
  page('schedule', 'understand'),
  page('hosts', 'understand'),
  page('cost', 'understand'),
  page('checking', 'check'),
  page('command-line', 'check'),
  note('2026-07-16-durable-per-step-time-context'),
  page('contributing', 'project'),
  page('documentation', 'project'),
  page('changelog', 'project'),
]

/** The folder of generated pages (the reference of the API) below each language's root. */
export const GENERATED = 'api'

/** A language's route of a document. */
export const routeIn = (language: Language, route: string): string => (language === 'en' ? route : `/${language}${route}`)

/** The file below the projection that VitePress turns into a route. */
export const projected = (route: string): string => `${route.slice(1)}${route.endsWith('/') ? 'index' : ''}.md`

/** What a file of the repository shows on the site. */
export interface Shown {
  readonly document: Document
  readonly language: Language
}

const byFile: ReadonlyMap<string, Shown> = new Map(
  documents.flatMap((document) => languages.map((language) => [document.files[language], { document, language }] as const)),
)

const byProjection: ReadonlyMap<string, string> = new Map(
  documents.flatMap((document) => languages.map((language) => [projected(routeIn(language, document.route)), document.files[language]] as const)),
)

/** The document that a file of the repository holds. */
export const shownFrom = (file: string): Shown | undefined => byFile.get(file)

/** The file of the repository that a projected page was copied from; `undefined` for generated pages. */
export const sourceOf = (projection: string): string | undefined => byProjection.get(projection)
