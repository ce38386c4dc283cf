/**
 * Names that exist, and names that were meant to.
 */

/** Levenshtein distance. */
const distance = (from: string, to: string): number => {
  let row = Array.from({ length: to.length + 1 }, (_, column) => column)
  for (const [index, letter] of [...from].entries()) {
    const next = [index + 1]
    for (const [column, other] of [...to].entries()) {
      next.push(Math.min((next[column] ?? 0) + 1, (row[column + 1] ?? 0) + 1, (row[column] ?? 0) + (letter === other ? 0 : 1)))
    }
    row = next
  }
  return row[to.length] ?? 0
}

/** Nobody mistypes a name into something longer than this, and measuring would take long. */
const LONGEST = 100

/**
 * What a mistyped name was most likely meant to be.
 * @param name - what was written; letter case does not count.
 * @param known - the names that exist; at least one.
 * @returns the known name that is fewest letters away; the first of several.
 */
export const nearest = <Name extends string>(name: string, known: readonly Name[]): Name => {
  const written = name.slice(0, LONGEST).toLowerCase()
  const ranked = known.map((each) => ({ each, far: distance(written, each.toLowerCase()) }))
  return ranked.reduce((best, next) => (next.far < best.far ? next : best)).each
}

/**
 * Names in a sentence: `check, plan and now`.
 * @param names - at least one.
 */
export const listed = (names: readonly string[]): string => (names.length < 2 ? names.join('') : `${names.slice(0, -1).join(', ')} and ${names.at(-1)}`)
