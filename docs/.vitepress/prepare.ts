/**
 * Lay out the folder that VitePress builds from: every document at its route, in both languages, and
 * the reference of the API that TypeDoc draws from the sources. The folder is generated and ignored.
 *
 * The documents are copied byte for byte, so that line numbers stay true; `markdown.ts` adapts them.
 */

import { cpSync, existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs'
import { dirname } from 'node:path'
import { fileURLToPath } from 'node:url'
import { Application, type TypeDocOptions } from 'typedoc'
import type { PluginOptions } from 'typedoc-plugin-markdown'
import { documents, GENERATED, languages, projected, routeIn, type Language } from './manifest.ts'
import { root } from './repository.ts'

const pages = fileURLToPath(new URL('pages/', import.meta.url))

/** Copy the documents to their routes. */
const project = (): void => {
  for (const document of documents) {
    for (const language of languages) {
      const source = `${root}${document.files[language]}`
      if (!existsSync(source)) throw new Error(`${document.files[language]}: the page ${document.route} has no ${language} version`)
      const target = `${pages}${projected(routeIn(language, document.route))}`
      mkdirSync(dirname(target), { recursive: true })
      cpSync(source, target)
    }
  }
}

/** The sources of the package's entry points, from its `exports`. */
const entryPoints = (): string[] => {
  const { exports } = JSON.parse(readFileSync(`${root}package.json`, 'utf8')) as { exports: Record<string, { types?: string }> }
  return Object.values(exports).flatMap(({ types }) => (types === undefined ? [] : [`${root}${types.replace('./lib/', 'src/').replace('.d.ts', '.ts')}`]))
}

const reference = async (language: Language): Promise<void> => {
  const options: TypeDocOptions & PluginOptions = {
    plugin: ['typedoc-plugin-markdown'],
    entryPoints: entryPoints(),
    tsconfig: `${root}tsconfig.json`,
    lang: language === 'en' ? 'en' : 'zh',
    name: '@deepseek-ai/dsh-time-context',
    readme: 'none',
    disableSources: true,
    hidePageHeader: true,
    hideBreadcrumbs: true,
    entryFileName: 'index',
    out: `${pages}${projected(routeIn(language, `/${GENERATED}/`)).replace(/index\.md$/, '')}`,
    logLevel: 'Warn',
  }
  const app = await Application.bootstrapWithPlugins(options)
  const project = await app.convert()
  if (project === undefined) throw new Error('TypeDoc could not read the sources')
  await app.generateOutputs(project)
}

rmSync(pages, { recursive: true, force: true })
project()
for (const language of languages) await reference(language)
