import { expect, it } from 'vitest'
import { tokenize } from '../../docs/.vitepress/search.js'

it('Chinese is cut into pairs of neighbours, the last character alone', () => {
  expect(tokenize('时间读数')).toEqual(['时间', '间读', '读数', '数'])
})

it('words, identifiers and numbers stay whole', () => {
  expect(tokenize('set `refreshIntervalMs: 60000`, please')).toEqual(['set', 'refreshIntervalMs', '60000', 'please'])
})

it('where Chinese meets Latin letters, both are cut as usual', () => {
  expect(tokenize('步骤1，IANA标识符')).toEqual(['步骤', '骤', '1', 'IANA', '标识', '识符', '符'])
})

it('a query of any neighbours finds the text, since each of its terms begins a term of the text', () => {
  const text = tokenize('被压缩遮蔽的时间读数，仍然会压下后面的')
  for (const query of ['遮蔽', '压缩遮蔽', '时', '时间读数', '数', '压下后面']) {
    expect(tokenize(query).every((term) => text.some((each) => each.startsWith(term)))).toBe(true)
  }
  expect(tokenize('读时').every((term) => text.some((each) => each.startsWith(term)))).toBe(false)
})

it('the function stands by itself, as VitePress writes it into the page', () => {
  const alone: unknown = new Function(`return (${tokenize.toString()})('基线 baseline')`)()
  expect(alone).toEqual(['基线', '线', 'baseline'])
})
