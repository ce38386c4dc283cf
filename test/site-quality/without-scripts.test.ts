import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { addresses } from '../../docs/.vitepress/repository.js'
import { reasonWithoutBrowser, serveSite, type ServedSite } from '../support/browser.js'
import { BUILD_TIME, buildSite } from '../support/built-site.js'
import { sitePages } from './pages.js'

describe.skipIf(reasonWithoutBrowser() !== undefined)('without JavaScript', () => {
  let site: ServedSite
  beforeAll(async () => {
    site = await serveSite(await buildSite(), addresses.base)
  }, BUILD_TIME)
  afterAll(() => site.close())

  it('every page shows the same words as with it', { timeout: 300_000 }, async () => {
    const plain = await site.open('', { javaScriptEnabled: false })
    const full = await site.open('')
    for (const { path } of sitePages.filter(({ path: each }) => !/playground|404/.test(each))) {
      const words = await Promise.all(
        [plain, full].map(async (page) => {
          await page.goto(`${site.origin}${addresses.base}${path}`)
          return (await page.locator('main').innerText()).replace(/\s+/g, ' ').trim()
        }),
      )
      expect(words[0]?.length, path).toBeGreaterThan(50)
      expect(words[0], path).toBe(words[1])
    }
  })

  it.each([
    ['playground.html', 'needs JavaScript'],
    ['zh-CN/playground.html', '需要 JavaScript'],
  ])('%s says what it needs, and shows its opening session in words', async (path, says) => {
    const page = await site.open(path, { javaScriptEnabled: false })
    expect(await page.locator('noscript').innerText()).toContain(says)
    expect(await page.locator('#playground-opening').innerText()).toContain('Time sampled while preparing turn 2, step 1')
  })

  it('the page for what is missing speaks both languages', async () => {
    const page = await site.open('404.html', { javaScriptEnabled: false })
    expect(await page.locator('section[lang=en] a').getAttribute('href')).toBe(addresses.base)
    expect(await page.locator('section[lang=zh-CN] a').getAttribute('href')).toBe(`${addresses.base}zh-CN/`)
    expect(await page.locator('h1').innerText()).toBe('There is no such page')
    expect(await page.locator('h2').innerText()).toBe('没有这一页')
  })
})
