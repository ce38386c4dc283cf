/**
 * Draw the card that is shown where somebody shares a link to the site (by hand, after a change:
 * `node docs/.vitepress/card/card.ts`). Those who fetch it want pixels, so a browser makes them.
 */

import { writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { chromium } from 'playwright-core'
import { formatReading } from '@deepseek-ai/dsh-time-context/reading'

const [WIDTH, HEIGHT] = [1200, 630]

const [first = '', second = ''] = formatReading({
  turn: 1,
  step: 2,
  timestamp: { instant: Date.UTC(2026, 6, 15, 1, 1, 3), offset: 8 * 3600, zone: 'Asia/Shanghai' },
  elapsed: 63_000,
}).split('\n')
const [before, after] = first.split(/(?<=: )(?=\d)/)

const mono = `font-family="ui-monospace, 'DejaVu Sans Mono', monospace" font-size="31"`
const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${WIDTH}" height="${HEIGHT}" viewBox="0 0 ${WIDTH} ${HEIGHT}">
  <rect width="${WIDTH}" height="${HEIGHT}" fill="#fdfcf9"/>
  <rect x="80" y="84" width="72" height="6" fill="#9a3412"/>
  <text x="80" y="162" font-family="Georgia, 'DejaVu Serif', serif" font-weight="600" font-size="60" fill="#25221d">dsh-time-context</text>
  <text x="80" y="222" font-family="Georgia, 'DejaVu Serif', serif" font-size="32" fill="#5c564b">A clock for DeepSeek Harness agents</text>
  <rect x="80" y="290" width="1040" height="230" rx="8" fill="#fffefb" stroke="#e4dfd3" stroke-width="2"/>
  <rect x="80" y="290" width="8" height="230" fill="#9a3412"/>
  <g ${mono} fill="#25221d">
    <text x="122" y="354">${before}</text>
    <text x="160" y="408" fill="#9a3412">${after}</text>
    <text x="122" y="470">${second}</text>
  </g>
</svg>`

const browser = await chromium.launch({ executablePath: process.env['CHROMIUM'] ?? '/usr/bin/chromium', args: ['--no-sandbox', '--disable-background-networking'] })
const page = await browser.newPage({ viewport: { width: WIDTH, height: HEIGHT } })
await page.setContent(`<style>body{margin:0}svg{display:block}</style>${svg}`)
writeFileSync(fileURLToPath(new URL('../public/card.png', import.meta.url)), await page.screenshot())
await browser.close()
