import { createMarkdownRenderer } from 'vitepress'
import { beforeAll, expect, it } from 'vitest'
import { badgeOf } from '../../docs/.vitepress/badges.js'
import { teach } from '../../docs/.vitepress/markdown.js'
import { contentHash } from '../doctest/block.js'

type Renderer = Awaited<ReturnType<typeof createMarkdownRenderer>>

let renderer: Renderer

beforeAll(async () => {
  renderer = await createMarkdownRenderer('.', { config: teach })
})

/** Draw a text as if it stood in docs/reading.md, or in another document. */
const draw = (text: string, relativePath = 'reading.md'): string => renderer.render(text, { path: relativePath, relativePath, cleanUrls: false })

it('a heading takes its id from its anchor, which is not drawn', () => {
  const html = draw('## Zone names <a id="zones"></a>')
  expect(html).toContain('<h2 id="zones" tabindex="-1">Zone names')
  expect(html).not.toContain('<a id=')
})

it('links become routes, and a broken one is refused with file and line', () => {
  expect(draw('See [cost](cost.md#one).')).toContain('href="/cost.html#one"')
  expect(() => draw('\n\nSee [that](that.md).')).toThrow('docs/reading.md:3: the link to that.md is broken: no such file')
})

it('a link to a file keeps its words where the repository has no address', () => {
  expect(draw('The [licence](../LICENSE), and [cost](cost.md).')).toMatch(/The (?:<a href="https:[^"]+"[^>]*>)?licence(?:<\/a>)?, and <a href="\/cost\.html">cost<\/a>\./)
})

it('the line that leads to the other language on GitHub is left out', () => {
  expect(draw('# Title\n\nEnglish | [简体中文](README.zh-CN.md)\n\nText', 'index.md')).not.toContain('简体中文')
  expect(draw('# 标题\n\n[English](README.md) | 简体中文\n\n正文', 'zh-CN/index.md')).not.toContain('English')
})

it('a bare tag, which GitHub hides and Vue stumbles over, is refused with file and line', () => {
  expect(() => draw('\nthe turn <turn> is')).toThrow('docs/reading.md:2: GitHub hides the tag <turn>; write it in backticks')
})

it('mustaches are text, in prose and in code spans', () => {
  const html = draw('a {{ b }} and `{{ c }}`')
  expect(html).toContain('a &#123;&#123; b }}')
  expect(html).toMatch(/<code[^>]*>&#123;&#123; c }}<\/code>/)
})

it('the words behind the language of a fence do not reach VitePress, and become attributes', () => {
  const html = draw('```text id=odd-one reason="1,2 {3} [4]"\none\ntwo\n```')
  expect(html).toContain('<div class="block" id="odd-one" data-kind="waiver" data-state="waived" data-label="not executed" data-reason="1,2 {3} [4]">')
  expect(html).toContain('class="language-text')
  expect(html).not.toContain('highlighted')
})

it('pages of other makers are left alone', () => {
  expect(draw('a <b>c</b>\n\n```ts\nx\n```', 'api/index.md')).not.toContain('class="block"')
})

const info = 'text duration id=some'
const body = ['0 ms → 0s']
const fence = { file: 'docs/reading.md', line: 10, info, body }
const result = { file: fence.file, line: 10, hash: contentHash(info, body), outcome: 'passed', negative: false }

it('a badge says what the run said about exactly this content', () => {
  expect(badgeOf(fence, [result])).toEqual({ state: 'checked', kind: 'duration', id: 'some', reason: undefined })
  expect(badgeOf(fence, [{ ...result, outcome: 'inherited' }]).state).toBe('checked')
  expect(badgeOf(fence, [{ ...result, negative: true }]).state).toBe('refused')
})

it('without a passing result for exactly this content there is no badge but an error with file and line', () => {
  expect(() => badgeOf({ ...fence, body: ['1 ms → 0s'] }, [result])).toThrow('docs/reading.md:10: no result for this content')
  expect(() => badgeOf({ ...fence, line: 11 }, [result])).toThrow('docs/reading.md:11: no result')
  for (const outcome of ['failed', 'not-run']) expect(() => badgeOf(fence, [{ ...result, outcome }])).toThrow(`docs/reading.md:10: this block did not pass (${outcome})`)
})
