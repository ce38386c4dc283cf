import { globSync, readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { root } from '../../docs/.vitepress/repository.js'

it.each(['docs/contributing.md', 'docs/zh-CN/contributing.md'])('the map in %s names every file of the code in one line, and no other', (page) => {
  const rows = [...readFileSync(`${root}${page}`, 'utf8').matchAll(/^\| `(src\/[^`]+)` \| (.+) \|$/gm)]
  const files = globSync('src/**/*.ts', { cwd: root }).map((file) => file.replaceAll('\\', '/'))
  expect(rows.map(([, file]) => file).sort()).toEqual(files.sort())
})
