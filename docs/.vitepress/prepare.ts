/**
 * Lay out the folder that VitePress builds from: the documents, and the reference of the API that
 * TypeDoc draws from the sources, its own words in the language of the page.
 */

import { cpSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { Application, type TypeDocOptions } from 'typedoc'
import type { PluginOptions } from 'typedoc-plugin-markdown'
import { documents, GENERATED, languages, routeIn, type Language } from './manifest.ts'
import { project } from './projection.ts'
import { root } from './repository.ts'

const pages = fileURLToPath(new URL('pages/', import.meta.url))

const ABOUT: Readonly<Record<Language, string>> = {
  en: 'Drawn from the sources of the package, one entry for each of its subpaths.',
  'zh-CN': '由源代码生成，每个子路径一项。说明文字取自源代码，为英文。',
}

/** The sources of the package's entry points, from its `exports`. */
const entryPoints = (): string[] => {
  const { exports } = JSON.parse(readFileSync(`${root}package.json`, 'utf8')) as { exports: Record<string, { types?: string }> }
  return Object.values(exports).flatMap(({ types }) => (types === undefined ? [] : [`${root}${types.replace('./lib/', 'src/').replace('.d.ts', '.ts')}`]))
}

const drawReference = async (language: Language): Promise<void> => {
  const out = `${pages}${routeIn(language, `/${GENERATED}`).slice(1)}`
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
    out,
    treatWarningsAsErrors: true,
    logLevel: 'Warn',
  }
  const app = await Application.bootstrapWithPlugins(options)
  const sources = await app.convert()
  if (sources === undefined) throw new Error('TypeDoc could not read the sources')
  await app.generateOutputs(sources)
  const index = readFileSync(`${out}/index.md`, 'utf8')
  writeFileSync(`${out}/index.md`, index.replace('\n', `\n\n${ABOUT[language]}\n`))
}

rmSync(pages, { recursive: true, force: true })
project({ documents, from: root, to: pages })
cpSync(fileURLToPath(new URL('public/', import.meta.url)), `${pages}public/`, { recursive: true })
for (const language of languages) await drawReference(language)
