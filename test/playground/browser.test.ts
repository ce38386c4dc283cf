import { readFileSync } from 'node:fs'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { addresses, root } from '../../docs/.vitepress/repository.js'
import { reasonWithoutBrowser, serveSite, type ServedSite } from '../support/browser.js'
import { BUILD_TIME, buildSite } from '../support/built-site.js'

const realLog = (name: string): string => readFileSync(`${root}test/fixtures/logs/${name}`, 'utf8')

const readingsOn = (page: Page): Promise<string[]> => page.locator('.moments .read pre').allInnerTexts()
const heldBackOn = (page: Page): Promise<string[]> => page.locator('.moments .none .what').allInnerTexts()

/** Everything that is told, apart from the page's own language. */
const storyOn = async (page: Page): Promise<unknown> => ({ readings: await readingsOn(page), times: await page.locator('.moments time').allInnerTexts(), steps: await page.locator('.moments .step').count() })

const drop = async (page: Page, name: string, content: string | Uint8Array): Promise<void> => {
  const bytes = [...(typeof content === 'string' ? new TextEncoder().encode(content) : content)]
  const dataTransfer = await page.evaluateHandle(
    ([fileName, fileBytes]) => {
      const transfer = new DataTransfer()
      transfer.items.add(new File([new Uint8Array(fileBytes)], fileName))
      return transfer
    },
    [name, bytes] as const,
  )
  await page.dispatchEvent('.playground', 'drop', { dataTransfer })
}

/** Press Tab until the focus is on an element of that role and name. */
const tabTo = async (page: Page, role: 'button' | 'textbox' | 'combobox' | 'spinbutton', name: string): Promise<void> => {
  const wanted = page.getByRole(role, { name, exact: true }).first()
  for (let presses = 0; presses < 120; presses += 1) {
    if (await wanted.evaluate((element) => element === document.activeElement)) return
    await page.keyboard.press('Tab')
  }
  throw new Error(`Tab never reaches ${role} ${name}`)
}

describe.skipIf(reasonWithoutBrowser() !== undefined)('the playground', () => {
  let site: ServedSite
  beforeAll(async () => {
    site = await serveSite(await buildSite(), addresses.base)
  }, BUILD_TIME)
  afterAll(() => site.close())

  const open = async (query = '', path = 'playground.html'): Promise<Page> => {
    const page = await site.open(`${path}${query}`, { viewport: { width: 1280, height: 900 }, reducedMotion: 'reduce' })
    await page.locator('.moments').waitFor()
    return page
  }

  it('opens with the session that the document writes out', async () => {
    const page = await open()
    const written = (await page.locator('#playground-opening code').innerText()).split('\n').filter((line) => line.includes('> Time sampled') || line.includes('> Elapsed'))
    expect((await readingsOn(page)).flatMap((text) => text.trim().split('\n'))).toEqual(written.map((line) => line.replace(/^\s*> /, '')))
    expect(await heldBackOn(page)).toHaveLength(2)
  })

  it('shapes a session by hand, and shows which steps were held back and why', async () => {
    const page = await open()
    await page.getByRole('button', { name: '10 min' }).click()
    await page.getByRole('button', { name: 'Remove: Prompt, 3.' }).click()
    await page.getByRole('button', { name: 'Remove: Idle, 2.' }).click()
    await page.getByRole('button', { name: 'Add: Compaction' }).click()
    await page.getByRole('button', { name: 'Add: Restart' }).click()
    await page.getByRole('button', { name: 'Add: Clock set' }).click()
    await page.getByRole('button', { name: 'Add: Prompt' }).click()
    const held = await heldBackOn(page)
    expect(held).toHaveLength(4)
    expect(held[0]).toMatch(/Turn 1, step 2\s*held back\s*the interval has not passed, due in 8m 56s/)
    expect(await page.locator('.moments .read .what').allInnerTexts()).toEqual([expect.stringContaining('the session has none yet'), expect.stringContaining('the clock stands before the latest one')])
    expect(await page.locator('.moments > li.compaction, .moments > li.restart, .moments > li.clock').allInnerTexts()).toEqual([expect.stringContaining('Compaction'), expect.stringContaining('Restart'), expect.stringContaining('−1h 0s')])
    expect(await page.locator('.cost').innerText()).toMatch(/^2 readings in 6 steps: \d+ characters, about \d+ tokens\.$/)
    expect(await page.locator('.intervals tbody tr').count()).toBe(10)
    expect(await page.locator('.verdict').innerText()).not.toBe('')
  })

  it('shows the newest reading in the request of a step that got none, or that there is no clock', async () => {
    const page = await open()
    await page.getByRole('button', { name: 'Compaction', exact: true }).click()
    expect(await page.locator('.moments .none', { hasText: 'Its request shows no clock at all.' }).count()).toBe(3)
    await page.getByRole('button', { name: 'A working day' }).click()
    expect(await page.locator('.moments .none pre').first().innerText()).toContain('turn 1, step 2')
  })

  it('names a refused zone and what to write instead, and a length that is none', async () => {
    const page = await open()
    await page.getByLabel('timeZone').fill('CST')
    await page.getByLabel('waits').first().fill('soon')
    await page.keyboard.press('Tab')
    expect(await page.locator('.problem').innerText()).toMatch(/^"CST" is refused: .*Asia\/Shanghai/)
    expect(await page.getByLabel('timeZone').getAttribute('aria-invalid')).toBe('true')
    expect(await page.locator('.acts small[role=alert]').innerText()).toContain('Write a length such as 45s')
    expect(await page.locator('.moments').count()).toBe(0)
  })

  it('shares a situation by its address: a stranger who opens it sees the same', async () => {
    const page = await open()
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
    await page.getByRole('button', { name: 'A clock that jumps back' }).click()
    await page.getByRole('button', { name: 'Copy a link to this' }).click()
    await page.getByText('Link copied.').waitFor()
    const address = new URL(await page.evaluate(() => navigator.clipboard.readText()))
    const other = await open(address.search)
    expect(await storyOn(other)).toEqual(await storyOn(page))
    expect((await readingsOn(other)).length).toBeGreaterThan(1)
  })

  it('opens with its own session where an address is damaged', async () => {
    const [damaged, fresh] = [await open('?zone=UTC&every=x&acts=q'), await open()]
    expect(await storyOn(damaged)).toEqual(await storyOn(fresh))
  })

  it('keeps the situation, and a loaded log, when the language is switched', async () => {
    const page = await open()
    await page.getByRole('button', { name: 'Prompts that wait' }).click()
    const before = await storyOn(page)
    await page.locator('.VPNavBarTranslations button').click()
    await page.locator('.VPNavBarTranslations').getByText('简体中文').click()
    await page.getByRole('heading', { name: '告诉模型的话' }).waitFor()
    expect(await page.evaluate(() => document.documentElement.lang)).toBe('zh-CN')
    expect(await storyOn(page)).toEqual(before)
    expect(await page.locator('.verdict').innerText()).toContain('没有发现问题')
    await drop(page, 'real.jsonl', realLog('format-0-first.jsonl'))
    await page.getByText('real.jsonl，共').waitFor()
    await page.locator('.VPNavBarTranslations button').click()
    await page.locator('.VPNavBarTranslations').getByText('English').click()
    await page.getByText(/real\.jsonl, \d+ rows\./).waitFor()
  })

  it('reads a log that a host has stored, when it is dropped', async () => {
    const page = await open()
    await drop(page, 'session.jsonl', realLog('format-0-tools.jsonl'))
    await page.getByText(/session\.jsonl, \d+ rows\./).waitFor()
    expect(await page.locator('.moments .step').count()).toBeGreaterThan(1)
    expect((await readingsOn(page))[0]).toMatch(/^Time sampled while preparing turn 1, step 1: /)
    expect(await page.locator('.verdict').innerText()).toMatch(/^\d+ readings? checked, nothing found\.$/)
    expect(await page.locator('.problem').count()).toBe(0)
    await page.getByRole('button', { name: 'Back to the situation' }).click()
    expect(await page.getByLabel('timeZone').inputValue()).toBe('Asia/Shanghai')
  })

  it('says what is wrong with a log: the verdict names the row and the rule', async () => {
    const page = await open()
    await drop(page, 'altered.jsonl', realLog('format-0-tools.jsonl').replaceAll(/(preceding step context: )[^."]+/g, '$199d 0s'))
    await page.locator('.verdict li.error').first().waitFor()
    expect(await page.locator('.verdict').innerText()).toMatch(/^\d+ errors?, \d+ notes?\./)
    expect(await page.locator('.verdict li.error').first().innerText()).toMatch(/elapsed/)
  })

  it('names a file that breaks off and the line, and tells the story up to there', async () => {
    const page = await open()
    const lines = realLog('format-0-tools.jsonl').split('\n')
    await drop(page, 'broken.jsonl', lines.with(12, '{"type":').join('\n'))
    expect(await page.locator('.problem').innerText()).toMatch(/^broken\.jsonl cannot be read from line 13 on: /)
    expect(await page.locator('.moments .step').count()).toBe(1)
    await drop(page, 'picture.png', Uint8Array.of(0x89, 0x50, 0x4e, 0x47))
    await page.getByText('picture.png cannot be read from line 1 on:').waitFor()
  })

  it('says how to unpack a compressed log', async () => {
    const page = await open()
    await page.getByLabel('Choose a log').setInputFiles({ name: 'session.jsonl.zstd', mimeType: 'application/zstd', buffer: Buffer.of(0x28, 0xb5, 0x2f, 0xfd, 0) })
    await page.getByText('zstd -d').waitFor()
    expect(await page.locator('.moments').count()).toBe(1)
  })

  it('saves a log that it reads back as the same story', async () => {
    const page = await open()
    const before = await readingsOn(page)
    const [download] = await Promise.all([page.waitForEvent('download'), page.getByRole('button', { name: 'Save its log' }).click()])
    await page.getByLabel('Choose a log').setInputFiles(await download.path())
    await page.getByRole('button', { name: 'Back to the situation' }).waitFor()
    expect(await readingsOn(page)).toEqual(before)
  })

  it('is worked by keyboard alone, and the focus stays where the change was made', async () => {
    const page = await open()
    const focused = (): Promise<string> => page.evaluate(() => document.activeElement?.getAttribute('aria-label') ?? document.activeElement?.closest('label')?.innerText ?? '')
    await tabTo(page, 'combobox', 'timeZone')
    await page.keyboard.press('Control+a')
    await page.keyboard.type('Europe/Berlin')
    await tabTo(page, 'spinbutton', 'refreshIntervalMs')
    await page.keyboard.press('Control+a')
    await page.keyboard.type('3600000')
    await tabTo(page, 'textbox', 'tool calls')
    await page.keyboard.press('Control+a')
    await page.keyboard.type('2h, 5s')
    await tabTo(page, 'button', 'Move later: Idle, 2.')
    await page.keyboard.press('Enter')
    expect(await focused()).toBe('Move earlier: Idle, 3.')
    expect(await page.locator('[role=status]').innerText()).toBe('Idle is now 3 of 3.')
    await page.keyboard.press('Enter')
    expect(await focused()).toBe('Move earlier: Idle, 2.')
    await tabTo(page, 'button', 'Remove: Idle, 2.')
    await page.keyboard.press('Space')
    expect(await focused()).toBe('Remove: Prompt, 2.')
    await tabTo(page, 'button', 'Add: Idle')
    await page.keyboard.press('Enter')
    expect(await focused()).toBe('for')
    await page.keyboard.press('Control+a')
    await page.keyboard.type('12h')
    await page.keyboard.press('Enter')
    expect((await readingsOn(page)).map((text) => text.split('\n')[0])).toEqual([
      'Time sampled while preparing turn 1, step 1: 2026-07-15T03:00:00+02:00[Europe/Berlin]',
      'Time sampled while preparing turn 1, step 2: 2026-07-15T05:00:01+02:00[Europe/Berlin]',
    ])
    expect(await heldBackOn(page)).toHaveLength(2)
    await tabTo(page, 'button', 'Choose a log')
  })

  it('reads out where changes come to rest, not each of them', async () => {
    const page = await open()
    await page.evaluate(() => {
      const status = document.querySelector('[role=status]')
      const said: string[] = []
      Object.assign(window, { said })
      new MutationObserver(() => status?.textContent && said.push(status.textContent)).observe(status ?? document.body, { childList: true, characterData: true, subtree: true })
    })
    for (const name of ['1 h', 'every step', '10 min']) await page.getByRole('button', { name, exact: true }).click()
    await page.getByText(/^5 steps, \d readings/).waitFor()
    expect(await page.evaluate(() => Reflect.get(window, 'said'))).toEqual(['5 steps, 2 readings, 3 held back. 0 findings.'])
  })

  it('asks no other origin for anything, and throws nothing', () => {
    expect(site.foreign).toEqual([])
    expect(site.errors).toEqual([])
  })
})
