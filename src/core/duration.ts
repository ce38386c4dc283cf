/**
 * An elapsed time in compact whole-second units, both directions: `1h 0s`, `83d 2h 0s`.
 */

const MILLISECONDS = 1000

const UNITS = [
  { name: 'd', seconds: 86_400 },
  { name: 'h', seconds: 3_600 },
  { name: 'm', seconds: 60 },
] as const

/** Beyond this, milliseconds no longer tell seconds apart. ECMAScript times are never further apart. */
const LONGEST = Number.MAX_SAFE_INTEGER

const SHAPE = /^(?:(\d+)d )?(?:(\d+)h )?(?:(\d+)m )?(\d+)s$/

/**
 * Write an elapsed time. Zero units are dropped, seconds are always written, fractions of a second
 * are cut, and a negative elapsed time is `0s`.
 * @param elapsed - milliseconds; a finite number, at most 2^53 - 1.
 * @returns ASCII text such as `0s`, `1m 1s` or `1d 1h 1m 1s`.
 * @throws RangeError when `elapsed` is not finite or beyond 2^53 - 1.
 */
export const formatDuration = (elapsed: number): string => {
  if (!Number.isFinite(elapsed) || elapsed > LONGEST) throw new RangeError(`a duration is a finite number of milliseconds up to ${LONGEST}, got ${elapsed}`)
  let rest = Math.max(0, Math.floor(elapsed / MILLISECONDS))
  let text = ''
  for (const { name, seconds } of UNITS) {
    const count = Math.floor(rest / seconds)
    rest -= count * seconds
    if (count > 0) text += `${count}${name} `
  }
  return `${text}${rest}s`
}

/**
 * Read an elapsed time. Only what {@link formatDuration} writes is accepted, so `99h`, `01s` and
 * `1m 0h` are not.
 * @param text - anything; only a string can be a duration.
 * @returns milliseconds, a multiple of 1000; `undefined` when the text is not a duration.
 */
export const parseDuration = (text: unknown): number | undefined => {
  const match = typeof text === 'string' ? SHAPE.exec(text) : null
  if (match === null) return undefined
  const [, days = '0', hours = '0', minutes = '0', seconds = ''] = match
  const total = Number(days) * 86_400 + Number(hours) * 3_600 + Number(minutes) * 60 + Number(seconds)
  const elapsed = total * MILLISECONDS
  return elapsed <= LONGEST && formatDuration(elapsed) === text ? elapsed : undefined
}
