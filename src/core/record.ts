/**
 * Whether a value of unknown origin is an object whose members can be looked at. Arrays are not.
 * @param value - anything.
 */
export const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
