/**
 * Rows of a log and what each generation demands of them.
 */

import { isRecord } from '../../../src/core/record.js'
import type { Generation } from './generation.js'

/** A row of a log. */
export interface Row {
  readonly type: string
  readonly seq: number
  readonly time: number
  readonly data: unknown
  readonly surfaceOp?: unknown
  readonly sourceEventSeqs?: readonly number[]
  readonly ignorable?: true
}

/** How a row joins what the model sees. */
export interface SurfaceIntent {
  readonly surfaceOp: unknown
  readonly sourceEventSeqs?: readonly number[]
}

const ENVELOPE = ['type', 'seq', 'time', 'data', 'surfaceOp', 'sourceEventSeqs']

/** The types that a generation shows to the model. */
export const surfaceTypesOf = ({ id, format, announcement }: Generation): readonly string[] => {
  const common = ['user/message', 'assistant/message', 'tool/result']
  if (announcement.kind !== 'waterfall') return [...common, 'steering/message', ...(id === 'G1' ? ['context/message'] : [])]
  if (format < 3) return common
  return [...common, 'system/message', ...(format < 4 ? [] : ['developer/message'])]
}

/** The types that a generation knows. */
const knownTypesOf = (generation: Generation): readonly string[] => {
  const common = [...surfaceTypesOf(generation), 'turn/start', 'turn/end', 'step/start', 'step/end', 'tool/call', 'request/header']
  if (generation.announcement.kind !== 'waterfall') {
    return [...common, 'assistant/chunk', 'request/header-delta', 'compact/start', 'compact/summary', 'compact/end', 'prompt/blocked']
  }
  const streamed = generation.format < 2 ? ['assistant/chunk'] : ['assistant/attempt']
  return [...common, ...streamed, 'request/context', 'agent/inbox/spliced', 'session/end-seed', 'compaction/start', 'compaction/summary', 'compaction/end']
}

/** The member names of a replacement's range. */
export const rangeKeysOf = ({ format }: Generation): readonly [string, string] => (format < 3 ? ['start', 'end'] : ['startSeq', 'endSeq'])

/** The range that a replacement names, or `undefined` when it is spelled wrongly. */
export const rangeOf = (generation: Generation, op: unknown): { readonly first: number; readonly last: number } | undefined => {
  if (!isRecord(op) || op['op'] !== 'replace' || Object.keys(op).length !== 3) return undefined
  const [firstKey, lastKey] = rangeKeysOf(generation)
  const [first, last] = [op[firstKey], op[lastKey]]
  return typeof first === 'number' && typeof last === 'number' ? { first, last } : undefined
}

const messageProblem = (message: unknown): string | undefined => {
  const { id, role, source, content } = isRecord(message) ? message : {}
  if (typeof id !== 'string' || id === '') return 'lacks an identified message'
  if (role !== 'user') return 'message must have role "user"'
  if (!isRecord(source) || typeof source['kind'] !== 'string' || source['kind'] === '') return 'message has invalid source'
  return Array.isArray(content) ? undefined : 'message has invalid content'
}

/** The messages whose producer format 4 wants to know. */
const producedIn = ({ type, data }: Row): readonly unknown[] => {
  if (!isRecord(data)) return []
  if (type === 'agent/inbox/spliced') return Array.isArray(data['inserted']) ? data['inserted'] : []
  if (type === 'assistant/message' || type === 'tool/result') return [data['message']]
  return type === 'user/message' || type === 'system/message' || type === 'developer/message' ? [data] : []
}

/**
 * Refuse what a generation's storage refuses, when writing and when reading.
 * @throws Error in the words of that generation.
 */
export const assertStorable = ({ format }: Generation, row: Row): void => {
  if (format < 4) return
  for (const message of producedIn(row)) {
    const source = isRecord(message) ? message['source'] : undefined
    const kind = isRecord(source) ? source['kind'] : undefined
    if (typeof kind !== 'string' || kind === '' || kind === 'plugin') throw new Error('format v4 message requires a producer-owned source kind')
  }
}

/**
 * Refuse a stored row that a generation would not restore.
 * @throws Error in the words of that generation.
 */
export const assertRestorable = (generation: Generation, sessionId: string, row: Row, index: number): void => {
  const envelope = generation.announcement.kind === 'waterfall' ? [...ENVELOPE, 'ignorable'] : ENVELOPE
  const sound = isRecord(row) && Object.keys(row).every((key) => envelope.includes(key)) && row.seq === index && typeof row.time === 'number' && isRecord(row.data)
  if (!sound) throw new Error(`seed event at index ${index} has an invalid event envelope`)
  if (!knownTypesOf(generation).includes(row.type) && row.ignorable !== true) {
    throw new Error(`session "${sessionId}" contains event type "${row.type}" (seq ${row.seq}) unknown to this harness and not marked ignorable; refusing to interpret the log`)
  }
  if (generation.messages === 'complete' && row.type === 'user/message') {
    const problem = messageProblem(row.data)
    if (problem !== undefined) throw new Error(`seed user/message at index ${index} ${problem}`)
  }
  assertStorable(generation, row)
}
