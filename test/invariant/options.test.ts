import { describe, expect, it } from 'vitest'
import { Config } from '../../src/invariant.js'
import { Feed, type FeedOptions } from '../support/feed.js'
import { reading, stepStart, turnStart } from '../support/rows.js'

const issuesOf = (value: unknown) => (Config['~standard'].validate(value).issues ?? []).map(({ code, path }) => [code, ...path])

describe('the companion’s configuration', () => {
  it.each([undefined, null, {}, { clockToleranceMs: 0 }, { clockToleranceMs: 60_000, reportOnly: true, failOnElapsed: false }])('may be %j', (value) => {
    const { value: checked, issues } = { value: undefined, ...Config['~standard'].validate(value) }
    expect(issues).toBeUndefined()
    expect(checked).toStrictEqual(value ?? {})
    expect(Object.isFrozen(checked)).toBe(true)
  })

  it.each([
    [{ clockToleranceMs: 60_001 }, [['clock-tolerance', 'clockToleranceMs']]],
    [{ clockToleranceMs: -1 }, [['clock-tolerance', 'clockToleranceMs']]],
    [{ clockToleranceMs: NaN }, [['clock-tolerance', 'clockToleranceMs']]],
    [{ clockToleranceMs: '5000' }, [['clock-tolerance', 'clockToleranceMs']]],
    [{ clockToleranceMs: null }, [['clock-tolerance', 'clockToleranceMs']]],
    [{ reportOnly: 'yes' }, [['not-a-boolean', 'reportOnly']]],
    [{ failOnElapsed: 1 }, [['not-a-boolean', 'failOnElapsed']]],
    [{ clockTolerance: 5 }, [['unknown-key', 'clockTolerance']]],
    [[], [['not-a-mapping']]],
    ['reportOnly', [['not-a-mapping']]],
    [{ reportonly: true, failOnElapsed: 1 }, [['unknown-key', 'reportonly'], ['not-a-boolean', 'failOnElapsed']]],
  ])('may not be %j', (value, issues) => {
    expect(issuesOf(value)).toEqual(issues)
  })

  it('says what to write instead', () => {
    const [issue] = Config['~standard'].validate({ clockTolerance: 5 }).issues ?? []
    expect(issue?.message).toBe('unknown key "clockTolerance" with the value 5; the nearest key is clockToleranceMs (the keys are clockToleranceMs, reportOnly and failOnElapsed)')
  })
})

/** A turn whose reading, at step 2 without one at step 1, shows a time three seconds ahead and a duration from nowhere. */
const rows = () => {
  const late = reading(1, 2, 3)
  const text = JSON.stringify(late).replaceAll('unavailable', '7s')
  return [turnStart(1), stepStart(1, 2), { ...JSON.parse(text), time: late.time }]
}

const try_ = async (options: FeedOptions, seconds: number) => {
  const feed = await new Feed(options).mount()
  const session = feed.session({ version: 0 })
  const [start, step, late] = rows()
  feed.append(session, [start, step])
  const signed = { ...late, time: late.time - seconds * 1000, data: { ...late.data, source: { kind: 'plugin', plugin: 'time-context', form: 'snapshot', sections: [{ name: 'time-context', text: late.data.content[0].text }] } } }
  const append = () => feed.append(session, [signed])
  return { append, lines: feed.lines }
}

describe('the companion', () => {
  it('reports a wrong duration, and stores the row', async () => {
    const { append, lines } = await try_({}, 0)
    expect(append).not.toThrow()
    expect(lines).toEqual([expect.stringMatching(/^time-context-invariant warn session "s", row 2, elapsed: /)])
  })

  it('refuses a wrong duration where it is told to', async () => {
    const { append, lines } = await try_({ config: { failOnElapsed: true } }, 0)
    expect(append).toThrow(/^@deepseek-ai\/dsh-time-context: row 2, elapsed: .*; expected unavailable, got 7s$/)
    expect(lines).toEqual([])
  })

  it('C31: takes a clock within its tolerance, and no other', async () => {
    expect((await try_({ config: { clockToleranceMs: 3000 } }, 3)).append).not.toThrow()
    expect((await try_({ config: { clockToleranceMs: 2999 } }, 3)).append).toThrow(/, clock: /)
  })

  it('refuses nothing where it is told to report only', async () => {
    const { append, lines } = await try_({ config: { reportOnly: true, failOnElapsed: true } }, 3)
    expect(append).not.toThrow()
    expect(lines.map((line) => /row 2, \w+/.exec(line)?.[0])).toEqual(['row 2, clock', 'row 2, elapsed'])
  })
})
