/**
 * Measuring, and a table of what was measured.
 */

/** A moment of the fine clock. */
export const now = (): bigint => process.hrtime.bigint()

/** Microseconds between two moments. */
export const microsecondsBetween = (from: bigint, to: bigint): number => Number(to - from) / 1000

/** The middle of some numbers. */
export const median = (values: readonly number[]): number => {
  const sorted = [...values].sort((a, b) => a - b)
  const middle = sorted.length >> 1
  return sorted.length % 2 === 1 ? (sorted[middle] ?? NaN) : ((sorted[middle - 1] ?? NaN) + (sorted[middle] ?? NaN)) / 2
}

/** The median of what a piece of work takes, in microseconds. */
export const timeOf = (work: () => unknown, rounds = 2000): number => {
  const once = (): number => {
    const start = now()
    work()
    return microsecondsBetween(start, now())
  }
  return median(Array.from({ length: rounds }, once))
}

/** Bytes on the heap once nothing is left to collect. */
export const retained = (): number => {
  if (globalThis.gc === undefined) throw new Error('run with --expose-gc')
  for (let round = 0; round < 4; round++) globalThis.gc()
  return process.memoryUsage().heapUsed
}

/** In another order every time, so that none always runs behind the same other. */
export const shuffled = <Value>(values: readonly Value[]): Value[] =>
  values
    .map((value) => ({ value, place: Math.random() }))
    .sort((a, b) => a.place - b.place)
    .map(({ value }) => value)

/** A number for people: three figures at most, where there are decimals. */
export const short = (value: number): string => value.toFixed(Math.abs(value) >= 100 ? 0 : Math.abs(value) >= 10 ? 1 : 2)

/** A Markdown table; the first column stands left, the others right. */
export const table = (head: readonly string[], rows: readonly (readonly string[])[]): string => {
  const widths = head.map((title, column) => Math.max(title.length, ...rows.map((row) => row[column]?.length ?? 0)))
  const line = (cells: readonly string[]): string => `| ${cells.map((cell, column) => (column === 0 ? cell.padEnd(widths[column] ?? 0) : cell.padStart(widths[column] ?? 0))).join(' | ')} |`
  const rule = `| ${widths.map((width, column) => (column === 0 ? '-'.repeat(width) : `${'-'.repeat(width - 1)}:`)).join(' | ')} |`
  return [line(head), rule, ...rows.map(line)].join('\n')
}
