import { readFileSync } from 'node:fs'
import { brotliCompressSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { addresses } from '../../docs/.vitepress/repository.js'
import { BUDGETS, refuseHeavyPages } from '../../docs/.vitepress/weight.js'
import { reasonWithoutBrowser, serveSite, type ServedSite } from '../support/browser.js'
import { BUILD_TIME, buildSite } from '../support/built-site.js'

it('a page that is heavier than it may be is refused, with its name', async () => {
  const folder = await buildSite()
  expect(() => refuseHeavyPages(folder, addresses.base, [{ page: 'index.html', kilobytes: 20 }])).toThrow(/^heavy pages:\n  index\.html: \d+ kB, more than 20$/)
}, BUILD_TIME)

describe.skipIf(reasonWithoutBrowser() !== undefined)('a page', () => {
  let folder: string
  let site: ServedSite
  beforeAll(async () => {
    folder = await buildSite()
    site = await serveSite(folder, addresses.base)
  }, BUILD_TIME)
  afterAll(() => site.close())

  /** In a browser that has never been here. */
  const weigh = async (path: string): Promise<{ readonly bytes: number; readonly resources: number }> => {
    const page = await site.open('404.html')
    const context = await page.context().browser()?.newContext()
    const stranger = await context?.newPage()
    if (context === undefined || stranger === undefined) throw new Error('no browser')
    const files = new Set<string>()
    stranger.on('response', (response) => response.ok() && files.add(new URL(response.url()).pathname.slice(addresses.base.length)))
    await stranger.goto(`${site.origin}${addresses.base}${path}`, { waitUntil: 'networkidle' })
    if (path.includes('playground')) await stranger.locator('.moments').waitFor()
    // Pages behind links that have come into view are fetched ahead; they count, too.
    await stranger.evaluate(() => scrollTo(0, document.body.scrollHeight))
    await stranger.waitForTimeout(1000)
    await stranger.waitForLoadState('networkidle')
    await context.close()
    return { bytes: [...files].reduce((sum, file) => sum + brotliCompressSync(readFileSync(`${folder}/${file}`)).length, 0), resources: files.size }
  }

  it.each(BUDGETS)('$page stays within $kilobytes kB, all that the browser fetches counted', async ({ page, kilobytes }) => {
    const { bytes, resources } = await weigh(page)
    console.log(`${page}: ${Math.round(bytes / 1000)} of ${kilobytes} kB in ${resources} resources`)
    expect(resources).toBeGreaterThan(2)
    expect(bytes).toBeLessThan(kilobytes * 1000)
  })

  it('loads the playground only where it is the playground', async () => {
    const loadedBy = async (path: string): Promise<boolean> => {
      const page = await site.open(path)
      if (path.includes('playground')) await page.locator('.moments').waitFor()
      const names = await page.evaluate(() => performance.getEntriesByType('resource').map(({ name }) => name))
      return names.some((name) => /\/chunks\/Playground/.test(name))
    }
    expect([await loadedBy('playground.html'), await loadedBy('reading.html')]).toEqual([true, false])
  })
})
