import { describe, expect, it } from 'vitest'
import { parseReading } from '../../src/core/reading.js'
import { bootHost } from '../support/real-host.js'
import { runHere, runProcess } from '../support/command-line.js'
import { violations } from '../support/schema.js'

describe('now', () => {
  it('prints a reading of turn 1, step 1, in the zone that it is given', async () => {
    const before = Math.floor(Date.now() / 1000) * 1000
    const { code, stdout, stderr } = await runHere(['now', '--time-zone', 'asia/shanghai'])
    expect([code, stderr, stdout.at(-1)]).toEqual([0, '', '\n'])
    const reading = parseReading(stdout.slice(0, -1))
    expect(reading).toMatchObject({ turn: 1, step: 1, elapsed: 0, timestamp: { offset: 28_800, zone: 'Asia/Shanghai' } })
    expect(reading?.timestamp.instant).toBeGreaterThanOrEqual(before)
    expect(reading?.timestamp.instant).toBeLessThanOrEqual(Date.now())
  })

  it('prints the same for machines', async () => {
    const { stdout } = await runHere(['now', '--json', '--time-zone', 'Asia/Kolkata'])
    const output = JSON.parse(stdout)
    expect(violations('now.schema.json', output)).toEqual([])
    expect(output.timeZone).toBe('Asia/Kolkata')
    expect(output.text).toContain(`step 1: ${output.timestamp}\n`)
    expect(parseReading(output.text)).toBeDefined()
  })

  it('takes the zone of the process where none is given', () => {
    expect(runProcess(['now'], { env: { TZ: ':America/New_York' } })).toMatchObject({ code: 0, stdout: expect.stringMatching(/-0[45]:00\[America\/New_York\]\n/) })
  })

  it('refuses a zone with the words that the load fails with', async () => {
    for (const timeZone of ['CST', '+08:00', '', 'China Standard Time']) {
      const { code, stdout, stderr } = await runHere(['now', `--time-zone=${timeZone}`])
      expect([code, stdout]).toEqual([2, ''])
      if (timeZone === '') continue
      const failure = await bootHost({ config: { timeZone } }).then(
        () => 'it loaded',
        (error: Error) => error.message,
      )
      expect(failure).toContain(stderr.trimEnd())
    }
  })

  it('refuses a zone of the process with the words that the load fails with', async () => {
    const before = process.env['TZ']
    try {
      process.env['TZ'] = 'PST'
      const { code, stderr } = await runHere(['now'])
      const failure = await bootHost().then(
        () => 'it loaded',
        (error: Error) => error.message,
      )
      expect([code, stderr]).toEqual([2, `${failure}\n`])
      expect(stderr).toContain('the process zone TZ must be an IANA time-zone identifier, got "PST"')
    } finally {
      if (before === undefined) delete process.env['TZ']
      else process.env['TZ'] = before
    }
  })
})
