import { createRequire } from 'node:module'
import { Parser } from 'commonmark'
import { expect, it } from 'vitest'
import { createMarkdownRenderer } from 'vitepress'
import { readDocuments } from './document.js'
import { parsePage } from './markdown.js'

interface Seen {
  readonly info: string
  readonly content: string
}

const documents = [...readDocuments()]

const awkward = `1. in a list

   \`\`\`text duration id=a
   1000 ms → 1s
   \`\`\`

> ~~~text duration id=b
> 1000 ms → 1s
> ~~~

<!--
\`\`\`text duration id=c
1000 ms → 1s
\`\`\`
-->

\`\`\`\`text duration id=d
\`\`\`
1000 ms → 1s
\`\`\`\`

::: details
\`\`\`text duration id=e
1000 ms → 1s
\`\`\`
:::

  \`\`\`text duration id=f
  1000 ms → 1s
  \`\`\`

\`\`\`text duration id=g
`

const pages = [...documents, ['awkward.md', awkward] as const]

const ours = (file: string, source: string): Seen[] => parsePage(file, source).fences.map(({ info, body }) => ({ info: info.trim(), content: body.map((line) => `${line}\n`).join('') }))

/** What the reference implementation of CommonMark sees. */
const commonmark = (source: string): Seen[] => {
  const seen: Seen[] = []
  const walker = new Parser().parse(source).walker()
  for (let step = walker.next(); step !== null; step = walker.next()) {
    const { node, entering } = step
    if (entering && node.type === 'code_block') seen.push({ info: node.info ?? '', content: node.literal ?? '' })
  }
  return seen
}

it.each(pages)('%s: the reference parser of CommonMark sees the same blocks', (file, source) => {
  expect(commonmark(source)).toEqual(ours(file, source))
})

it('the markdown-it that VitePress brings along sees the same blocks', async () => {
  const renderer = await createMarkdownRenderer('.', {}, '/')
  for (const [file, source] of pages) {
    const seen = renderer.parse(source, {}).filter(({ type }) => type === 'fence' || type === 'code_block').map(({ info, content }) => ({ info: info.trim(), content }))
    expect(seen).toEqual(ours(file, source))
  }
})

it('fences in lists, quotes and containers count, fences in comments do not', () => {
  expect(ours('awkward.md', awkward).map(({ info }) => info.slice(-1)).join('')).toBe('abdefg')
})

it('the parser is the one that package.json names, not the older one that another package brings', () => {
  expect(createRequire(import.meta.url)('markdown-it/package.json')).toMatchObject({ version: '15.0.3' })
})
