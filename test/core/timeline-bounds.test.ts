import { expect, it } from 'vitest'
import { accept, after, assistant, row, splice, stepEnd, stepStart, timelineAfter, turnStart } from '../support/rows.js'

const MOST = 1_000

it('what a timeline keeps has a bound, whatever a log holds', () => {
  const never = Array.from({ length: 3 * MOST }, (_, number) => accept(number, `p${number}`))
  const { ids, pending } = timelineAfter(never)
  expect(pending).toBe(MOST)
  expect(ids).toBe(2 * MOST)
})

it('the queues that a timeline keeps have a bound', () => {
  const queues = Array.from({ length: 1000 }, (_, number) => splice(number, { target: `queue-${number}`, inserted: ['p'] }))
  expect(timelineAfter(queues).ids).toBe(16 + 1)
})

it('a row that inserts very many messages does no harm', () => {
  const many = Array.from({ length: 200_000 }, (_, number) => `p${number}`)
  const timeline = timelineAfter([splice(0, { inserted: many })])
  expect(timeline.pending).toBe(MOST)
  expect(timeline.baseline(1, ['p0'])).toBe(after(0))
})

it('an id too long to be one is not kept', () => {
  const long = 'p'.repeat(1_000_000)
  const timeline = timelineAfter([accept(0, long)])
  expect(timeline.pending).toBe(0)
  expect(timeline.baseline(1, [long])).toBeUndefined()
})

it('a step’s request has gone out when its answer stands in the log', () => {
  const before = [turnStart(1), stepStart(1, 2)]
  expect(timelineAfter(before).requested).toBe(false)
  expect(timelineAfter([...before, row('request/context', 1)]).requested).toBe(false)
  expect(timelineAfter([...before, assistant(1)]).requested).toBe(true)
  expect(timelineAfter([...before, assistant(1), stepEnd(1, 2, 1)]).requested).toBe(false)
  expect(timelineAfter([turnStart(1), assistant(1)]).requested).toBe(false)
})
