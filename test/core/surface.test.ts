import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { Surface } from '../../src/core/surface.js'

/** The surface as a plain list, the way that hosts keep it: rows by number, readings as times. */
class ListedSurface {
  readonly #nodes: (number | { readonly time: number; readonly whatIfs: readonly number[] })[] = []

  row(seq: number): void {
    this.#nodes.push(seq)
  }

  append(time: number, whatIfs: readonly number[]): void {
    this.#nodes.push({ time, whatIfs })
  }

  get rows(): number[] {
    return this.#nodes.filter((node) => typeof node === 'number')
  }

  replace(seq: number, start: number, end: number): number[] {
    const [from, to] = [this.#nodes.indexOf(start), this.#nodes.indexOf(end)]
    return this.#nodes.splice(from, to - from + 1, seq).filter((node) => typeof node === 'number')
  }

  newest(whatIf: number): number | undefined {
    const node = this.#nodes.findLast((each) => typeof each === 'object' && each.whatIfs.includes(whatIf))
    return typeof node === 'object' ? node.time : undefined
  }
}

describe('the surface', () => {
  it('shows the newest reading of each what-if', () => {
    const surface = new Surface(2)
    surface.append(0.5, 100, [0, 1])
    surface.append(1.5, 200, [0])
    expect([surface.newest(0), surface.newest(1)]).toEqual([200, 100])
  })

  it('loses a reading within a replaced range, and not one right behind it', () => {
    const surface = new Surface(1)
    surface.append(1.5, 100, [0])
    surface.append(2.5, 200, [0])
    surface.replace({ seq: 3, start: 1, end: 2, sources: [1, 2] })
    expect(surface.newest(0)).toBe(200)
    surface.replace({ seq: 4, start: 3, end: 5, sources: [3] })
    expect(surface.newest(0)).toBeUndefined()
  })

  it('takes a second compaction, whose range starts at a later number than it ends', () => {
    const surface = new Surface(1)
    surface.append(1.5, 100, [0])
    // Rows 0 to 1 became row 9, which stands before rows 2 to 8.
    surface.replace({ seq: 9, start: 0, end: 1, sources: [0, 1] })
    surface.append(2.5, 200, [0])
    surface.replace({ seq: 10, start: 9, end: 3, sources: [9, 2, 3] })
    expect(surface.newest(0)).toBeUndefined()
  })

  it.each([
    ['backwards', 5, 1],
    ['without numbers', NaN, NaN],
  ])('leaves a range %s alone', (_, start, end) => {
    const surface = new Surface(1)
    surface.append(2.5, 100, [0])
    surface.replace({ seq: 9, start, end, sources: [] })
    expect(surface.newest(0)).toBe(100)
  })

  it('agrees with a listed surface after any history', () => {
    const step = fc.record({ kind: fc.constantFrom('row', 'row', 'row', 'reading', 'reading', 'replace'), a: fc.nat(), b: fc.nat() })
    fc.assert(
      fc.property(fc.array(step, { maxLength: 60 }), (steps) => {
        const surface = new Surface(3)
        const listed = new ListedSurface()
        let seq = 0
        for (const [time, { kind, a, b }] of steps.entries()) {
          const rows = listed.rows
          if (kind === 'reading') {
            const whatIfs = [0, 1, 2].filter((index) => (a >> index) & 1)
            surface.append(seq - 0.5, time, whatIfs)
            listed.append(time, whatIfs)
          } else if (kind === 'replace' && rows.length > 0) {
            const [from, to] = [a % rows.length, b % rows.length].sort((x, y) => x - y) as [number, number]
            const [start, end] = [rows[from], rows[to]] as [number, number]
            surface.replace({ seq, start, end, sources: listed.replace(seq, start, end) })
            seq += 1
          } else {
            listed.row(seq)
            seq += 1
          }
          for (const whatIf of [0, 1, 2]) expect(surface.newest(whatIf)).toBe(listed.newest(whatIf))
        }
      }),
      { numRuns: 500, seed: 7 },
    )
  })
})
