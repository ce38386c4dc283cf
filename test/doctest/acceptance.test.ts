import { describe, expect, it } from 'vitest'
import { acceptanceOf, diffOf, splice } from './acceptance.js'
import { updated } from './expected.js'
import { suiteOf } from './suite.js'

const duration = (result: string): string => `\`\`\`text duration id=a\n0 ms → 0s\n1000 ms → ${result}\n\`\`\``

const scenario = `\`\`\`text scenario id=b
timeZone: UTC
date: 2026-07-15 +00:00

09:00:00   prompt "Hello."
           turn 1, step 1
           > ?
           answer "Hello."

?
\`\`\``

/** The document as `docs:accept` would leave it. */
const accept = async (source: string): Promise<{ source: string; refused: string[] }> => {
  const { rewrites, refused } = await acceptanceOf(suiteOf(new Map([['README.md', source]])), () => true)
  return { source: splice(source, rewrites), refused: refused.map(({ line, message }) => `${line}: ${message}`) }
}

describe('what is expected is rewritten to what happens', () => {
  it('where the block stands, and nowhere else', async () => {
    const copy = '1000 ms → 9s'
    const { source } = await accept(`${copy}\n\n${duration('9s')}\n\n${copy}\n`)
    expect(source).toBe(`${copy}\n\n${duration('1s')}\n\n${copy}\n`)
  })

  it('twice in a row changes nothing the second time', async () => {
    const once = await accept(`${scenario}\n\n${duration('9s')}\n`)
    expect(once.source).toContain('> Elapsed since the preceding model-visible message: 0s.')
    expect(once.source).toContain('\n1 prompt, 1 step, 1 reading\n')
    expect(await accept(once.source)).toEqual({ source: once.source, refused: [] })
  })

  it('with the line ends that the document has', async () => {
    const { source } = await accept(`${scenario}\n\n${duration('9s')}\n`.replaceAll('\n', '\r\n'))
    expect(source).toContain('1000 ms → 1s\r\n')
    expect(source.replaceAll('\r\n', '')).not.toMatch(/[\r\n]/)
  })

  it('and a document without a line end at its end gets none', async () => {
    expect((await accept(duration('9s'))).source).toBe(duration('1s'))
  })

  it.each([
    ['a list', '1. ```text duration id=a\n   1000 ms → 9s\n   ```\n', '1. ```text duration id=a\n   1000 ms → 1s\n   ```\n'],
    ['a quote', '> ```text duration id=a\n> 1000 ms → 9s\n> ```\n', '> ```text duration id=a\n> 1000 ms → 1s\n> ```\n'],
    ['tildes', '~~~text duration id=a\n1000 ms → 9s\n~~~\n', '~~~text duration id=a\n1000 ms → 1s\n~~~\n'],
  ])('in %s', async (_name, before, after) => {
    expect((await accept(before)).source).toBe(after)
  })

  it('in both languages at once, with the comments of each', async () => {
    const page = (comment: string, result: string): string => `\`\`\`text duration id=a\n# ${comment}\n1000 ms → ${result}\n\`\`\`\n`
    const documents = new Map([['README.md', page('one', '9s')], ['README.zh-CN.md', page('一', '9s')]])
    const { rewrites } = await acceptanceOf(suiteOf(documents), () => true)
    const after = [...documents].map(([file, source]) => splice(source, rewrites.filter(({ block }) => block.file === file)))
    expect(after).toEqual([page('one', '1s'), page('一', '1s')])
  })

  it('after the difference was shown', async () => {
    const { rewrites } = await acceptanceOf(suiteOf(new Map([['README.md', duration('9s')]])), () => true)
    expect(rewrites.map(diffOf)).toEqual(['README.md:2 a\n-1000 ms → 9s\n+1000 ms → 1s'])
  })
})

describe('it is refused', () => {
  it('to rewrite how something fails', async () => {
    const source = "```yaml config-error id=a phase=load code=time-zone\n- id: a\n  name: '@deepseek-ai/dsh-time-context'\n  config:\n    timeZone: CST\n```\n\n```text error of=a\nno\n```\n"
    expect(await accept(source)).toEqual({ source, refused: ['8: this shows a failure; a failure that changes is looked at and written by hand'] })
  })

  it('to touch what is waived', async () => {
    const source = '```text id=a reason="a drawing"\n1000 ms → 9s\n```\n'
    expect(await accept(source)).toEqual({ source, refused: [] })
  })

  it('to guess what a line … leaves out', () => {
    expect(updated(['one', '…', 'four'], ['one', 'two', 'three', 'four'])).toEqual(['one', '…', 'four'])
    expect(updated(['one', '…', 'four'], ['one', 'two', 'five'])).toBeUndefined()
  })

  it('to rewrite what cannot run', async () => {
    const { source, refused } = await accept(scenario.replace('turn 1', 'turn 2'))
    expect(source).toBe(scenario.replace('turn 1', 'turn 2'))
    expect(refused).toEqual(['1: this is turn 1'])
  })
})

it('placeholders stay where what happens has their shape', () => {
  const actual = ['at 2026-07-15T09:00:00+08:00[Asia/Shanghai]', 'after 1m 3s, in /tmp/log']
  expect(updated(['at <timestamp>', 'after <duration>, in <path>'], actual)).toEqual(['at <timestamp>', 'after <duration>, in <path>'])
  expect(updated(['on <timestamp>', 'after <duration>, in <path>'], actual)).toEqual(['at <timestamp>', 'after <duration>, in <path>'])
  expect(updated(['at <timestamp>', 'past'], actual)).toEqual(['at <timestamp>', 'after 1m 3s, in /tmp/log'])
})
