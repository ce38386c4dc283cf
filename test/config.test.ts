import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { Config, hintAbout, zoneFor } from '../src/config.js'
import { parse } from 'yaml'

const check = (value: unknown) => Config['~standard'].validate(value)

const issuesOf = (value: unknown) => check(value).issues ?? []

const fromYaml = (text: string): unknown => parse(text)

describe('a configuration', () => {
  it.each([undefined, null, {}])('may be left out or empty: %j', (value) => {
    expect(check(value)).toStrictEqual({ value: {} })
  })

  it('may have both keys', () => {
    expect(check({ timeZone: 'Asia/Shanghai', refreshIntervalMs: 60_000 })).toStrictEqual({ value: { timeZone: 'Asia/Shanghai', refreshIntervalMs: 60_000 } })
  })

  it('may spell a left-out key as undefined', () => {
    expect(check({ timeZone: undefined, refreshIntervalMs: undefined })).toStrictEqual({ value: {} })
  })

  it('comes out frozen, and apart from what was written', () => {
    const written = { refreshIntervalMs: 60_000 }
    const result = check(written)
    const value = result.issues === undefined ? result.value : {}
    expect(Object.isFrozen(value)).toBe(true)
    written.refreshIntervalMs = 1
    expect(value.refreshIntervalMs).toBe(60_000)
  })

  it.each(['x', 7, true, [], [{ timeZone: 'UTC' }]])('is a mapping, not %j', (value) => {
    expect(issuesOf(value)).toEqual([{ code: 'not-a-mapping', path: [], message: `config must be a mapping of timeZone and refreshIntervalMs, got ${JSON.stringify(value)}` }])
  })

  it('is refused with all that is wrong with it at once, each with its path', () => {
    expect(issuesOf({ timezone: 'UTC', timeZone: '+08:00', refreshIntervalMs: -1, refreshInterval: 5 }).map(({ code, path }) => [code, ...path])).toEqual([
      ['unknown-key', 'timezone'],
      ['unknown-key', 'refreshInterval'],
      ['time-zone', 'timeZone'],
      ['refresh-interval', 'refreshIntervalMs'],
    ])
  })

  it('never makes the check throw, and what passes passes again as the same', () => {
    const part = fc.oneof(fc.anything({ withBigInt: true, withNullPrototype: true }), fc.constantFrom('UTC', 60_000))
    fc.assert(
      fc.property(fc.oneof(fc.anything({ withBigInt: true }), fc.record({ timeZone: part, refreshIntervalMs: part, other: part }, { requiredKeys: [] })), (value) => {
        const result = check(value)
        if (result.issues === undefined) expect(check(result.value)).toStrictEqual(result)
        else expect(result.issues.every(({ message, path }) => message !== '' && path.every((key) => typeof key === 'string'))).toBe(true)
      }),
      { numRuns: 1000 },
    )
  })
})

describe('timeZone', () => {
  it.each(['', ' Asia/Shanghai', 'Asia/Shanghai\n', 'local', 'localtime', 'Asia/Beijing', 'Pacific Standard Time', 'UTC+8', 'GMT+8', 'Etc/Unknown', 8, null, true, [], '+08:00', '+0800', '+08', '-00:00', '+23:59', 'CST'])(
    'C11, C12: is refused with its value quoted as JSON and a remedy: %j',
    (timeZone) => {
      const [issue, ...more] = issuesOf({ timeZone })
      expect(more).toEqual([])
      expect(issue?.code).toBe('time-zone')
      expect(issue?.path).toEqual(['timeZone'])
      expect(issue?.message.startsWith(`timeZone must be an IANA time-zone identifier, got ${JSON.stringify(timeZone)}; `)).toBe(true)
      expect(issue?.message).toMatch(/write [A-Z][a-z]+|write an IANA identifier such as Asia\/Shanghai/)
    },
  )

  it.each(['Etc/GMT+8', 'Asia/Kolkata', 'America/Argentina/Buenos_Aires', 'PRC', 'US/Pacific', 'Etc/UTC', 'GMT', 'utc', 'ASIA/SHANGHAI'])('C13, C14, C15, C18: may be %s', (timeZone) => {
    expect(check({ timeZone })).toStrictEqual({ value: { timeZone } })
  })
})

describe('refreshIntervalMs', () => {
  it.each([
    ['60_000', '"60_000"'],
    ['"60000"', '"60000"'],
    ['1m', '"1m"'],
    ['.inf', 'Infinity'],
    ['.nan', 'NaN'],
    ['-1', '-1'],
    ['0.5', '0.5'],
    [String(2 ** 53), '9007199254740992'],
    ['true', 'true'],
    ['[60000]', '[60000]'],
  ])('C39: is refused when YAML says %s', (text, quoted) => {
    expect(issuesOf(fromYaml(`refreshIntervalMs: ${text}`))).toEqual([
      { code: 'refresh-interval', path: ['refreshIntervalMs'], message: `refreshIntervalMs must be a non-negative safe integer, got ${quoted}; write milliseconds as a plain number such as 60000, or 0 for every step` },
    ])
  })

  it('C39: is refused as a bare key, with what to do about it', () => {
    expect(issuesOf(fromYaml('refreshIntervalMs:'))).toEqual([
      { code: 'refresh-interval', path: ['refreshIntervalMs'], message: 'refreshIntervalMs must be a non-negative safe integer, got null; write a number or leave the key out' },
    ])
  })

  it.each([
    ['60e3', 60_000],
    ['600.0', 600],
    ['0', 0],
    ['2592000000', 2_592_000_000],
    [String(Number.MAX_SAFE_INTEGER), Number.MAX_SAFE_INTEGER],
  ])('C39: may be %s', (text, value) => {
    expect(check(fromYaml(`refreshIntervalMs: ${text}`))).toStrictEqual({ value: { refreshIntervalMs: value } })
  })

  it('C39: is 0 when written -0', () => {
    expect(check({ refreshIntervalMs: -0 })).toStrictEqual({ value: { refreshIntervalMs: 0 } })
  })

  it.each([1, 60, 600, 999])('C39: gets a hint when it is %s, which was meant as seconds', (refreshIntervalMs) => {
    expect(hintAbout({ refreshIntervalMs })).toContain(`write ${refreshIntervalMs}000 for ${refreshIntervalMs} seconds`)
  })

  it.each([undefined, 0, 1000, 60_000])('gets no hint when it is %s', (refreshIntervalMs) => {
    expect(hintAbout(refreshIntervalMs === undefined ? {} : { refreshIntervalMs })).toBeUndefined()
  })
})

describe('an unknown key', () => {
  it.each([
    ['timezone', 'timeZone'],
    ['TimeZone', 'timeZone'],
    ['time_zone', 'timeZone'],
    ['zone', 'timeZone'],
    ['tz', 'timeZone'],
    ['refreshInterval', 'refreshIntervalMs'],
    ['refreshIntervalMS', 'refreshIntervalMs'],
    ['refreshIntervalMs ', 'refreshIntervalMs'],
    ['refreshIntervalSeconds', 'refreshIntervalMs'],
  ])('C19: %j is refused, naming %s', (key, nearest) => {
    expect(issuesOf({ [key]: 60_000 })).toEqual([
      { code: 'unknown-key', path: [key], message: `unknown key ${JSON.stringify(key)} with the value 60000; the nearest key is ${nearest} (the keys are timeZone and refreshIntervalMs)` },
    ])
  })

  it('is refused even when its value is undefined or its name is a prototype’s', () => {
    expect(issuesOf({ foo: undefined })).toHaveLength(1)
    expect(issuesOf(JSON.parse('{"__proto__": 1, "constructor": 2}'))).toHaveLength(2)
  })
})

describe('the schema', () => {
  it('is a Standard Schema of version 1', () => {
    expect(Object.keys(Config)).toEqual(['~standard'])
    expect(Config['~standard'].version).toBe(1)
    expect(Config['~standard'].vendor).toBe('time-context')
  })
})

describe('the zone of readings', () => {
  const environment = (tz: string | undefined, engine = 'Europe/Paris') => ({ tz, engineZone: () => engine })

  it('is the configured one before all others', () => {
    expect(zoneFor({ timeZone: 'asia/shanghai' }, environment('Not/AZone', 'undefined')).name).toBe('Asia/Shanghai')
  })

  it('is that of TZ before the engine’s', () => {
    expect(zoneFor({}, environment('America/New_York')).name).toBe('America/New_York')
    expect(zoneFor({}, environment(':America/New_York')).name).toBe('America/New_York')
  })

  it('is the engine’s where TZ is not set', () => {
    expect(zoneFor({}, environment(undefined)).name).toBe('Europe/Paris')
  })

  it.each(['', ':', 'PST', 'CST', 'GMT+8', 'UTC-8', 'Not/AZone', '/usr/share/zoneinfo/UTC', 'posixrules', ' UTC', 'EST5EDT,M3.2.0,M11.1.0', '<+08>-8'])('C01, C02, C03: is not to be had from TZ=%j', (tz) => {
    expect(() => zoneFor({}, environment(tz))).toThrow(`time-context: the process zone TZ must be an IANA time-zone identifier, got ${JSON.stringify(tz)}; `)
    expect(() => zoneFor({}, environment(tz))).toThrow(/; or set timeZone in the configuration$/)
  })

  it.each(['undefined', 'Etc/Unknown', '+08:00', 'GMT+08:00', ''])('is not to be had from an engine that names it %j', (engine) => {
    expect(() => zoneFor({}, environment(undefined, engine))).toThrow(`time-context: the process zone must be an IANA time-zone identifier, got ${JSON.stringify(engine)}; `)
  })
})
