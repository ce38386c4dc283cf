/**
 * Values of unknown origin, spelled in sentences.
 */

/** More than this of a value helps nobody in a sentence. */
const LONGEST = 500

const spelled = (value: unknown): string => {
  if (typeof value === 'number') return String(value)
  try {
    return JSON.stringify(value) ?? String(value)
  } catch {
    return `a ${typeof value}`
  }
}

/**
 * Spell a value of unknown origin in a sentence: JSON where it has some, cut where it is long.
 * @param value - anything; nothing makes this throw.
 */
export const quote = (value: unknown): string => {
  const text = spelled(value)
  // Copied letter by letter: a plain slice would keep the whole text alive for as long as itself.
  return text.length <= LONGEST ? text : `${[...text.slice(0, LONGEST)].join('')}… (${text.length} characters)`
}
