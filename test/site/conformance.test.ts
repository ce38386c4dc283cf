import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { drawConformance, drawnIn, hostsPage, readConformance } from '../../docs/.vitepress/conformance.js'
import { languages } from '../../docs/.vitepress/manifest.js'

it.each(languages)('the %s page on hosts shows what the conformance suite found (to write it: node docs/.vitepress/conformance.ts)', (language) => {
  expect(drawnIn(readFileSync(hostsPage(language), 'utf8'))).toBe(drawConformance(readConformance(), language))
})

it('a scenario that the suite did not run on a host is refused', () => {
  const text = { en: 'x', zh: 'x' }
  const host = { id: 'G1', hosts: text, protocol: 'inject', format: 0, published: false } as const
  expect(() => drawConformance({ hosts: [host], reasons: {}, scenarios: [{ id: 's', title: text, cells: {} }] }, 'en')).toThrow('no result for G1')
})
