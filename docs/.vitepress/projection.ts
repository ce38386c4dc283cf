/**
 * The folder that VitePress builds from: every document at its route, in both languages. It is
 * generated and ignored. The documents are copied byte for byte, so that line numbers stay true;
 * `markdown.ts` adapts them while they are drawn.
 */

import { cpSync, existsSync, mkdirSync } from 'node:fs'
import { dirname } from 'node:path'
import { languages, projected, routeIn, type Document } from './manifest.ts'

/** What is copied from where to where; folders with a slash at their end. */
export interface Projection {
  readonly documents: readonly Document[]
  readonly from: string
  readonly to: string
}

/**
 * Copy the documents to their routes.
 * @throws Error naming the file when a page lacks one of its languages.
 */
export const project = ({ documents, from, to }: Projection): void => {
  for (const { files, route } of documents) {
    for (const language of languages) {
      const source = `${from}${files[language]}`
      if (!existsSync(source)) throw new Error(`${files[language]}: the page ${route} has no ${language} version`)
      const target = `${to}${projected(routeIn(language, route))}`
      mkdirSync(dirname(target), { recursive: true })
      cpSync(source, target)
    }
  }
}
