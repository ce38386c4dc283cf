/**
 * A stored log of an older format, rewritten for a newer one as the host's migrations do.
 */

import { isRecord } from '../../../src/core/record.js'
import type { Generation } from './generation.js'
import { rangeKeysOf, type Row } from './row.js'

const SAME_NAME = ['time-context']

const kindOf = (plugin: unknown): string => {
  if (plugin === 'compact') return 'compact-checkpoint'
  return SAME_NAME.some((name) => name === plugin) ? String(plugin) : `plugin:${String(plugin)}`
}

const sourced = (message: unknown): unknown => {
  const source = isRecord(message) ? message['source'] : undefined
  if (!isRecord(message) || !isRecord(source) || source['kind'] !== 'plugin') return message
  const { plugin, ...rest } = source
  return { ...message, source: { ...rest, kind: kindOf(plugin) } }
}

const produced = (data: unknown): unknown => (isRecord(data) && isRecord(data['message']) ? { ...data, message: sourced(data['message']) } : sourced(data))

const range = (generation: Generation, op: unknown): unknown => {
  if (!isRecord(op)) return op
  const [startKey, endKey] = rangeKeysOf(generation)
  return { op: 'replace', [startKey]: op['start'], [endKey]: op['end'] }
}

/**
 * Rewrite the rows of a log of format 0.
 * @param generation - the host that will open it.
 */
export const migrate = (generation: Generation, rows: readonly Row[]): Row[] => {
  // Answers carry their stream from format 2 on, so the pieces go and the numbers move up.
  const kept = rows.filter(({ type }) => generation.format < 2 || type !== 'assistant/chunk')
  const moved = new Map(kept.map(({ seq }, index) => [seq, index]))
  return kept.map(({ surfaceOp, sourceEventSeqs, ...row }, seq) => ({
    ...row,
    seq,
    data: generation.format < 4 ? row.data : produced(row.data),
    ...(surfaceOp !== undefined && { surfaceOp: range(generation, surfaceOp) }),
    ...(sourceEventSeqs && { sourceEventSeqs: sourceEventSeqs.flatMap((each) => moved.get(each) ?? []) }),
  }))
}
