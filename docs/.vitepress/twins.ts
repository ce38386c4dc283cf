/**
 * The site for readers that are programs: each page's Markdown beside it, and `llms.txt`, which
 * lists them.
 */

import { cpSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { follow } from './links.ts'
import { documents, languages, projected, routeIn, shownFrom, sourceOf, type Document, type Language } from './manifest.ts'
import { titleOf } from './markdown.ts'
import { addresses, root } from './repository.ts'

const FENCE = /^(?<mark>`{3,}|~{3,})[^\n]*\n[\s\S]*?^\k<mark>[ \t]*$/gm

/** Change what stands outside of fences. */
const changeProse = (markdown: string, change: (prose: string) => string): string => {
  const fences = [...markdown.matchAll(FENCE)].map(([fence]) => fence)
  return markdown
    .split(FENCE)
    .filter((_, index) => index % 2 === 0)
    .map((prose, index) => change(prose) + (fences[index] ?? ''))
    .join('')
}

/** The address of a page's twin, from the site's root. */
export const twinOf = (language: Language, { route }: Document, base: string = addresses.base): string => `${base}${projected(routeIn(language, route))}`

const leadOn = (source: string, href: string, base: string): string => {
  const target = follow(source, href)
  if (target.kind === 'file') return target.href === '' ? href : target.href
  if (target.kind !== 'page') return href
  const [path = '', fragment] = href.split('#', 2)
  const shown = shownFrom(join(dirname(source), path).replaceAll('\\', '/'))
  return shown === undefined ? href : `${twinOf(shown.language, shown.document, base)}${fragment === undefined ? '' : `#${fragment}`}`
}

/**
 * Turn a document into its twin: links lead from twin to twin, and comments are left out.
 * @param source - the document's file, from the repository's root.
 * @param markdown - its text.
 */
export const twin = (source: string, markdown: string, base: string = addresses.base): string =>
  changeProse(markdown, (prose) =>
    prose.replace(/<!--[\s\S]*?-->\n*/g, '').replace(/\]\(([^)\s]+)\)/g, (_, href: string) => `](${leadOn(source, href, base)})`),
  )

/** The first sentence of a document's prose. */
const beginningOf = (markdown: string): string => {
  const paragraphs = changeProse(markdown, (prose) => prose)
    .replace(FENCE, '')
    .split(/\n{2,}/)
    .map((each) => each.trim())
  const first = paragraphs.find((each) => each !== '' && !/^[#<|-]/.test(each) && !/ \| |｜/.test(each)) ?? ''
  const plain = first.replace(/\[([^\]]+)\]\([^)]*\)/g, '$1').replace(/\s+/g, ' ')
  return /^.*?[.。！？](?=\s|$|[^\w.])/.exec(plain)?.[0] ?? plain
}

const HEADS: Readonly<Record<Language, string>> = { en: '## Documents', 'zh-CN': '## 中文文档' }

/** What `llms.txt` says. */
export const listing = (base: string = addresses.base): string => {
  const read = (file: string): string => readFileSync(`${root}${file}`, 'utf8')
  const lists = languages.map((language) => {
    const lines = documents.map((document) => `- [${titleOf(document.files[language])}](${twinOf(language, document, base)}): ${beginningOf(read(document.files[language]))}`)
    return `${HEADS[language]}\n\n${lines.join('\n')}\n`
  })
  const { name, description } = JSON.parse(read('package.json'))
  return `# ${name}\n\n> ${description}\n\n${lists.join('\n')}`
}

/**
 * Write the twins of a built site, and its `llms.txt`.
 * @param outDir - the built site.
 * @param pages - the folder that it was built from, and its pages.
 */
export const writeTwins = (outDir: string, pages: { readonly srcDir: string; readonly pages: readonly string[] }): void => {
  for (const page of pages.pages) {
    const target = join(outDir, page)
    const source = sourceOf(page)
    mkdirSync(dirname(target), { recursive: true })
    if (source === undefined) cpSync(join(pages.srcDir, page), target)
    else writeFileSync(target, twin(source, readFileSync(`${root}${source}`, 'utf8')))
  }
  writeFileSync(join(outDir, 'llms.txt'), listing())
}
