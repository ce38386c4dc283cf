import axe from 'axe-core'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { addresses } from '../../docs/.vitepress/repository.js'
import { reasonWithoutBrowser, serveSite, type ServedSite } from '../support/browser.js'
import { BUILD_TIME, buildSite } from '../support/built-site.js'
import { sitePages } from './pages.js'

declare global {
  interface Window {
    readonly axe: typeof axe
  }
}

const SCHEMES = ['light', 'dark'] as const

/** What axe finds on a page: rule, and where. */
const violationsOn = async (page: Page): Promise<string[]> => {
  const { violations } = await page.evaluate(() => window.axe.run(document, { resultTypes: ['violations'] }))
  return violations.flatMap(({ id, nodes }) => nodes.map(({ target, failureSummary }) => `${id}: ${target.join(' ')}: ${failureSummary ?? ''}`))
}

/** Wait until the page is alive and its colours are those of the scheme. */
const settle = async (page: Page, scheme: 'light' | 'dark'): Promise<void> => {
  await page.emulateMedia({ colorScheme: scheme, reducedMotion: 'reduce' })
  await page.waitForFunction((isDark) => Reflect.has(document.querySelector('#app') ?? {}, '__vue_app__') && document.documentElement.classList.contains('dark') === isDark, scheme === 'dark')
}

describe.skipIf(reasonWithoutBrowser() !== undefined)('every page, in both languages', () => {
  const found: Record<'light' | 'dark', string[]> = { light: [], dark: [] }
  let site: ServedSite

  beforeAll(async () => {
    site = await serveSite(await buildSite(), addresses.base)
    const page = await site.open('')
    await page.context().addInitScript(axe.source)
    for (const { path } of sitePages) {
      await page.goto(`${site.origin}${addresses.base}${path}`)
      if (path.includes('playground')) await page.locator('.moments').waitFor()
      for (const scheme of SCHEMES) {
        await settle(page, scheme)
        found[scheme].push(...(await violationsOn(page)).map((violation) => `${path}: ${violation}`))
      }
    }
    const foreign = new Set(site.foreign)
    console.log(`${sitePages.length} pages: axe ${axe.version} finds ${found.light.length} in light, ${found.dark.length} in dark; ${foreign.size} requests to another origin`)
  }, BUILD_TIME)
  afterAll(() => site.close())

  it.each(SCHEMES)('gives axe nothing to find, %s', (scheme) => {
    expect(found[scheme]).toEqual([])
  })

  it('asks no other origin for anything, and throws nothing', () => {
    expect(site.foreign).toEqual([])
    expect(site.errors).toEqual([])
  })

  it('gives axe nothing to find in the playground, with a refused zone, a refused length and a log that breaks off', async () => {
    const page = await site.open('playground.html', { reducedMotion: 'reduce' })
    await page.evaluate(axe.source)
    await page.getByLabel('timeZone').fill('CST')
    await page.getByLabel('waits').first().fill('soon')
    await page.keyboard.press('Tab')
    await page.getByText('"CST" is refused').waitFor()
    expect(await violationsOn(page)).toEqual([])
    await page.getByLabel('Choose a log').setInputFiles({ name: 'broken.jsonl', mimeType: 'application/jsonl', buffer: Buffer.from('{"type":"session","version":0}\n{') })
    await page.getByText('broken.jsonl cannot be read').waitFor()
    expect(await violationsOn(page)).toEqual([])
  })
})
