import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { documents, languages, routeIn } from '../../docs/.vitepress/manifest.js'
import { addresses } from '../../docs/.vitepress/repository.js'
import { reasonWithoutBrowser, serveSite, type ServedSite } from '../support/browser.js'
import { BUILD_TIME, buildSite } from '../support/built-site.js'

const fileOf = (route: string): string => `${route.slice(1)}${route.endsWith('/') ? '' : '.html'}`

const searchFor = async (page: Page, query: string): Promise<string[]> => {
  await page.keyboard.press('Control+k')
  await page.locator('#localsearch-input').fill(query)
  await page.locator('.VPLocalSearchBox .result, .VPLocalSearchBox .no-results').first().waitFor()
  return page.locator('.VPLocalSearchBox a.result').evaluateAll((links) => links.map((link) => link.getAttribute('href') ?? ''))
}

describe.skipIf(reasonWithoutBrowser() !== undefined)('the built site', () => {
  let site: ServedSite
  beforeAll(async () => {
    site = await serveSite(await buildSite(), addresses.base)
  }, BUILD_TIME)
  afterAll(() => site.close())

  it('finds a passage in Chinese, and nothing that only has the characters apart', async () => {
    const page = await site.open('zh-CN/')
    const found = await searchFor(page, '被压缩遮蔽')
    expect(found).toContain(`${addresses.base}zh-CN/schedule.html#compaction`)
    expect(found.every((href) => href.startsWith(`${addresses.base}zh-CN/`))).toBe(true)
    await page.keyboard.press('Escape')
    expect(await searchFor(page, '蔽遮')).toEqual([])
  })

  it('finds a passage in English', async () => {
    const page = await site.open('reading.html')
    const found = await searchFor(page, 'compaction has shadowed')
    expect(found[0]).toBe(`${addresses.base}schedule.html#compaction`)
    expect(found.every((href) => !href.startsWith(`${addresses.base}zh-CN/`))).toBe(true)
  })

  it('does not find the words of the badges', async () => {
    const page = await site.open('zh-CN/')
    expect(await searchFor(page, '已验证')).toEqual([])
  })

  it('changes language without leaving the page, there and back', async () => {
    const page = await site.open('checking.html', { viewport: { width: 1360, height: 900 } })
    await page.locator('.VPNavBarTranslations button').hover()
    await page.locator('.VPNavBarTranslations').getByText('简体中文').click()
    await page.getByRole('heading', { level: 1, name: '核查日志' }).waitFor()
    expect(new URL(page.url()).pathname).toBe(`${addresses.base}zh-CN/checking.html`)
    await page.locator('.VPNavBarTranslations button').hover()
    await page.locator('.VPNavBarTranslations').getByText('English').click()
    await page.getByRole('heading', { level: 1, name: 'Checking logs' }).waitFor()
    expect(new URL(page.url()).pathname).toBe(`${addresses.base}checking.html`)
  })

  it('follows a link with a fragment to the heading of another page', async () => {
    const page = await site.open('cost.html')
    await page.locator('.vp-doc a[href$="command-line.html#plan"]').click()
    await page.locator('h2#plan').waitFor()
    expect(page.url()).toBe(`${site.origin}${addresses.base}command-line.html#plan`)
    await expect.poll(() => page.locator('h2#plan').evaluate((heading) => heading.getBoundingClientRect().top >= 0 && heading.getBoundingClientRect().top < innerHeight)).toBe(true)
  })

  it('shows the two lines first, with the result of their run on their edge', async () => {
    for (const [path, label] of [['', '"✓ checked"'], ['zh-CN/', '"✓ 已验证"']] as const) {
      const page = await site.open(path)
      const first = page.locator('.vp-doc h1 + .block')
      expect(await first.innerText()).toMatch(/^Time sampled while preparing turn \d+, step \d+: \S+\s+Elapsed since the preceding step context: .+\.$/)
      expect(await first.evaluate((block) => getComputedStyle(block, '::before').content.replaceAll('" "', ''))).toBe(label)
    }
  })

  it('opens every page in both languages, at the width of a phone, without an error, without scrolling sideways and without a request to another origin', async () => {
    const page = await site.open('', { viewport: { width: 390, height: 844 } })
    for (const language of languages) {
      for (const route of [...documents.map((document) => document.route), '/api/']) {
        const path = fileOf(routeIn(language, route))
        await page.goto(`${site.origin}${addresses.base}${path}`)
        expect(await page.evaluate(() => document.documentElement.lang), path).toBe(language)
        expect(await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth), path).toBeLessThanOrEqual(0)
      }
    }
    expect(site.errors).toEqual([])
    expect(site.foreign).toEqual([])
  })
})
