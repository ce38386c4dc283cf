import { expect, it } from 'vitest'
import { follow } from '../../docs/.vitepress/links.js'
import { addressesOf } from '../../docs/.vitepress/repository.js'

const repository = 'https://example.com/project'

it('a link to a document leads to its route, in the language of the file, with its fragment', () => {
  expect(follow('README.md', 'docs/reading.md#duration', repository)).toEqual({ kind: 'page', href: '/reading#duration' })
  expect(follow('docs/zh-CN/cost.md', '../../README.zh-CN.md', repository)).toEqual({ kind: 'page', href: '/zh-CN/' })
  expect(follow('docs/zh-CN/cost.md', 'reading.md', repository)).toEqual({ kind: 'page', href: '/zh-CN/reading' })
})

it('a link to any other file leads to the repository, or nowhere while that has no address', () => {
  expect(follow('docs/cost.md', '../LICENSE', repository)).toEqual({ kind: 'file', href: 'https://example.com/project/blob/main/LICENSE' })
  expect(follow('docs/cost.md', '../LICENSE', '')).toEqual({ kind: 'file', href: '' })
})

it('links elsewhere and within the page are left alone', () => {
  expect(follow('README.md', 'https://example.com/a', repository)).toEqual({ kind: 'as-is' })
  expect(follow('README.md', '#limits', repository)).toEqual({ kind: 'as-is' })
})

it.each([
  ['docs/nowhere.md', 'no such file'],
  ['../elsewhere.md', 'outside the repository'],
  ['/docs/reading.md', 'an absolute path leads elsewhere on GitHub; write a relative one'],
  ['javascript:alert(1)', 'unknown scheme'],
])('a link to %s is broken', (href, reason) => {
  expect(follow('README.md', href, repository)).toEqual({ kind: 'broken', reason })
})

it('repository and base come from package.json, and may be left out', () => {
  expect(addressesOf({})).toEqual({ repository: '', base: '/' })
  expect(addressesOf({ repository: { url: 'git+https://example.com/project.git' }, homepage: 'https://example.com/pages/project' })).toEqual({ repository, base: '/pages/project/' })
  expect(addressesOf({ repository: 'https://example.com/project/' })).toEqual({ repository, base: '/' })
  expect(addressesOf({ repository: { url: 'git@example.com:project.git' } }).repository).toBe('')
})
