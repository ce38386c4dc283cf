/**
 * The zone of the process, in processes of their own: what `TZ` means is settled when one starts.
 */

import { spawnSync } from 'node:child_process'
import { describe, expect, it } from 'vitest'

/** Mount the built plugin with nothing but a list of listeners, and print the readings of three attempts. */
const program = `
  import * as plugin from '@deepseek-ai/dsh-time-context'
  const listeners = {}
  plugin.apply({ on: (event, listener) => { listeners[event] = listener } }, JSON.parse(process.argv[1]))
  const message = { id: 'p', role: 'user', content: [], source: { kind: 'user' } }
  const agent = { session: { events: [], header: { version: 0 } } }
  const fire = async (instant) => {
    Date.now = () => instant
    const payload = { agent, messages: [message], turn: 1, step: 1, signal: new AbortController().signal }
    const decision = await listeners['agent/pre-step'](payload, async () => ({ kind: 'enter', messages: [message] }))
    console.log(decision.messages[1].content[0].text.split('\\n')[0].split(': ')[1])
  }
  const T0 = Date.parse('2026-07-15T01:00:00Z')
  await fire(T0)
  process.env.TZ = 'America/New_York'
  await fire(T0 + 3600e3)
  delete process.env.TZ
  await fire(T0 + 50 * 3600e3)`

const mount = (tz: string | undefined, config: object = {}) => {
  const { stdout, stderr, status } = spawnSync(process.execPath, ['--input-type=module', '-e', program, JSON.stringify(config)], {
    encoding: 'utf8',
    cwd: new URL('..', import.meta.url),
    env: { PATH: process.env['PATH'], ...(tz === undefined ? {} : { TZ: tz }) },
  })
  return { timestamps: stdout.split('\n').filter((line) => line !== ''), error: /^Error: (.*)$/m.exec(stderr)?.[1], status }
}

describe('a process whose TZ is no IANA identifier', () => {
  it.each([
    ['C01', 'Not/AZone', 'write an IANA identifier such as Asia/Shanghai'],
    ['C02', 'PST', 'this is an abbreviation, not an IANA identifier; write America/Los_Angeles'],
    ['C02', 'CST', 'this is an abbreviation, not an IANA identifier; write Asia/Shanghai or America/Chicago'],
    ['C03', 'GMT+8', 'this looks like a POSIX rule, whose sign is the reverse of the usual; write an IANA identifier such as Asia/Shanghai'],
    ['an empty one', '', 'write an IANA identifier such as Asia/Shanghai'],
    ['a file', ':/etc/localtime', 'write an IANA identifier such as Asia/Shanghai'],
  ])('%s: does not load with TZ=%j', (_, tz, remedy) => {
    const { timestamps, error, status } = mount(tz)
    expect(timestamps).toEqual([])
    expect(error).toBe(`time-context: the process zone TZ must be an IANA time-zone identifier, got ${JSON.stringify(tz)}; ${remedy}; or set timeZone in the configuration`)
    expect(status).toBe(1)
  })

  it('loads with a configured zone all the same', () => {
    expect(mount('Not/AZone', { timeZone: 'Asia/Shanghai' }).timestamps[0]).toBe('2026-07-15T09:00:00+08:00[Asia/Shanghai]')
  })
})

describe('a process whose TZ is an IANA identifier', () => {
  it.each([
    ['C02', 'EST', '2026-07-14T20:00:00-05:00[EST]'],
    ['C02', 'CST6CDT', '2026-07-14T20:00:00-05:00[CST6CDT]'],
    ['C06', 'asia/shanghai', '2026-07-15T09:00:00+08:00[Asia/Shanghai]'],
    ['a leading colon', ':Asia/Shanghai', '2026-07-15T09:00:00+08:00[Asia/Shanghai]'],
    ['UTC', 'UTC', '2026-07-15T01:00:00+00:00[UTC]'],
    ['half an hour', 'Asia/Kolkata', '2026-07-15T06:30:00+05:30[Asia/Kolkata]'],
  ])('%s: has readings in it: %s', (_, tz, timestamp) => {
    expect(mount(tz)).toMatchObject({ status: 0, error: undefined, timestamps: [timestamp, {}, {}] })
  })

  it('C10: keeps its zone, whatever becomes of TZ', () => {
    expect(mount('Asia/Shanghai').timestamps).toEqual(['2026-07-15T09:00:00+08:00[Asia/Shanghai]', '2026-07-15T10:00:00+08:00[Asia/Shanghai]', '2026-07-17T11:00:00+08:00[Asia/Shanghai]'])
  })

  it('C10: keeps a configured zone too', () => {
    expect(mount(undefined, { timeZone: 'Asia/Tokyo' }).timestamps).toEqual(['2026-07-15T10:00:00+09:00[Asia/Tokyo]', '2026-07-15T11:00:00+09:00[Asia/Tokyo]', '2026-07-17T12:00:00+09:00[Asia/Tokyo]'])
  })
})

describe('a process without TZ', () => {
  it('has readings in the engine’s zone, or says what to do', () => {
    const { timestamps, error, status } = mount(undefined)
    const engine = spawnSync(process.execPath, ['-p', 'Intl.DateTimeFormat().resolvedOptions().timeZone'], { encoding: 'utf8', env: { PATH: process.env['PATH'] } }).stdout.trim()
    if (status === 0) expect(timestamps[0]?.endsWith(`[${engine}]`)).toBe(true)
    else expect(error).toMatch(/^time-context: the process zone must be .*; or set timeZone in the configuration$/)
  })
})
