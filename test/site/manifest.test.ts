import { globSync, mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { expect, it } from 'vitest'
import { documents, languages, projected, routeIn, shownFrom, sourceOf } from '../../docs/.vitepress/manifest.js'
import { project } from '../../docs/.vitepress/projection.js'
import { root } from '../../docs/.vitepress/repository.js'

it('every document of the repository is a page, and every page a document', () => {
  const files = globSync(['README*.md', 'notes/**/*.md', 'docs/**/*.md'], { cwd: root, exclude: (name) => name.startsWith('.') })
  expect(documents.flatMap(({ files: each }) => languages.map((language) => each[language])).sort()).toEqual(files.map((file) => file.replaceAll('\\', '/')).sort())
})

it('every page has a route of its own, in each language, and the way back leads to its file', () => {
  const routes = documents.flatMap(({ route }) => languages.map((language) => routeIn(language, route)))
  expect(new Set(routes).size).toBe(routes.length)
  for (const { files, route } of documents) {
    for (const language of languages) {
      expect(sourceOf(projected(routeIn(language, route)))).toBe(files[language])
      expect(shownFrom(files[language])?.language).toBe(language)
    }
  }
})

it('a page without its translation is refused by name', () => {
  const from = `${mkdtempSync(`${tmpdir()}/pages-`)}/`
  writeFileSync(`${from}a.md`, '# A\n')
  const only = { route: '/a', group: 'use', files: { en: 'a.md', 'zh-CN': 'a.zh-CN.md' } } as const
  expect(() => project({ documents: [only], from, to: `${from}out/` })).toThrow('a.zh-CN.md: the page /a has no zh-CN version')
})
