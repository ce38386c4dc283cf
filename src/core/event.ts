/**
 * Rows of a log, as far as this project understands them. Every generation's spelling is folded
 * into the same few kinds; everything else is `other`. Nothing here throws, whatever a row holds.
 */

import { isRecord } from './record.js'
import { parseReading, type Reading } from './reading.js'
import { isOurs } from './source.js'

/** A row of a log, understood. */
export type Event =
  | { readonly kind: 'turn-start'; readonly turn: number }
  | { readonly kind: 'turn-end' }
  | { readonly kind: 'step-start'; readonly turn: number; readonly step: number }
  | { readonly kind: 'step-end' }
  | { readonly kind: 'request-header' }
  /** A change of a queue of messages that wait for a turn or a step. */
  | { readonly kind: 'inbox'; readonly splice: InboxSplice; readonly time: number | undefined }
  /** A message that the model sees, not ours and not a restatement of older history; `answer` where it is the model's own. */
  | { readonly kind: 'message'; readonly id: string | undefined; readonly time: number | undefined; readonly answer?: true }
  /** A message of ours. What it says is read each time it is asked for, which following a log rarely does. */
  | { readonly kind: 'reading'; readonly time: number | undefined; readonly reading: Reading | undefined }
  /** The end of what a forked session inherited; on other hosts also written on resume. */
  | { readonly kind: 'seed-end'; readonly inherited: boolean }
  | { readonly kind: 'other' }

/** What happened to one queue. */
export interface InboxSplice {
  readonly queue: string
  readonly start: number
  readonly removed: number
  readonly inserted: readonly string[]
  readonly canceled: boolean
}

/** Times beyond this are not ECMAScript time values (ECMA-262, Time Values and Time Range). */
const LAST_TIME = 8.64e15

const OTHER: Event = { kind: 'other' }

const timeOf = (value: unknown): number | undefined => (typeof value === 'number' && Math.abs(value) <= LAST_TIME ? value : undefined)

const countOf = (value: unknown): number => (typeof value === 'number' && Number.isSafeInteger(value) && value > 0 ? value : 0)

/** Longer than any id or queue name of a host; what is remembered has to have a bound. */
const LONGEST_NAME = 256

const nameOf = (value: unknown): string | undefined => (typeof value === 'string' && value !== '' && value.length <= LONGEST_NAME ? value : undefined)

const idOf = (message: unknown): string | undefined => (isRecord(message) ? nameOf(message['id']) : undefined)

/** The message that a row carries: the row's data itself, or its `message` member where that holds the source. */
export const messageOf = (data: unknown): Readonly<Record<string, unknown>> | undefined => {
  if (!isRecord(data)) return undefined
  const inner = data['message']
  return isRecord(inner) ? inner : data
}

/**
 * The text of a message of exactly one text block.
 * @param message - a message of unknown origin.
 */
export const soleTextOf = (message: Readonly<Record<string, unknown>> | undefined): string | undefined => {
  const content = message?.['content']
  if (!Array.isArray(content) || content.length !== 1) return undefined
  const block: unknown = content[0]
  return isRecord(block) && block['type'] === 'text' && typeof block['text'] === 'string' ? block['text'] : undefined
}

const ours = (message: Readonly<Record<string, unknown>> | undefined, time: number | undefined): Event => ({
  kind: 'reading',
  time,
  get reading() {
    const text = soleTextOf(message)
    return text === undefined ? undefined : parseReading(text)
  },
})

const visible = (row: Readonly<Record<string, unknown>>): Event => {
  const message = messageOf(row['data'])
  const time = timeOf(row['time'])
  if (isOurs(message?.['source'])) return ours(message, time)
  if (isRecord(row['surfaceOp'])) return OTHER
  return { kind: 'message', id: idOf(message), time, ...(row['type'] === 'assistant/message' ? { answer: true } : {}) }
}

const inbox = (row: Readonly<Record<string, unknown>>): Event => {
  const data = row['data']
  if (!isRecord(data)) return OTHER
  const inserted: unknown[] = Array.isArray(data['inserted']) ? data['inserted'] : []
  return {
    kind: 'inbox',
    time: timeOf(row['time']),
    splice: {
      queue: nameOf(data['target']) ?? '',
      start: countOf(data['start']),
      removed: countOf(data['removedCount']),
      inserted: inserted.map((message) => idOf(message) ?? ''),
      canceled: data['outcome'] === 'canceled',
    },
  }
}

/**
 * Understand one row.
 * @param row - anything; a row of any host generation's log.
 * @returns what the row means here; `other` for all that has no meaning here.
 */
export const understand = (row: unknown): Event => {
  if (!isRecord(row)) return OTHER
  const data = row['data']
  switch (row['type']) {
    case 'user/message':
    case 'assistant/message':
    case 'tool/result':
    case 'context/message':
    case 'steering/message':
      return visible(row)
    case 'agent/inbox/spliced':
      return inbox(row)
    case 'turn/start':
      return { kind: 'turn-start', turn: countOf(isRecord(data) ? data['turn'] : undefined) }
    case 'turn/end':
      return { kind: 'turn-end' }
    case 'step/start':
      return { kind: 'step-start', turn: countOf(isRecord(data) ? data['turn'] : undefined), step: countOf(isRecord(data) ? data['step'] : undefined) }
    case 'step/end':
      return { kind: 'step-end' }
    case 'request/header':
    case 'request/header-delta':
      return { kind: 'request-header' }
    case 'session/end-seed':
      return { kind: 'seed-end', inherited: isRecord(data) && data['inherited'] === true }
    default:
      return OTHER
  }
}
