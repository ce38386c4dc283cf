/**
 * Rows of logs for property tests, in no order that a host would keep.
 */

import fc from 'fast-check'
import { assistant, claim, OUR_SOURCES, reading, requestHeader, row, splice, stepEnd, stepStart, summary, toolResult, turnEnd, turnStart, user, type Row } from './rows.js'

const seconds = fc.integer({ min: -50, max: 1000 })
const few = fc.integer({ min: 1, max: 3 })
const id = fc.constantFrom('a', 'b', 'c', 'd')

/** A row as a host may append it, now and then with a time or data that no host would write. */
export const logRow: fc.Arbitrary<Row> = fc.oneof(
  { weight: 2, arbitrary: fc.tuple(few, seconds).map(([turn, at]) => turnStart(turn, at)) },
  fc.tuple(few, seconds).map(([turn, at]) => turnEnd(turn, at)),
  { weight: 3, arbitrary: fc.tuple(few, few, seconds).map(([turn, step, at]) => stepStart(turn, step, at)) },
  { weight: 2, arbitrary: fc.tuple(few, few, seconds).map(([turn, step, at]) => stepEnd(turn, step, at)) },
  seconds.map(requestHeader),
  { weight: 3, arbitrary: fc.tuple(id, seconds).map(([name, at]) => user(name, at)) },
  seconds.map(assistant),
  seconds.map(toolResult),
  seconds.map(summary),
  { weight: 3, arbitrary: fc.tuple(few, few, seconds, fc.constantFrom(...OUR_SOURCES)).map(([turn, step, at, source]) => reading(turn, step, at, source)) },
  {
    weight: 3,
    arbitrary: fc
      .record({ target: fc.constantFrom('next-turn', 'next-step'), start: fc.nat(2), removedCount: fc.nat(2), inserted: fc.array(id, { maxLength: 2 }), canceled: fc.boolean(), at: seconds })
      .map(({ canceled, at, ...change }) => splice(at, canceled ? { ...change, outcome: 'canceled' } : change)),
  },
  seconds.map((at) => claim(at)),
  fc.tuple(seconds, fc.boolean()).map(([at, inherited]) => row('session/end-seed', at, inherited ? { inherited } : {})),
  fc.tuple(id, fc.constantFrom(undefined, null, NaN, 'x')).map(([name, time]) => ({ ...user(name, 0), time })),
  fc.constantFrom('assistant/chunk', 'user/message', 'turn/start', 'agent/inbox/spliced').map((type) => row(type, 0, null)),
)
