/**
 * Automatic compaction: when a turn opens, whatever earlier turns left is replaced by a summary.
 */

import type { Listener } from './bus.js'
import { messageData, userMessage } from './dialect.js'
import { protocolOf, type Generation } from './generation.js'
import { rangeKeysOf } from './row.js'
import type { HeldSession } from './session.js'

const SUMMARY = 'A short summary of what was said.'

const compact = (generation: Generation, { session, log }: HeldSession): void => {
  const opened = log.rows.findLastIndex(({ type }) => type === 'turn/start')
  const older = log.surface.filter((seq) => seq < opened)
  const [first, last] = [older[0], older.at(-1)]
  // One row alone is a summary already.
  if (first === undefined || last === undefined || first === last) return
  const name = protocolOf(generation) === 'inject' ? 'compact' : 'compaction'
  const start = session.append(`${name}/start`, { compactionId: 'c1', turn: null })
  const summary = session.append(`${name}/summary`, { text: SUMMARY })
  const [startKey, endKey] = rangeKeysOf(generation)
  const source = generation.format < 4 ? { kind: 'plugin', plugin: 'compact' } : { kind: 'compact-checkpoint' }
  session.append('user/message', messageData(generation, userMessage(SUMMARY, source)), {
    surfaceOp: { op: 'replace', [startKey]: first, [endKey]: last },
    sourceEventSeqs: [start.seq, summary.seq, ...older],
  })
  session.append(`${name}/end`, { compactionId: 'c1' })
}

/**
 * The compaction listener of a generation; it does its work before it goes on.
 * @param heldBy - finds the session that an announcement is about.
 */
export const compactionListener =
  (generation: Generation, heldBy: (args: readonly unknown[]) => HeldSession | undefined): Listener =>
  (...args) => {
    const held = heldBy(args)
    if (held !== undefined) compact(generation, held)
    const next = args.at(-1)
    return typeof next === 'function' ? next() : undefined
  }
