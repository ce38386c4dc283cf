import { describe, expect, it } from 'vitest'
import { resolveZone } from '../../src/core/zone.js'
import { stamp, zoneNamed } from '../support/zones.js'

const refusalOf = (value: unknown) => {
  const result = resolveZone(value)
  return result.kind === 'refused' ? result.refusal : `accepted ${result.zone.name}`
}

const remedyFor = (value: unknown) => {
  const result = resolveZone(value)
  return result.kind === 'refused' ? result.remedy : undefined
}

describe('a zone is refused', () => {
  it.each([
    ['C11', '', 'empty'],
    ['C11', ' ', 'padded'],
    ['C11', ' Asia/Shanghai', 'padded'],
    ['C11', 'Asia/Shanghai\n', 'padded'],
    ['C11', '\u00a0UTC', 'padded'],
    ['C11', 'local', 'unknown'],
    ['C11', 'localtime', 'unknown'],
    ['C11', 'Asia/Beijing', 'unknown'],
    ['C11', 'Pacific Standard Time', 'windows'],
    ['C11', 'UTC+8', 'posix'],
    ['C11', 'GMT+8', 'posix'],
    ['C11', 'Etc/Unknown', 'no-zone'],
    ['C11', 'etc/unknown', 'no-zone'],
    ['C11', 'undefined', 'no-zone'],
    ['C11', 8, 'not-a-string'],
    ['C11', null, 'not-a-string'],
    ['C11', true, 'not-a-string'],
    ['C11', [], 'not-a-string'],
    ['C11', ['UTC'], 'not-a-string'],
    ['C12', '+08:00', 'offset'],
    ['C12', '+0800', 'offset'],
    ['C12', '+08', 'offset'],
    ['C12', '-00:00', 'offset'],
    ['C12', '+23:59', 'offset'],
    ['C12', '\u221208:00', 'unknown'],
    ['ICU’s own', 'SystemV/PST8PDT', 'icu-only'],
    ['ICU’s own', 'systemv/ast4', 'icu-only'],
    ['a path', '/usr/share/zoneinfo/Asia/Shanghai', 'unknown'],
    ['a path', '../Asia/Shanghai', 'unknown'],
    ['a list', 'Asia/Shanghai,UTC', 'unknown'],
    ['other letters', 'Asia/Ѕhanghai', 'unknown'],
    ['a zero byte', 'UTC\0', 'unknown'],
  ])('%s: %j (%s)', (_, value, refusal) => {
    expect(refusalOf(value)).toBe(refusal)
  })

  it.each('ACT AET AGT ART AST BET BST CAT CNT CST CTT EAT ECT IET IST JST MIT NET NST PLT PNT PRT PST SST VST'.split(' '))(
    'when only ICU has it: %s, in either letter case',
    (name) => {
      expect(refusalOf(name)).toBe('icu-only')
      expect(refusalOf(name.toLowerCase())).toBe('icu-only')
      // Each zone that the remedy names is one that the operator can write.
      const named = remedyFor(name)?.replace(/^.* write /, '').split(/, | or /) ?? []
      expect(named.map(refusalOf)).toEqual(named.map((zone) => `accepted ${zone}`))
    },
  )

  it.each([
    [' Asia/Shanghai', 'write Asia/Shanghai'],
    ['Asia/Shanghai\n', 'write Asia/Shanghai'],
    ['America/New York', 'write America/New_York'],
    ['/usr/share/zoneinfo/Asia/Shanghai', 'write Asia/Shanghai'],
    ['+08:00', 'write an IANA identifier such as Asia/Shanghai, or Etc/GMT-8 for a fixed +08:00'],
    ['-0300', 'write an IANA identifier such as Asia/Shanghai, or Etc/GMT+3 for a fixed -0300'],
    ['+05:45', 'write an IANA identifier such as Asia/Shanghai'],
    ['+23:00', 'write an IANA identifier such as Asia/Shanghai'],
    [' Nowhere ', 'write an IANA identifier such as Asia/Shanghai'],
    [8, 'write an IANA identifier such as Asia/Shanghai'],
  ])('with a remedy: %j', (value, remedy) => {
    expect(remedyFor(value)).toBe(remedy)
  })
})

describe('a zone is accepted', () => {
  it.each(['Asia/Kolkata', 'Asia/Kathmandu', 'Asia/Ho_Chi_Minh', 'Europe/Kyiv', 'America/Argentina/Buenos_Aires', 'PRC', 'US/Pacific', 'Etc/UTC', 'Zulu'])(
    'C14: and printed as it was written: %s',
    (name) => {
      expect(zoneNamed(name).name).toBe(name)
    },
  )

  it.each(['UTC', 'GMT', 'EST', 'MST', 'HST', 'CET', 'EET', 'PRC', 'ROC', 'EST5EDT', 'CST6CDT', 'NZ-CHAT', 'W-SU', 'GMT0', 'Etc/GMT+8'])('because IANA has it: %s', (name) => {
    expect(refusalOf(name)).toBe(`accepted ${name}`)
  })

  it('C18: in any letter case, and printed in the engine’s where that is the same identifier', () => {
    expect(zoneNamed('ASIA/SHANGHAI').name).toBe('Asia/Shanghai')
    expect(zoneNamed('asia/shanghai').name).toBe('Asia/Shanghai')
    expect(zoneNamed('utc').name).toBe('UTC')
  })

  it.each(['Etc/UTC', 'GMT', 'Zulu', 'utc'])('C15: %s stands at +00:00', (name) => {
    expect(stamp(name, '2026-07-15T01:00:00Z')).toMatch(/^2026-07-15T01:00:00\+00:00\[/)
  })

  it('C13: Etc/GMT+8 counts westward', () => {
    expect(stamp('Etc/GMT+8', '2026-07-15T01:00:00Z')).toBe('2026-07-14T17:00:00-08:00[Etc/GMT+8]')
  })
})

describe('an offset', () => {
  it('holds for the whole second, on either side of 1970', () => {
    const { offsetAt } = zoneNamed('Asia/Shanghai')
    expect([0, 1, 999, -1, -999, -1000, -1001].map(offsetAt)).toEqual(Array(7).fill(28_800))
  })

  it('C27: is not given for a clock that is no time', () => {
    const { offsetAt } = zoneNamed('UTC')
    expect(() => offsetAt(NaN)).toThrow(RangeError)
    expect(() => offsetAt(9e15)).toThrow(RangeError)
  })
})

it('the offset at an instant with a fraction of a millisecond is that of its second, before 1970 too', () => {
  const { offsetAt } = zoneNamed('Asia/Shanghai')
  expect([-1000.5, -0.5, 0.5, 999.5].map(offsetAt)).toEqual([28_800, 28_800, 28_800, 28_800])
})
