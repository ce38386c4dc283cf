import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { formatTimestamp, isZoneIdentifier, parseTimestamp } from '../../src/core/timestamp.js'
import { damaged, timestamp } from '../support/arbitrary.js'

const at = (iso: string, offset: number, zone: string) => ({ instant: Date.parse(iso), offset, zone })

describe('a timestamp', () => {
  it.each([
    ['2026-07-15T09:00:00+08:00[Asia/Shanghai]', at('2026-07-15T01:00:00Z', 28_800, 'Asia/Shanghai')],
    ['2026-01-15T12:00:00+00:00[UTC]', at('2026-01-15T12:00:00Z', 0, 'UTC')],
    ['2026-07-15T00:00:00-03:30[America/St_Johns]', at('2026-07-15T03:30:00Z', -12_600, 'America/St_Johns')],
    ['1971-05-31T23:15:30-00:44:30[Africa/Monrovia]', at('1971-06-01T00:00:00Z', -2_670, 'Africa/Monrovia')],
    ['1970-01-01T00:00:00+14:00[Etc/GMT-14]', at('1969-12-31T10:00:00Z', 50_400, 'Etc/GMT-14')],
    ['9999-12-31T23:59:59-12:00[Etc/GMT+12]', at('+010000-01-01T11:59:59Z', -43_200, 'Etc/GMT+12')],
    ['2024-02-29T00:00:00+23:59:59[X]', at('2024-02-28T00:00:01Z', 86_399, 'X')],
  ])('%s is written and read', (text, value) => {
    expect(formatTimestamp(value)).toBe(text)
    expect(parseTimestamp(text)).toEqual(value)
  })

  it('cuts fractions of a second, before 1970 too', () => {
    expect(formatTimestamp({ instant: 999.9, offset: 0, zone: 'UTC' })).toBe('1970-01-01T00:00:00+00:00[UTC]')
    expect(formatTimestamp({ instant: -1, offset: 3600, zone: 'X' })).toBe('1970-01-01T00:59:59+01:00[X]')
  })

  it.each([
    ['a local year before 1970', { instant: -1, offset: 0, zone: 'UTC' }],
    ['a local year after 9999', { instant: Date.UTC(10_000, 0), offset: 0, zone: 'UTC' }],
    ['a clock that is not a number', { instant: NaN, offset: 0, zone: 'UTC' }],
    ['a clock beyond time', { instant: 9e15, offset: 0, zone: 'UTC' }],
    ['an endless clock', { instant: Infinity, offset: 0, zone: 'UTC' }],
    ['an offset of a day', { instant: 0, offset: 86_400, zone: 'UTC' }],
    ['an offset of half a second', { instant: 0, offset: 0.5, zone: 'UTC' }],
    ['an offset that is not a number', { instant: 0, offset: NaN, zone: 'UTC' }],
    ['no zone', { instant: 0, offset: 0, zone: '' }],
    ['an offset for a zone', { instant: 0, offset: 0, zone: '+08:00' }],
    ['an engine’s word for no zone', { instant: 0, offset: 0, zone: 'undefined' }],
  ])('refuses to write %s', (_, value) => {
    expect(() => formatTimestamp(value)).toThrow(RangeError)
  })

  it.each([
    '2026-07-15T09:00:00Z[UTC]',
    '2026-07-15T09:00:00Z',
    '2026-07-15T09:00:00+08:00',
    '2026-07-15T09:00:00-00:00[UTC]',
    '2026-07-15T09:00:00-00:00:00[UTC]',
    '2026-07-15T09:00:00+00:00:00[UTC]',
    '2026-07-15T09:00:00+08:00:00[Asia/Shanghai]',
    '2026-07-15T09:00:00+24:00[X]',
    '2026-07-15T09:00:00+08:60[X]',
    '2026-07-15T09:00:00+0800[Asia/Shanghai]',
    '2026-07-15T24:00:00+08:00[Asia/Shanghai]',
    '9999-12-31T24:00:00+00:00[UTC]',
    '2026-07-15T09:60:00+08:00[Asia/Shanghai]',
    '2026-07-15T09:00:60+08:00[Asia/Shanghai]',
    '2026-02-29T00:00:00+00:00[UTC]',
    '2026-02-30T00:00:00+00:00[UTC]',
    '2026-13-01T00:00:00+00:00[UTC]',
    '2026-00-01T00:00:00+00:00[UTC]',
    '1970-00-00T00:00:00+00:00[UTC]',
    '1969-12-31T23:59:59+00:00[UTC]',
    '0099-01-01T00:00:00+00:00[UTC]',
    '10000-01-01T00:00:00+00:00[UTC]',
    '2026-07-15T09:00:00.000+08:00[Asia/Shanghai]',
    '2026-07-15 09:00:00+08:00[Asia/Shanghai]',
    '2026-07-15t09:00:00+08:00[Asia/Shanghai]',
    '2026-07-15T09:00:00\u221208:00[X]',
    '２０２６-07-15T09:00:00+08:00[Asia/Shanghai]',
    '٢٠٢٦-07-15T09:00:00+08:00[Asia/Shanghai]',
    '2026-07-15T09:00:00+08:00[undefined]',
    '2026-07-15T09:00:00+08:00[Etc/Unknown]',
    '2026-07-15T09:00:00+08:00[+08:00]',
    '2026-07-15T09:00:00+08:00[]',
    '2026-07-15T09:00:00+08:00[!Asia/Shanghai]',
    '2026-07-15T09:00:00+08:00[Asia/Shanghai][u-ca=gregory]',
    '2026-07-15T09:00:00+08:00[Asia/Shanghai]\n',
    '2026-07-15T09:00:00+08:00[Asia/Shanghai]\r\n',
    '\ufeff2026-07-15T09:00:00+08:00[Asia/Shanghai]',
  ])('does not read %j', (text) => {
    expect(parseTimestamp(text)).toBeUndefined()
  })

  it('comes back from its text', () => {
    fc.assert(
      fc.property(timestamp, (value) => {
        expect(parseTimestamp(formatTimestamp(value))).toEqual(value)
      }),
    )
  })

  it('is read only from what it is written as', () => {
    fc.assert(
      fc.property(damaged(timestamp.map(formatTimestamp)), (text) => {
        const value = parseTimestamp(text)
        expect(value === undefined ? text : formatTimestamp(value)).toBe(text)
      }),
      { numRuns: 2000 },
    )
  })
})

describe('a zone identifier', () => {
  it.each(['UTC', 'Asia/Shanghai', 'America/Port-au-Prince', 'Etc/GMT+8', 'America/Argentina/ComodRivadavia', 'EST5EDT', 'GMT0', 'a_b.c'])('may be %s', (text) => {
    expect(isZoneIdentifier(text)).toBe(true)
  })

  it.each(['', '+08:00', '-08', '1UTC', '/UTC', 'Asia Shanghai', 'Asia/Shanghai ', 'Asia/Shanghai\n', 'Asia/上海', 'GMT+08:00', 'undefined', 'UNDEFINED', 'Etc/Unknown', 'etc/unknown', 'A]B', 'Ａsia'])('is not %j', (text) => {
    expect(isZoneIdentifier(text)).toBe(false)
  })
})
