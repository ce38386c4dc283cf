import { describe, expect, it } from 'vitest'
import { Detector } from './detection.js'
import { mutantsOf, type Mutant } from './mutation.js'
import { suiteOf } from './suite.js'
import { buildVectors } from './vectors.js'

const fence = (info: string, ...body: readonly string[]): string => ['```' + info, ...body, '```', ''].join('\n')

const page = [
  fence('text duration id=durations', '999 ms → 0s', '1000 ms → 1s', '"1m" → refused'),
  fence(
    'text scenario id=hello',
    'timeZone: Asia/Shanghai',
    'date: 2026-07-15 +08:00',
    '',
    '09:00:00   prompt "Hello."',
    '           turn 1, step 1',
    '           > Time sampled while preparing turn 1, step 1: 2026-07-15T09:00:00+08:00[Asia/Shanghai]',
    '           > Elapsed since the preceding model-visible message: 0s.',
    '09:00:05~  answer "Hello."',
    '',
    '1 prompt, 1 step, 1 reading',
  ),
].join('\n')

const suiteFor = (source: string) => suiteOf(new Map([['README.md', source], ['README.zh-CN.md', source]]))

const mutate = async (source: string) => {
  const suite = suiteFor(source)
  const blocks = suite.blocks.filter(({ file }) => file === 'README.md')
  const detector = new Detector(suite, (await buildVectors(blocks)).cases)
  const made = blocks.map(mutantsOf)
  return { detector, mutants: made.flatMap(({ mutants }) => mutants), free: made.flatMap(({ free }) => free) }
}

const changes = (mutants: readonly Mutant[], operation: Mutant['operation']): string[] => mutants.filter((mutant) => mutant.operation === operation).map(({ change }) => change)

describe('a change of one leaf in both languages', () => {
  it('is made of each word, digit and line, and of the order of lines', async () => {
    const { mutants } = await mutate(fence('text duration id=a', '999 ms → 0s', '"1m" → refused'))
    expect(changes(mutants, 'digit')).toEqual(['999 ms → 0s → 099 ms → 0s', '999 ms → 0s → 909 ms → 0s', '999 ms → 0s → 990 ms → 0s', '999 ms → 0s → 999 ms → 1s', '"1m" → refused → "2m" → refused'])
    expect(changes(mutants, 'word')).toHaveLength(4)
    expect(changes(mutants, 'drop')).toEqual(['dropped: 999 ms → 0s', 'dropped: "1m" → refused'])
    expect(changes(mutants, 'swap')).toEqual(['swapped: 999 ms → 0s | "1m" → refused'])
  })

  it('is noticed by running the block', async () => {
    const { detector, mutants } = await mutate(page)
    const survivors: string[] = []
    for (const mutant of mutants) if ((await detector.noticeBoth(mutant)) === undefined) survivors.push(mutant.change)
    expect(survivors).toEqual([])
    expect(mutants.length).toBeGreaterThan(100)
  })

  it('is not noticed by an engine that only compares the languages', async () => {
    const { detector, mutants } = await mutate(page)
    expect(mutants.filter((mutant) => detector.comparisonNoticesBoth(mutant))).toEqual([])
  })

  it('survives where a document says what nobody checks', async () => {
    const { detector, mutants } = await mutate(fence("yaml config-error id=a phase=load code=unknown-key", '- id: time-context', "  name: '@deepseek-ai/dsh-time-context'", '  config:', '    timezone: Asia/Shanghai') + '\n' + fence('text error of=a', 'unknown key "timezone" with the value "Asia/Shanghai"; the nearest key is timeZone (the keys are timeZone and refreshIntervalMs)'))
    const survivors: string[] = []
    for (const mutant of mutants.filter(({ operation }) => operation === 'word')) if ((await detector.noticeBoth(mutant)) === undefined) survivors.push(mutant.change)
    expect(survivors).toContain('- id: time-context → - id: time-contexu')
  })

  it('is not made of what a block declares free', async () => {
    const { mutants, free } = await mutate(page)
    expect(free).toEqual(['"Hello."', '09:00:05~'])
    expect(mutants.some(({ change }) => change.includes('Hellp') || change.includes('09:00:06'))).toBe(false)
  })
})

it('a change in one language is noticed by the comparison', async () => {
  const { detector, mutants } = await mutate(page)
  expect(mutants.filter((mutant) => !detector.noticesOne(mutant))).toEqual([])
})
