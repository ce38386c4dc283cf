import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { History } from '../../src/host/log.js'
import { logRow } from '../support/arbitrary-rows.js'
import { accept, after, answersOf, assistant, claim, reading, row, timelineAfter, turnStart, type Row } from '../support/rows.js'

/** A session object over a log that the test appends to. */
type Shape = (log: readonly Row[], header?: object) => object

/** C65: what sessions of the host's generations offer, and nothing more. */
const SHAPES: Record<string, Shape> = {
  events: (log, header = {}) => ({
    header,
    get events() {
      return Object.freeze([...log])
    },
  }),
  'events and seq': (log, header = {}) => ({
    header,
    get events() {
      return Object.freeze([...log])
    },
    get seq() {
      return log.length
    },
  }),
  'seq and eventAt': (log, header = {}) => ({
    header,
    get seq() {
      return log.length
    },
    eventAt: (seq: number) => log[seq],
  }),
  snapshotEvents: (log, header = {}) => ({ header, snapshotEvents: (from = 0) => log.slice(from) }),
  readLog: (log, header = {}) => ({
    header,
    readLog: () => {
      const cut = [...log]
      return {
        length: cut.length,
        at: (seq: number) => {
          if (seq >= cut.length) throw new RangeError(`no row ${seq}`)
          return cut[seq]
        },
      }
    },
  }),
}

const withSeq = (log: readonly Row[], seq: number) => ({ ...log[seq], seq })

const shapes = Object.entries(SHAPES)

describe.each(shapes)('C65: a session that offers %s', (_, shape) => {
  const rows = [accept(0, 'p'), turnStart(1, 5), claim(5), assistant(7), reading(1, 1, 9)]

  it('is read from its first row', () => {
    expect(answersOf(new History().of(shape(rows)) ?? timelineAfter([]), ['p'])).toEqual(answersOf(timelineAfter(rows), ['p']))
  })

  it('is followed without its announcements', () => {
    const history = new History()
    const log = [...rows]
    const session = shape(log)
    history.of(session)
    log.push(reading(1, 2, 20))
    expect(history.of(session)?.ownReading).toBe(after(20))
  })

  it('is followed by its announcements', () => {
    const history = new History()
    const log = [...rows]
    const session = shape(log)
    const timeline = history.of(session)
    log.push(reading(1, 2, 20))
    history.follow(session, withSeq(log, 5))
    expect(timeline?.ownReading).toBe(after(20))
    expect(history.of(session)).toBe(timeline)
  })

  it('C44: counts no reading that it inherited, where its header says how many rows it did', () => {
    expect(new History().of(shape(rows, { seedLength: 5 }))?.ownReading).toBeUndefined()
    expect(new History().of(shape(rows, { seedLength: 4 }))?.ownReading).toBe(after(9))
    expect(new History().of(shape(rows, { seedLength: 'x' }))?.ownReading).toBe(after(9))
  })

  it('C44: counts no reading that it inherited, where it knows its own rows', () => {
    const session = (own: number) => Object.assign(shape(rows), { isOwnSeq: (seq: number) => seq >= own })
    expect(new History().of(session(5))?.ownReading).toBeUndefined()
    expect(new History().of(session(4))?.ownReading).toBe(after(9))
  })

  it('C44: counts no reading before a seed’s end that is marked inherited', () => {
    expect(new History().of(shape([...rows, row('session/end-seed', 10, { inherited: true })], { version: 4, isSeeded: true }))?.ownReading).toBeUndefined()
    expect(new History().of(shape([...rows, row('session/end-seed', 10)], { version: 4, isSeeded: false }))?.ownReading).toBe(after(9))
  })

  it('is level with its log after any sequence of appends, restores and missed or repeated announcements', () => {
    const action = fc.oneof(
      { weight: 6, arbitrary: fc.record({ kind: fc.constant('append' as const), row: logRow, announced: fc.constantFrom('once', 'twice', 'never', 'late') }) },
      fc.record({ kind: fc.constant('ask' as const) }),
      fc.record({ kind: fc.constant('restore' as const), keep: fc.nat(30), sameHistory: fc.boolean() }),
      fc.record({ kind: fc.constant('repeat' as const), seq: fc.nat(40) }),
    )
    fc.assert(
      fc.property(fc.array(action, { maxLength: 40 }), fc.nat(10), (actions, seedLength) => {
        let history = new History()
        let log: Row[] = []
        let session = shape(log, { seedLength })
        const late: number[] = []
        for (const each of actions) {
          switch (each.kind) {
            case 'append':
              log.push(each.row)
              if (each.announced === 'late') late.push(log.length - 1)
              if (each.announced === 'once' || each.announced === 'twice') history.follow(session, withSeq(log, log.length - 1))
              if (each.announced === 'twice') history.follow(session, withSeq(log, log.length - 1))
              break
            case 'ask':
              for (const seq of late.splice(0)) history.follow(session, withSeq(log, seq))
              expect(history.of(session) && answersOf(history.of(session) ?? timelineAfter([]), ['a', 'b'])).toEqual(answersOf(timelineAfter(log, (seq) => seq >= seedLength), ['a', 'b']))
              break
            case 'restore':
              // A new process, or a new session object in the same one; the tail may never have reached the disk.
              log = log.slice(0, each.keep)
              session = shape(log, { seedLength })
              if (!each.sameHistory) history = new History()
              late.length = 0
              break
            case 'repeat':
              if (each.seq < log.length) history.follow(session, withSeq(log, each.seq))
              break
            default:
              each satisfies never
          }
        }
        expect(answersOf(history.of(session) ?? timelineAfter([]), ['a', 'b'])).toEqual(answersOf(timelineAfter(log, (seq) => seq >= seedLength), ['a', 'b']))
      }),
    )
  })
})

describe('a session whose log got shorter', () => {
  it('is read again', () => {
    const history = new History()
    const log = [turnStart(1, 0), reading(1, 1, 5), assistant(6)]
    const session = SHAPES['events']?.(log) ?? {}
    expect(history.of(session)?.ownReading).toBe(after(5))
    log.length = 1
    expect(history.of(session)?.ownReading).toBeUndefined()
  })
})

describe('a session without a log', () => {
  it.each([undefined, null, 7, 'x', [], {}, { seq: 4 }, { events: 'x' }, { eventAt: 7, seq: 1 }, { snapshotEvents: () => 'x' }, { readLog: () => null }, { readLog: () => ({ length: 1 }) }])(
    'C65: has no timeline: %j',
    (session) => {
      expect(new History().of(session)).toBeUndefined()
    },
  )

  it('is followed without harm', () => {
    const history = new History()
    for (const session of [undefined, null, {}]) for (const each of [undefined, null, 7, { seq: 0 }]) history.follow(session, each)
    expect(history.of({})).toBeUndefined()
  })

  it('lets its own error through, and is read once it recovers', () => {
    const history = new History()
    let broken = true
    const session = {
      get events() {
        if (broken) throw new Error('disk')
        return [reading(1, 1, 5)]
      },
    }
    expect(() => history.of(session)).toThrow('disk')
    broken = false
    expect(history.of(session)?.ownReading).toBe(after(5))
  })
})

it('C42: two sessions do not share a timeline', () => {
  const history = new History()
  const [one, other] = [SHAPES['events']?.([turnStart(1), reading(1, 1, 5)]), SHAPES['events']?.([turnStart(1)])]
  expect(history.of(one)?.ownReading).toBe(after(5))
  expect(history.of(other)?.ownReading).toBeUndefined()
})

it('a row of a session that was never asked for costs nothing until it is', () => {
  const history = new History()
  const log = [turnStart(1), reading(1, 1, 5)]
  const session = SHAPES['seq and eventAt']?.(log) ?? {}
  history.follow(session, withSeq(log, 0))
  history.follow(session, withSeq(log, 1))
  expect(history.of(session)?.rows).toBe(2)
})
