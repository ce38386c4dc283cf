import { brotliCompressSync } from 'node:zlib'
import type { Response } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { addresses } from '../../docs/.vitepress/repository.js'
import { BUDGETS, refuseHeavyPages } from '../../docs/.vitepress/weight.js'
import { reasonWithoutBrowser, serveSite, type ServedSite } from '../support/browser.js'
import { BUILD_TIME, buildSite } from '../support/built-site.js'

it('that is heavier than it may be is refused, with its name', async () => {
  const folder = await buildSite()
  expect(() => refuseHeavyPages(folder, addresses.base, [{ page: 'index.html', kilobytes: 20 }])).toThrow(/^heavy pages:\n  index\.html: \d+ kB, more than 20$/)
}, BUILD_TIME)

describe.skipIf(reasonWithoutBrowser() !== undefined)('a page', () => {
  let site: ServedSite
  beforeAll(async () => {
    site = await serveSite(await buildSite(), addresses.base)
  }, BUILD_TIME)
  afterAll(() => site.close())

  const weigh = async (path: string): Promise<{ readonly bytes: number; readonly resources: number }> => {
    const page = await site.open('404.html')
    const responses: Response[] = []
    page.on('response', (response) => responses.push(response))
    const session = await page.context().newCDPSession(page)
    await session.send('Network.setCacheDisabled', { cacheDisabled: true })
    await page.goto(`${site.origin}${addresses.base}${path}`, { waitUntil: 'networkidle' })
    if (path.includes('playground')) await page.locator('.moments').waitFor()
    const sizes = await Promise.all(responses.filter((response) => response.ok()).map(async (response) => brotliCompressSync(await response.body()).length))
    await page.context().close()
    return { bytes: sizes.reduce((sum, size) => sum + size, 0), resources: sizes.length }
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
