import { describe, expect, it } from 'vitest'
import * as subpath from '@deepseek-ai/dsh-time-context/reading'
import { messageOf } from '../src/core/event.js'
import { OUR_SOURCES, reading } from './support/rows.js'

const { formatDuration, formatReading, formatTimestamp, isReadingMessage, parseDuration, parseForeignReading, parseReading, parseTimestamp } = subpath

describe('another plugin', () => {
  const message = { id: 'm', role: 'user', content: [{ type: 'text', text: 'hello' }] }

  it.each(OUR_SOURCES)('recognises a message that carries a reading by its source: %j', (source) => {
    expect(isReadingMessage({ ...message, source })).toBe(true)
  })

  it.each([undefined, null, 'x', [], {}, message, { ...message, source: null }, { ...message, source: { kind: 'user' } }, { ...message, source: { kind: 'plugin', plugin: 'other' } }])(
    'is told of none in %j',
    (value) => {
      expect(isReadingMessage(value)).toBe(false)
    },
  )

  it('does not take a user’s quotation of a reading for one', () => {
    expect(isReadingMessage({ ...messageOf(reading(1, 1, 0).data), source: { kind: 'user' } })).toBe(false)
  })

  it('reads and writes what it found', () => {
    const text = 'Time sampled while preparing turn 3, step 2: 2026-07-15T09:00:00+08:00[Asia/Shanghai]\nElapsed since the preceding step context: 1h 0s.'
    const value = parseReading(text)
    expect(value).toEqual({ turn: 3, step: 2, timestamp: parseTimestamp('2026-07-15T09:00:00+08:00[Asia/Shanghai]'), elapsed: parseDuration('1h 0s') })
    expect(value && formatReading(value)).toBe(text)
    expect(value && formatTimestamp(value.timestamp)).toBe('2026-07-15T09:00:00+08:00[Asia/Shanghai]')
    expect(formatDuration(3_600_000)).toBe('1h 0s')
    expect(parseForeignReading(text.replace('\n', '\nother\n'))).toEqual(value)
  })

  it.each([undefined, null, 5, 1n, Symbol('x'), {}, [], ['0s']])('may hand anything to what reads, such as %s, and is told that it is none', (value) => {
    expect([parseReading, parseForeignReading, parseTimestamp, parseDuration].map((parse) => parse(value))).toEqual([undefined, undefined, undefined, undefined])
  })

  it('finds these exports and no others', () => {
    expect(Object.keys(subpath).sort()).toEqual(['formatDuration', 'formatReading', 'formatTimestamp', 'isReadingMessage', 'parseDuration', 'parseForeignReading', 'parseReading', 'parseTimestamp'])
  })
})
