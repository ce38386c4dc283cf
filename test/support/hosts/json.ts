/**
 * The values that a log takes.
 */

const isPlain = (value: object): boolean => [Object.prototype, null].includes(Object.getPrototypeOf(value))

/**
 * A frozen copy of a value that survives JSON without loss.
 * @returns `undefined` when the value, or anything in it, would not survive: `undefined`, functions,
 * `NaN`, `-0`, dates and other class instances.
 */
export const snapshot = (value: unknown): { readonly value: unknown } | undefined => {
  if (value === null || typeof value === 'string' || typeof value === 'boolean') return { value }
  if (typeof value === 'number') return Number.isFinite(value) && !Object.is(value, -0) ? { value } : undefined
  if (typeof value !== 'object') return undefined
  if (Array.isArray(value)) {
    const items = Array.from(value, snapshot)
    return items.includes(undefined) ? undefined : { value: Object.freeze(items.map((item) => item?.value)) }
  }
  if (!isPlain(value)) return undefined
  const members = Object.entries(value).map(([key, member]) => [key, snapshot(member)] as const)
  if (members.some(([, member]) => member === undefined)) return undefined
  return { value: Object.freeze(Object.fromEntries(members.map(([key, member]) => [key, member?.value]))) }
}
