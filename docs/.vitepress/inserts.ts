/**
 * What the site shows in the place of a comment. On GitHub the comment stays unseen, and the words
 * around it say the same.
 */

import type { Language } from './manifest.ts'
import { isPictureName, pictureFor } from './pictures/index.ts'

const COMMENT = /^<!-- (playground|picture: ([a-z-]+)) -->\s*$/

/**
 * Find what stands in the place of a comment.
 * @param html - a block of HTML from a document.
 * @returns a piece of the page's template; `undefined` where the site shows nothing of its own.
 * @throws Error when the comment asks for a picture that nobody draws.
 */
export const insertFor = (html: string, language: Language): string | undefined => {
  const [, what, picture] = COMMENT.exec(html) ?? []
  if (what === undefined) return undefined
  if (picture === undefined) return '<Playground />\n'
  if (!isPictureName(picture)) throw new Error(`no picture is called ${picture}`)
  return pictureFor(picture, language)
}
