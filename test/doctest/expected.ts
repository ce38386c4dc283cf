/**
 * Expected output against actual output: placeholders, checked by their shape, and `…` for any lines.
 */

const SHAPES: Readonly<Record<string, string>> = {
  timestamp: String.raw`\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d[+-]\d\d:\d\d(?::\d\d)?\[[A-Za-z][A-Za-z0-9_+\-./]*\]`,
  duration: String.raw`(?:[1-9]\d*d )?(?:(?:[1-9]|1\d|2[0-3])h )?(?:(?:[1-9]|[1-5]\d)m )?(?:\d|[1-5]\d)s`,
  path: String.raw`(?:\.{0,2}/|[A-Za-z]:\\)[^\s"]+`,
  id: String.raw`[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}`,
  seconds: String.raw`\d+(?:\.\d+)?`,
  version: String.raw`\d+\.\d+\.\d+(?:-[0-9A-Za-z.-]+)?`,
}

const PLACEHOLDER = new RegExp(`<(${Object.keys(SHAPES).join('|')})>`, 'g')

/** A line that stands for any lines. */
export const ANY_LINES = '…'

const escaped = (text: string): string => text.replace(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`)

const patternOf = (line: string): RegExp => {
  let pattern = ''
  let from = 0
  for (const match of line.matchAll(PLACEHOLDER)) {
    pattern += escaped(line.slice(from, match.index)) + (SHAPES[match[1] ?? ''] ?? '')
    from = match.index + match[0].length
  }
  return new RegExp(`^${pattern}${escaped(line.slice(from))}$`)
}

/** Whether an actual line is what an expected line says. */
export const lineMatches = (expected: string, actual: string): boolean => expected === actual || (expected.includes('<') && patternOf(expected).test(actual))

/**
 * Compare outputs.
 * @returns the index of the first expected line that does not hold; `undefined` when all do.
 */
export const firstDifference = (expected: readonly string[], actual: readonly string[]): number | undefined => {
  let furthest = 0
  const matches = (e: number, a: number): boolean => {
    furthest = Math.max(furthest, e)
    if (e === expected.length) return a === actual.length
    if (expected[e] === ANY_LINES) return matches(e + 1, a) || (a < actual.length && matches(e, a + 1))
    return a < actual.length && lineMatches(expected[e] ?? '', actual[a] ?? '') && matches(e + 1, a + 1)
  }
  return matches(0, 0) ? undefined : Math.min(furthest, Math.max(expected.length - 1, 0))
}

/** Put an expected line's placeholders into an actual line that has the same shapes in it. */
const generalised = (expected: string, actual: string): string =>
  [...expected.matchAll(PLACEHOLDER)].reduce((line, [placeholder, name = '']) => line.replace(new RegExp(SHAPES[name] ?? '(?!)'), placeholder), actual)

/**
 * The expected output that actual output asks for, placeholders kept.
 * @returns `undefined` where `…` makes it unclear what to keep.
 */
export const updated = (expected: readonly string[], actual: readonly string[]): readonly string[] | undefined => {
  if (firstDifference(expected, actual) === undefined) return expected
  if (expected.includes(ANY_LINES)) return undefined
  const kept = actual.map((line, index) => expected.find((each) => lineMatches(each, line)) ?? generalised(expected[index] ?? '', line))
  return kept
}
