import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { EXAMPLES, INITIAL, readLength, readLengths, readShift, readSituation, writeSituation, type Act, type Situation } from '../../docs/.vitepress/playground/situation.js'
import { costOf, tell, type Story } from '../../docs/.vitepress/playground/story.js'
import { retell } from '../../docs/.vitepress/playground/retell.js'
import { checkLog } from '../../src/core/check.js'
import type { Protocol } from '../../src/core/source.js'
import { resolveZone } from '../../src/core/zone.js'

const storyOf = (situation: Situation, protocol?: Protocol): Story => {
  const result = resolveZone(situation.timeZone)
  if (result.kind === 'refused') throw new Error(result.remedy)
  return tell(situation, result.zone, protocol)
}

const textsOf = ({ moments }: Story): (string | undefined)[] => moments.flatMap((moment) => (moment.kind === 'step' ? [moment.text] : []))

/** What each request shows of the clock, and how many prompts there were. */
const seenIn = ({ moments }: Story): unknown => ({
  steps: moments.flatMap((moment) => (moment.kind === 'step' ? [[moment.visible, moment.newest]] : [])),
  prompts: moments.filter(({ kind }) => kind === 'prompt').length,
})

const bytesOf = ({ rows }: Story): Uint8Array => new TextEncoder().encode(rows.map((row) => `${JSON.stringify(row)}\n`).join(''))

const seconds = fc.integer({ min: 0, max: 1_000_000 })
const act: fc.Arbitrary<Act> = fc.oneof(
  fc.record({ kind: fc.constant('prompt' as const), waits: seconds, tools: fc.array(seconds, { maxLength: 4 }) }),
  fc.record({ kind: fc.constant('idle' as const), seconds }),
  fc.record({ kind: fc.constant('clock' as const), seconds: fc.integer({ min: -1_000_000, max: 1_000_000 }) }),
  fc.record({ kind: fc.constant('compaction' as const) }),
  fc.record({ kind: fc.constant('restart' as const) }),
)
const situation: fc.Arbitrary<Situation> = fc.record({
  timeZone: fc.constantFrom('Asia/Shanghai', 'America/New_York', 'Asia/Kathmandu', 'UTC'),
  refreshIntervalMs: fc.constantFrom(0, 1000, 60_000, 3_600_000),
  start: fc.integer({ min: 1_600_000_000, max: 1_900_000_000 }).map((second) => second * 1000),
  acts: fc.array(act, { maxLength: 12 }),
})

describe('a situation', () => {
  it('is spelled in an address and read back', () => {
    fc.assert(
      fc.property(situation, (each) => {
        expect(readSituation(writeSituation(each))).toEqual(each)
      }),
    )
  })

  it.each(['', 'acts=p0', 'every=x&from=2026-07-15T01:00:00&acts=r', 'every=0&from=2026-07-15T01:00:00&acts=q5', 'every=0&from=2026-07-15T01:00:00&acts=p1e9', 'every=0&from=2026-07-15T01:00:00&acts=i1-2'])(
    'is not read from the damaged address %j',
    (query) => expect(readSituation(query)).toBeUndefined(),
  )

  it('tells the story that the plugin would', () => {
    expect(textsOf(storyOf(INITIAL))).toEqual([
      'Time sampled while preparing turn 1, step 1: 2026-07-15T09:00:00+08:00[Asia/Shanghai]\nElapsed since the preceding model-visible message: 0s.',
      'Time sampled while preparing turn 1, step 2: 2026-07-15T09:01:04+08:00[Asia/Shanghai]\nElapsed since the preceding step context: 1m 4s.',
      undefined,
      undefined,
      'Time sampled while preparing turn 2, step 1: 2026-07-15T17:02:24+08:00[Asia/Shanghai]\nElapsed since the preceding model-visible message: 45s.',
    ])
  })

  it('shows which steps the interval holds back', () => {
    expect(textsOf(storyOf({ ...INITIAL, refreshIntervalMs: 3_600_000 })).map((text) => text !== undefined)).toEqual([true, false, false, false, true])
  })

  it('counts what compaction leaves visible', () => {
    const story = storyOf({ ...INITIAL, refreshIntervalMs: 86_400_000, acts: [{ kind: 'prompt', waits: 0, tools: [] }, { kind: 'compaction' }, { kind: 'prompt', waits: 0, tools: [] }] })
    expect(story.moments.flatMap((moment) => (moment.kind === 'step' ? [moment.visible] : []))).toEqual([1, 0])
    expect(costOf(story)).toMatchObject({ steps: 2, readings: 1 })
  })

  it('writes a log in which the checker finds no error under either protocol, unless the clock was set back', () => {
    fc.assert(
      fc.property(situation, fc.constantFrom<Protocol>('decision', 'inject'), (each, protocol) => {
        const steady = { ...each, acts: each.acts.filter(({ kind }) => kind !== 'clock') }
        expect(checkLog(storyOf(steady, protocol).rows).findings).toEqual([])
      }),
    )
  })

  it('shows that a prompt which waited has no wait on hosts that keep no record of it', () => {
    const each = { ...INITIAL, acts: [{ kind: 'prompt', waits: 45, tools: [] }] } satisfies Situation
    expect([storyOf(each), storyOf(each, 'inject')].map((story) => textsOf(story)[0]?.split('\n')[1])).toEqual([
      'Elapsed since the preceding model-visible message: 45s.',
      'Elapsed since the preceding model-visible message: 0s.',
    ])
  })
})

describe('a length', () => {
  it.each([
    ['90', 90],
    ['8h', 28_800],
    ['1m 30s', 90],
    ['1d1h1m1s', 90_061],
    ['', undefined],
    ['-1h', undefined],
    ['1h 1d', undefined],
    ['soon', undefined],
    ['11000d', undefined],
  ])('written as %j is %j seconds', (text, seconds) => expect(readLength(text)).toBe(seconds))

  it.each([
    ['-1h', -3600],
    ['−5m', -300],
    ['+90', 90],
    ['90', 90],
    ['back', undefined],
  ])('that a clock is set by, written as %j, is %j seconds', (text, seconds) => expect(readShift(text)).toBe(seconds))

  it.each([
    ['', []],
    ['63s, 12s，20', [63, 12, 20]],
    ['63s,', undefined],
  ])('stands for each tool call in %j', (text, lengths) => expect(readLengths(text)).toEqual(lengths))
})

describe('an example', () => {
  it.each(Object.entries(EXAMPLES))('called %s can be shared and told', (_name, example) => {
    expect(readSituation(writeSituation(example))).toEqual(example)
    expect(storyOf(example).moments.length).toBeGreaterThan(3)
  })

  it('shows a step whose request holds no clock, after compaction', () => {
    expect(storyOf(EXAMPLES.compaction).moments.some((moment) => moment.kind === 'step' && moment.newest === undefined)).toBe(true)
  })

  it('shows a reading that is due because the clock jumped back', () => {
    expect(storyOf(EXAMPLES.back).moments.flatMap((moment) => (moment.kind === 'step' ? [moment.schedule?.because] : []))).toContain('clock-behind')
  })
})

describe('a stored log', () => {
  it('tells the same story as the situation that wrote it', () => {
    fc.assert(
      fc.property(situation, fc.constantFrom<Protocol>('decision', 'inject'), (each, protocol) => {
        const story = storyOf(each, protocol)
        const retold = retell(bytesOf(story))
        expect(retold.problem).toBeUndefined()
        expect(retold.rows).toEqual(JSON.parse(JSON.stringify(story.rows)))
        expect(textsOf(retold)).toEqual(textsOf(story))
        expect(costOf(retold)).toEqual(costOf(story))
        expect(seenIn(retold)).toEqual(seenIn(story))
      }),
    )
  })

  it('is told up to the line that cannot be read', () => {
    const text = new TextDecoder().decode(bytesOf(storyOf(INITIAL)))
    const broken = text.split('\n').with(9, '{"type":').join('\n')
    expect(retell(new TextEncoder().encode(broken)).problem).toMatchObject({ kind: 'json', line: 10 })
  })
})
