/**
 * The life of one step under both protocols. The rows are those of a session that the core prepared,
 * in their order; only the calls between them are put in here.
 */

import { understand, type Event } from '../../../src/core/event.js'
import { isRecord } from '../../../src/core/record.js'
import type { Protocol } from '../../../src/core/source.js'
import type { Language } from '../manifest.ts'
import { tell } from '../playground/story.js'
import { box, dot, drawing, figure, rule, write } from './draw.ts'
import { morning, shanghai } from './session.ts'
import { words, type Call, type Words } from './words.ts'

/** What a row means here, besides its type. */
export type Note = 'accepted' | 'claimed' | 'prompt' | 'reading'

/** One line of the picture. */
export type Entry =
  | { readonly kind: 'row'; readonly type: string; readonly note: Note | undefined }
  | { readonly kind: 'call'; readonly call: Call }

const LEFT = 8
const WIDTH = 300
const LINE = 31

const noteOf = (event: Event, type: string): Note | undefined => {
  if (event.kind === 'reading') return 'reading'
  if (event.kind === 'inbox') return event.splice.inserted.length > 0 ? 'accepted' : 'claimed'
  return type === 'user/message' ? 'prompt' : undefined
}

const entryOf = (row: unknown): Entry => {
  const type = isRecord(row) ? String(row['type']) : ''
  return { kind: 'row', type, note: noteOf(understand(row), type) }
}

const BEFORE_STEP: Readonly<Record<Protocol, readonly Call[]>> = {
  decision: ['asks', 'others', 'adds'],
  inject: ['notifies', 'injects'],
}

const callsAround = (protocol: Protocol, entry: Entry): readonly Call[] => {
  if (entry.kind === 'call') return []
  if (entry.type === 'assistant/message') return ['request', 'answer']
  if (protocol === 'decision') return entry.type === 'step/start' ? BEFORE_STEP.decision : []
  if (entry.note === 'reading') return BEFORE_STEP.inject
  return entry.type === 'step/start' ? ['others'] : []
}

/**
 * What happens at the first step of a session, in order.
 * @param protocol - the host's.
 */
export const lifecycleOf = (protocol: Protocol): readonly Entry[] => {
  const { rows } = tell({ ...morning, refreshIntervalMs: 0, acts: [{ kind: 'prompt', waits: 0, tools: [] }] }, shanghai, protocol)
  const entries = rows.slice(1).map(entryOf)
  const last = entries.findIndex((entry) => entry.kind === 'row' && entry.type === 'assistant/message')
  return entries.slice(0, last + 1).flatMap((entry) => [...callsAround(protocol, entry).map((call) => ({ kind: 'call', call }) as const), entry])
}

const say = (entry: Entry, { call, row, note }: Words['lifecycle']): string => {
  if (entry.kind === 'call') return call[entry.call]
  return entry.note === undefined ? row(entry.type) : `${row(entry.type)} (${note[entry.note]})`
}

const draw = (protocol: Protocol, language: Language): string => {
  const said = words[language].lifecycle
  const entries = lifecycleOf(protocol)
  const height = 44 + entries.length * LINE
  const body = entries.flatMap((entry, index) => {
    const y = 36 + index * LINE
    if (entry.kind === 'call') return [dot(LEFT, y + 12, 4, 'call'), write(LEFT + 18, y + 16, said.call[entry.call], { class: 'quiet' })]
    const isReading = entry.note === 'reading'
    const note = entry.note === undefined ? [] : [write(WIDTH - 12, y + 16.5, said.note[entry.note], { anchor: 'end', class: isReading ? 'on-fill' : 'quiet' })]
    return [box([LEFT - 7, y], [WIDTH - LEFT + 6, 24], isReading ? 'fill' : 'row'), write(LEFT + 18, y + 16.5, entry.type, { class: isReading ? 'code on-fill' : 'code' }), ...note]
  })
  const axis = rule([LEFT, 34], [LEFT, height - 8], 'axis')
  const frame = { id: `lifecycle-${protocol}`, title: said.title[protocol], description: said.describe(entries.map((entry) => say(entry, said))), width: WIDTH, height }
  return drawing(frame, [write(LEFT - 7, 18, said.title[protocol], { class: 'heading' }), axis, ...body])
}

/** The picture. */
export const lifecycle = (language: Language): string => figure('lifecycle', [draw('decision', language), draw('inject', language)], words[language].lifecycle.caption)
