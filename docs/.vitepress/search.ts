/**
 * How the site's search cuts text into terms. VitePress writes these functions into the page with
 * `toString()`, so each must stand by itself.
 */

/**
 * Cut a text into terms: words as they are, and runs of Chinese as pairs of neighbouring characters,
 * since Chinese has no spaces. The last character of a run stands alone too, so that a query of one
 * character, which looks for terms by their beginning, finds it.
 */
export const tokenize = (text: string): string[] => {
  const runs = text.match(/\p{Script=Han}+|[^\p{Script=Han}\p{Z}\p{P}\p{S}\p{C}]+/gu) ?? []
  return runs.flatMap((run) => {
    if (!/^\p{Script=Han}/u.test(run)) return [run]
    const characters = [...run]
    return characters.map((character, at) => character + (characters[at + 1] ?? ''))
  })
}
