import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname } from 'node:path'
import { expect, it } from 'vitest'
import { deadLinksIn, refuseDeadLinks } from '../../docs/.vitepress/scan.js'

const site = (files: Readonly<Record<string, string>>): string => {
  const folder = mkdtempSync(`${tmpdir()}/site-`)
  for (const [path, content] of Object.entries(files)) {
    mkdirSync(dirname(`${folder}/${path}`), { recursive: true })
    writeFileSync(`${folder}/${path}`, content)
  }
  return folder
}

it('links that lead somewhere are silent: pages, fragments in either script, files, other sites', () => {
  const folder = site({
    'index.html': '<a href="/base/a.html#时间">a</a> <a href="./a.html#%E6%97%B6%E9%97%B4">a</a> <a href="/base/">home</a> <img src="/base/x.svg"> <a href="https://example.com/">out</a> <a href="#here" id="here">here</a>',
    'a.html': '<h2 id="时间">x</h2>',
    'x.svg': '',
  })
  expect(deadLinksIn(folder, '/base/')).toEqual([])
})

it('a dead page, fragment, file or a link beside the base is named with its page', () => {
  const folder = site({
    'index.html': '<a href="/base/b.html">b</a> <a href="/base/a.html#gone">a</a> <script src="/base/x.js"></script> <a href="/a.html">beside</a>',
    'a.html': '<h2 id="there">x</h2>',
  })
  expect(deadLinksIn(folder, '/base/').map(({ href }) => href)).toEqual(['/base/b.html', '/base/a.html#gone', '/base/x.js', '/a.html'])
  expect(() => refuseDeadLinks(folder, '/base/')).toThrow('  index.html: /base/a.html#gone')
})
