import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { formatReading, parseAnyWording, parseForeignReading, parseReading, wordingOf, type Reading } from '../../src/core/reading.js'
import { damaged, reading } from '../support/arbitrary.js'

const timestamp = { instant: Date.parse('2026-07-15T01:00:00Z'), offset: 28_800, zone: 'Asia/Shanghai' }
const first: Reading = { turn: 7, step: 1, timestamp, elapsed: 45_000 }
const firstText = 'Time sampled while preparing turn 7, step 1: 2026-07-15T09:00:00+08:00[Asia/Shanghai]\nElapsed since the preceding model-visible message: 45s.'
const later: Reading = { turn: 7, step: 2, timestamp, elapsed: undefined }
const laterText = 'Time sampled while preparing turn 7, step 2: 2026-07-15T09:00:00+08:00[Asia/Shanghai]\nElapsed since the preceding step context: unavailable.'

describe('a reading', () => {
  it('of a first step measures from a model-visible message', () => {
    expect(formatReading(first)).toBe(firstText)
    expect(parseReading(firstText)).toEqual(first)
  })

  it('of a later step measures from a step context', () => {
    expect(formatReading(later)).toBe(laterText)
    expect(parseReading(laterText)).toEqual(later)
  })

  it.each([0, -1, 1.5, NaN, Infinity, 2 ** 53])('has no turn and no step %s', (value) => {
    expect(() => formatReading({ ...first, turn: value })).toThrow(RangeError)
    expect(() => formatReading({ ...first, step: value })).toThrow(RangeError)
  })

  it('may name the largest turn and step there can be', () => {
    const largest = { ...later, turn: Number.MAX_SAFE_INTEGER, step: Number.MAX_SAFE_INTEGER }
    expect(parseReading(formatReading(largest))).toEqual(largest)
  })

  it.each([
    ['', ''],
    ['one line', firstText.split('\n')[0] ?? ''],
    ['a trailing line feed', `${firstText}\n`],
    ['a trailing CRLF', `${firstText}\r\n`],
    ['CRLF between the lines', firstText.replace('\n', '\r\n')],
    ['a leading space', ` ${firstText}`],
    ['a third line', `${firstText}\nmore`],
    ['no full stop', firstText.slice(0, -1)],
    ['two full stops', `${firstText}.`],
    ['turn 0', firstText.replace('turn 7', 'turn 0')],
    ['turn 07', firstText.replace('turn 7', 'turn 07')],
    ['a turn beyond the safe integers', firstText.replace('turn 7', 'turn 9007199254740992')],
    ['a turn of four hundred digits', firstText.replace('turn 7', `turn ${'9'.repeat(400)}`)],
    ['an Arabic turn', firstText.replace('turn 7', 'turn ٧')],
    ['the wrong wording for a first step', firstText.replace('model-visible message', 'step context')],
    ['the wrong wording for a later step', laterText.replace('step context', 'model-visible message')],
    ['other letter case', firstText.replace('Time', 'time')],
    ['Unavailable', laterText.replace('unavailable', 'Unavailable')],
    ['a duration that is not canonical', firstText.replace('45s', '0m 45s')],
    ['a timestamp that is not canonical', firstText.replace('+08:00', '+08:00:00')],
    ['another release’s line in the middle', firstText.replace('\n', '\nBrowser zone: unavailable\n')],
  ])('is not read from a text with %s', (_, text) => {
    expect(parseReading(text)).toBeUndefined()
  })

  it('comes back from its text, which is two lines of ASCII', () => {
    fc.assert(
      fc.property(reading, (value) => {
        const text = formatReading(value)
        expect(text).toMatch(/^[ -~]+\n[ -~]+$/)
        expect(parseReading(text)).toEqual(value)
      }),
    )
  })

  it('is read only from what it is written as', () => {
    fc.assert(
      fc.property(damaged(reading.map(formatReading)), (text) => {
        const value = parseReading(text)
        expect(value === undefined ? text : formatReading(value)).toBe(text)
      }),
      { numRuns: 2000 },
    )
  })

  it('is never read from other text, and no text makes reading throw', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        expect([parseReading(text), parseAnyWording(text), parseForeignReading(text)]).toEqual([undefined, undefined, undefined])
      }),
    )
  })
})

describe('a reading in the wrong wording', () => {
  it('is read together with the wording that stands there', () => {
    expect(parseAnyWording(firstText.replace('model-visible message', 'step context'))).toEqual({ reading: first, wording: 'step context' })
    expect(parseAnyWording(laterText.replace('step context', 'model-visible message'))).toEqual({ reading: later, wording: 'model-visible message' })
  })

  it('differs from a reading in nothing else', () => {
    fc.assert(
      fc.property(damaged(reading.map(formatReading)), (text) => {
        const found = parseAnyWording(text)
        const right = found && formatReading(found.reading)
        expect(right?.replace(wordingOf(found?.reading.step ?? 0), found?.wording ?? '') ?? text).toBe(text)
      }),
      { numRuns: 2000 },
    )
  })
})

describe('C66: the three-line form of other releases', () => {
  const foreign = firstText.replace('\n', '\nBrowser time zone: unavailable.\n')

  it('states what its first and last line state', () => {
    expect(parseForeignReading(foreign)).toEqual(first)
  })

  it.each([
    ['two lines', firstText],
    ['an empty line in the middle', firstText.replace('\n', '\n\n')],
    ['four lines', firstText.replace('\n', '\na\nb\n')],
    ['a trailing line feed', `${foreign}\n`],
    ['a damaged first line', foreign.replace('turn 7', 'turn 07')],
  ])('is not %s', (_, text) => {
    expect(parseForeignReading(text)).toBeUndefined()
  })

  it('is never read without its middle line being cut out to a reading', () => {
    fc.assert(
      fc.property(damaged(reading.map((value) => formatReading(value).replace('\n', '\nBrowser\n'))), (text) => {
        const value = parseForeignReading(text)
        const [head, , tail] = text.split('\n')
        expect(value === undefined ? undefined : formatReading(value)).toBe(value === undefined ? undefined : `${head}\n${tail}`)
      }),
      { numRuns: 2000 },
    )
  })
})
