import { spawnSync } from 'node:child_process'
import { describe, expect, it } from 'vitest'
import { formatReading, parseReading } from '../../src/core/reading.js'
import { formatTimestamp, parseTimestamp } from '../../src/core/timestamp.js'
import { stamp, zoneNamed } from '../support/zones.js'

describe('a timestamp is written', () => {
  it.each([
    ['C20', 'Asia/Shanghai', '2026-07-14T16:00:05Z', '2026-07-15T00:00:05+08:00[Asia/Shanghai]'],
    ['C21', 'America/New_York', '2026-03-08T06:59:59Z', '2026-03-08T01:59:59-05:00[America/New_York]'],
    ['C21', 'America/New_York', '2026-03-08T07:00:00Z', '2026-03-08T03:00:00-04:00[America/New_York]'],
    ['C22', 'America/New_York', '2026-11-01T05:30:00Z', '2026-11-01T01:30:00-04:00[America/New_York]'],
    ['C22', 'America/New_York', '2026-11-01T06:30:00Z', '2026-11-01T01:30:00-05:00[America/New_York]'],
    ['C23', 'Asia/Kathmandu', '2026-07-15T18:14:59Z', '2026-07-15T23:59:59+05:45[Asia/Kathmandu]'],
    ['C23', 'Asia/Kathmandu', '2026-07-15T18:15:00Z', '2026-07-16T00:00:00+05:45[Asia/Kathmandu]'],
    ['C24', 'Europe/London', '2026-01-15T12:00:00Z', '2026-01-15T12:00:00+00:00[Europe/London]'],
    ['C24', 'Europe/London', '2026-07-15T12:00:00Z', '2026-07-15T13:00:00+01:00[Europe/London]'],
    ['C26', 'Africa/Monrovia', '1971-06-01T00:00:00Z', '1971-05-31T23:15:30-00:44:30[Africa/Monrovia]'],
    ['a sub-second', 'UTC', '2026-07-15T01:00:00.999Z', '2026-07-15T01:00:00+00:00[UTC]'],
    ['a leap day', 'Pacific/Apia', '2028-02-29T10:59:59Z', '2028-02-29T23:59:59+13:00[Pacific/Apia]'],
    ['the first second of 1970', 'UTC', '1970-01-01T00:00:00Z', '1970-01-01T00:00:00+00:00[UTC]'],
    ['the last second of 9999', 'Asia/Shanghai', '9999-12-31T15:59:59Z', '9999-12-31T23:59:59+08:00[Asia/Shanghai]'],
  ])('%s: %s at %s', (_, zone, instant, text) => {
    expect(stamp(zone, instant)).toBe(text)
    expect(parseTimestamp(text)?.instant).toBe(Math.floor(Date.parse(instant) / 1000) * 1000)
  })

  it.each(['0999-06-01T00:00:00Z', '0000-06-01T00:00:00Z', '1969-12-31T23:59:59Z', '+010000-01-01T00:00:00Z'])('C27: never at %s', (instant) => {
    expect(() => stamp('UTC', instant)).toThrow(RangeError)
  })
})

describe('the elapsed time across a change of the clocks', () => {
  const between = (zone: string, from: string, to: string) => {
    const { name, offsetAt } = zoneNamed(zone)
    const instant = Date.parse(to)
    return formatReading({ turn: 1, step: 2, timestamp: { instant, offset: offsetAt(instant), zone: name }, elapsed: instant - Date.parse(from) }).split(': ').at(-1)
  }

  it('C21: is a second when they jump ahead', () => {
    expect(between('America/New_York', '2026-03-08T06:59:59Z', '2026-03-08T07:00:00Z')).toBe('1s.')
  })

  it('C22: is an hour when the hour is repeated', () => {
    expect(between('America/New_York', '2026-11-01T05:30:00Z', '2026-11-01T06:30:00Z')).toBe('1h 0s.')
  })
})

describe('a stored reading', () => {
  it('C30: keeps the offset of its day, whatever the zone’s rules are now', () => {
    const text = '2026-12-01T04:00:00-08:00[America/Vancouver]'
    const timestamp = parseTimestamp(text)
    expect(timestamp).toEqual({ instant: Date.parse('2026-12-01T12:00:00Z'), offset: -28_800, zone: 'America/Vancouver' })
    expect(timestamp && formatTimestamp(timestamp)).toBe(text)
  })

  it('is read where its zone does not exist', () => {
    expect(parseReading('Time sampled while preparing turn 1, step 1: 2126-01-01T00:00:00+25:00[Mars/Olympus]\nElapsed since the preceding model-visible message: 0s.')).toBeUndefined()
    expect(parseReading('Time sampled while preparing turn 1, step 1: 2126-01-01T00:00:00+13:07[Mars/Olympus]\nElapsed since the preceding model-visible message: 0s.')?.timestamp.zone).toBe(
      'Mars/Olympus',
    )
  })
})

describe('the language of the process', () => {
  const program = `
    import { formatReading } from '@deepseek-ai/dsh-time-context/reading'
    import { resolveZone } from './lib/core/zone.js'
    const instant = Date.parse('2026-07-14T16:00:05Z')
    for (const name of ['Asia/Shanghai', 'Asia/Kathmandu', 'Asia/Tehran', 'UTC']) {
      const { zone } = resolveZone(name)
      console.log(formatReading({ turn: 10, step: 1, timestamp: { instant, offset: zone.offsetAt(instant), zone: zone.name }, elapsed: 90061000 }))
    }
    console.error(Intl.DateTimeFormat().resolvedOptions().locale)`

  const run = (locale: string) =>
    spawnSync(process.execPath, ['--input-type=module', '-e', program], {
      encoding: 'utf8',
      cwd: new URL('../..', import.meta.url),
      env: { PATH: process.env['PATH'], LANG: `${locale}.UTF-8`, LC_ALL: `${locale}.UTF-8` },
    })

  it.each(['fa_IR', 'th_TH', 'ar_EG', 'fr_FR'])('C28: does not show in a reading: %s', (locale) => {
    const { stdout, stderr } = run(locale)
    // The engine did take the locale on.
    expect(stderr.trim()).toBe(locale.replace('_', '-'))
    expect(stdout).toBe(run('en_US').stdout)
    expect(stdout).toMatch(/^Time sampled while preparing turn 10, step 1: 2026-07-15T00:00:05\+08:00\[Asia\/Shanghai\]\n/)
    expect(stdout).toMatch(/^[ -~\n]+$/)
  })
})
