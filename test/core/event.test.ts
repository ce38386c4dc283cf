import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { messageOf, soleTextOf, understand, type Event } from '../../src/core/event.js'
import { parseReading } from '../../src/core/reading.js'
import { OUR_SOURCES, T0, reading } from '../support/rows.js'

const content = [{ type: 'text', text: 'hello' }]
const source = { kind: 'user' }
const message = { id: 'm', role: 'user', content, source }

const understood = (type: string, data: unknown, more: object = { surfaceOp: 'append' }) => understand({ type, seq: 3, time: T0, data, ...more })

describe('a row of a message that the model sees', () => {
  it.each([
    ['a first host’s prompt', 'user/message', { content, source }, undefined],
    ['a first host’s context', 'context/message', { content, source: { kind: 'plugin', plugin: 'other' } }, undefined],
    ['a first host’s steering', 'steering/message', { turn: 1, content, source }, undefined],
    ['a second host’s steering', 'steering/message', { turn: 1, message }, 'm'],
    ['a prompt', 'user/message', message, 'm'],
    ['a first host’s answer', 'assistant/message', { turn: 1, step: 1, content }, undefined],
    ['an answer', 'assistant/message', { turn: 1, step: 1, message: { id: 'a', role: 'assistant', content } }, 'a'],
    ['an answer with its stream', 'assistant/message', { turn: 1, step: 1, message: { id: 'a', role: 'assistant', content }, stream: [] }, 'a'],
    ['a first host’s tool result', 'tool/result', { turn: 1, step: 1, callId: 'c', content, isError: false }, undefined],
    ['a tool result', 'tool/result', { turn: 1, step: 1, message: { id: 't', role: 'user', content: [], source: { kind: 'tool', callId: 'c' } } }, 't'],
    ['a tool result of format 4', 'tool/result', { turn: 1, step: 1, message: { id: 't', role: 'tool', toolCallId: 'c', isError: false, content } }, 't'],
    ['C47: another plugin’s context', 'user/message', { ...message, source: { kind: 'plugin', plugin: 'other' } }, 'm'],
    ['C60: no source', 'user/message', { id: 'm', role: 'user', content }, 'm'],
    ['C60: source null', 'user/message', { ...message, source: null }, 'm'],
    ['C60: source x', 'user/message', { ...message, source: 'x' }, 'm'],
    ['C60: data {}', 'user/message', {}, undefined],
    ['C60: data null', 'user/message', null, undefined],
    ['C60: data missing', 'user/message', undefined, undefined],
    ['an id that is none', 'user/message', { ...message, id: 7 }, undefined],
  ])('is a message: %s', (_, type, data, id) => {
    expect(understood(type, data)).toEqual({ kind: 'message', id, time: T0, ...(type === 'assistant/message' ? { answer: true } : {}) })
  })

  it.each([{ op: 'replace', start: 4, end: 5 }, { op: 'replace', startSeq: 4, endSeq: 5 }])('C46: is none where it replaces older history: %j', (surfaceOp) => {
    expect(understood('user/message', { ...message, source: { kind: 'plugin', plugin: 'compact' } }, { surfaceOp })).toEqual({ kind: 'other' })
  })

  it.each([undefined, null, '2026-07-15', NaN, Infinity, 9e15, {}, [T0]])('C51: has no time where it is stored as %s', (time) => {
    expect(understand({ type: 'user/message', time, data: message })).toEqual({ kind: 'message', id: 'm', time: undefined })
    expect(understand({ ...reading(1, 1, 0), time })).toMatchObject({ kind: 'reading', time: undefined })
  })
})

describe('a row of ours', () => {
  const text = soleTextOf(messageOf(reading(4, 2, 7).data)) ?? ''

  it.each(OUR_SOURCES)('C62: is a reading, whatever shape its source was stored in: %j', (ours) => {
    const expected = { kind: 'reading', time: T0, reading: parseReading(text) }
    const block = [{ type: 'text', text }]
    expect(expected.reading).toMatchObject({ turn: 4, step: 2 })
    expect(understood('user/message', { id: 'r', role: 'user', content: block, source: ours })).toEqual(expected)
    expect(understood('context/message', { content: block, source: ours })).toEqual(expected)
    expect(understood('steering/message', { turn: 4, message: { content: block, source: ours } })).toEqual(expected)
  })

  it.each([
    ['no content', undefined],
    ['no blocks', []],
    ['two blocks', [{ type: 'text', text }, { type: 'text', text }]],
    ['a block of another type', [{ type: 'image', text }]],
    ['a block that is no object', [text]],
    ['a text that is no string', [{ type: 'text', text: 7 }]],
    ['C66: another release’s three lines', [{ type: 'text', text: text.replace('\n', '\nBrowser time zone: unavailable.\n') }]],
  ])('is a reading that says nothing with %s', (_, blocks) => {
    expect(understood('user/message', { ...message, content: blocks, source: OUR_SOURCES[0] })).toEqual({ kind: 'reading', time: T0, reading: undefined })
  })

  it('stays a reading where it replaces older history', () => {
    expect(understood('user/message', { ...message, source: OUR_SOURCES[0] }, { surfaceOp: { op: 'replace', start: 0, end: 1 } }).kind).toBe('reading')
  })

  it('is never told by its text', () => {
    expect(understood('user/message', { ...message, content: [{ type: 'text', text }] })).toEqual({ kind: 'message', id: 'm', time: T0 })
  })
})

describe('a row of the host', () => {
  const splice = { queue: 'next-step', start: 2, removed: 1, inserted: ['m', ''], canceled: true }

  it.each<[string, string, unknown, Event]>([
    ['a turn’s start', 'turn/start', { turn: 3 }, { kind: 'turn-start', turn: 3 }],
    ['a first host’s turn', 'turn/start', { turn: 3, trigger: { kind: 'message' } }, { kind: 'turn-start', turn: 3 }],
    ['a turn’s end', 'turn/end', { turn: 3, reason: { kind: 'completed' } }, { kind: 'turn-end' }],
    ['a step’s start', 'step/start', { turn: 3, step: 2 }, { kind: 'step-start', turn: 3, step: 2 }],
    ['a step’s end', 'step/end', { turn: 3, step: 2 }, { kind: 'step-end' }],
    ['a request header', 'request/header', { header: {}, reason: 'initial' }, { kind: 'request-header' }],
    ['a change of the header', 'request/header-delta', {}, { kind: 'request-header' }],
    ['an inbox', 'agent/inbox/spliced', { target: 'next-step', start: 2, removedCount: 1, inserted: [message, null], outcome: 'canceled' }, { kind: 'inbox', time: T0, splice }],
    ['an inbox claim', 'agent/inbox/spliced', { target: 'next-turn', start: 0, removedCount: 1, inserted: [] }, { kind: 'inbox', time: T0, splice: { queue: 'next-turn', start: 0, removed: 1, inserted: [], canceled: false } }],
    ['a broken inbox', 'agent/inbox/spliced', { start: -1, removedCount: 'x', inserted: 'y' }, { kind: 'inbox', time: T0, splice: { queue: '', start: 0, removed: 0, inserted: [], canceled: false } }],
    ['an inbox without data', 'agent/inbox/spliced', null, { kind: 'other' }],
    ['a seed’s end', 'session/end-seed', {}, { kind: 'seed-end', inherited: false }],
    ['a fork’s seed', 'session/end-seed', { inherited: true }, { kind: 'seed-end', inherited: true }],
    ['a seed without data', 'session/end-seed', null, { kind: 'seed-end', inherited: false }],
    ['C60: a turn without data', 'turn/start', null, { kind: 'turn-start', turn: 0 }],
    ['C60: a step of no number', 'step/start', { turn: '1', step: 1.5 }, { kind: 'step-start', turn: 0, step: 0 }],
  ])('is understood: %s', (_, type, data, event) => {
    expect(understood(type, data, {})).toEqual(event)
  })

  it.each([
    'assistant/chunk', 'assistant/attempt', 'tool/call', 'request/context', 'system/message', 'developer/message', 'prompt/blocked', 'session/title',
    'compact/start', 'compact/summary', 'compact/end', 'compaction/start', 'compaction/summary', 'compaction/end', 'compaction/prune', 'permission/preset', 'toString', '', undefined, 7,
  ])('is other: %s', (type) => {
    expect(understand({ type, time: T0, data: message })).toEqual({ kind: 'other' })
  })

  it.each([undefined, null, 7, 'x', [], ['user/message'], () => 0])('C60: is other where it is no row: %s', (row) => {
    expect(understand(row)).toEqual({ kind: 'other' })
  })
})

it('C60: no row makes understanding throw', () => {
  const type = fc.constantFrom('user/message', 'assistant/message', 'tool/result', 'context/message', 'steering/message', 'agent/inbox/spliced', 'turn/start', 'step/start', 'session/end-seed')
  const part = fc.oneof(fc.anything(), fc.constantFrom(...OUR_SOURCES, content, message, source))
  const data = fc.oneof(part, fc.record({ source: part, content: part, id: part, message: part, inserted: part, target: part, start: part, removedCount: part, turn: part, step: part, inherited: part }, { requiredKeys: [] }))
  fc.assert(
    fc.property(fc.oneof(fc.anything(), fc.record({ type, data, time: part, surfaceOp: part }, { requiredKeys: ['type'] })), (row) => {
      expect(understand(row).kind).toMatch(/^[a-z-]+$/)
    }),
    { numRuns: 2000 },
  )
})
