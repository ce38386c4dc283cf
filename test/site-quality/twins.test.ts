import { existsSync, readFileSync } from 'node:fs'
import { beforeAll, describe, expect, it } from 'vitest'
import { headOf, siteAddressOf } from '../../docs/.vitepress/head.js'
import { documents, languages, projected, routeIn } from '../../docs/.vitepress/manifest.js'
import { addresses } from '../../docs/.vitepress/repository.js'
import { twin } from '../../docs/.vitepress/twins.js'
import { BUILD_TIME, buildSite } from '../support/built-site.js'

describe('a twin', () => {
  it('leads from twin to twin, in its language, and keeps fragments', () => {
    expect(twin('docs/zh-CN/cost.md', '见[命令行](command-line.md#plan)和[首页](../../README.zh-CN.md)。', '/base/')).toBe('见[命令行](/base/zh-CN/command-line.md#plan)和[首页](/base/zh-CN/index.md)。')
  })

  it('leaves fences as they are, and comments out', () => {
    const fence = '```md id=x reason="y"\n[a](cost.md) <!-- b -->\n```'
    expect(twin('docs/reading.md', `One.\n\n<!-- picture: lifecycle -->\n\n${fence}\n\nTwo.\n`, '/')).toBe(`One.\n\n${fence}\n\nTwo.\n`)
  })
})

describe('the head of a page', () => {
  const page = { page: 'zh-CN/reading.md', title: 'T', description: 'D' }
  const about = (site: string, key: string): unknown[] => headOf(page, '/base/', site).flatMap(([, attributes]) => (Object.values(attributes).includes(key) ? [attributes] : []))

  it('names the twin and the other language, wherever the site is', () => {
    expect(about('', 'text/markdown')).toEqual([{ rel: 'alternate', type: 'text/markdown', href: '/base/zh-CN/reading.md' }])
    expect(about('', 'en')).toEqual([{ rel: 'alternate', hreflang: 'en', href: '/base/reading.html' }])
  })

  it('speaks of the card only where the address of the site is known', () => {
    expect(about('', 'og:image')).toEqual([])
    expect(about('https://example.com/base/', 'og:image')).toEqual([{ property: 'og:image', content: 'https://example.com/base/card.png' }])
    expect(about('https://example.com/base/', 'canonical')).toEqual([{ rel: 'canonical', href: 'https://example.com/base/zh-CN/reading.html' }])
    expect(siteAddressOf(undefined)).toBe('')
    expect(siteAddressOf('https://example.com/base')).toBe('https://example.com/base/')
  })
})

describe('the built site', () => {
  let folder: string
  beforeAll(async () => {
    folder = await buildSite()
  }, BUILD_TIME)

  it('has a twin of each page, whose links lead to twins', () => {
    for (const { route } of documents) {
      for (const language of languages) {
        const file = `${folder}/${projected(routeIn(language, route))}`
        const prose = readFileSync(file, 'utf8').replace(/^```[\s\S]*?^```/gm, '')
        const links = [...prose.matchAll(/\]\((\/[^)#]*)/g)].map(([, href = '']) => href)
        for (const href of links) expect(existsSync(`${folder}/${href.slice(addresses.base.length)}`), `${file}: ${href}`).toBe(true)
      }
    }
  })

  it('lists every document in llms.txt, with a sentence about each', () => {
    const lines = readFileSync(`${folder}/llms.txt`, 'utf8').split('\n').filter((line) => line.startsWith('- '))
    expect(lines).toHaveLength(documents.length * languages.length)
    for (const line of lines) {
      const [, href = '', sentence = ''] = /^- \[.+?\]\((.+?)\): (.+)$/.exec(line) ?? []
      expect(existsSync(`${folder}/${href.slice(addresses.base.length)}`), line).toBe(true)
      expect(sentence.length, line).toBeGreaterThan(8)
    }
  })

  it('has the card at the size that it says, and not heavy', () => {
    const card = readFileSync(`${folder}/card.png`)
    expect([card.readUInt32BE(16), card.readUInt32BE(20)]).toEqual([1200, 630])
    expect(card.length).toBeLessThan(100_000)
  })
})
