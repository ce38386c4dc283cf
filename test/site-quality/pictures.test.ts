import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { insertFor } from '../../docs/.vitepress/inserts.js'
import { documents, languages } from '../../docs/.vitepress/manifest.js'
import { measures } from '../../docs/.vitepress/pictures/baselines.js'
import { isPictureName, pictureFor, pictureNames } from '../../docs/.vitepress/pictures/index.js'
import { lifecycleOf } from '../../docs/.vitepress/pictures/lifecycle.js'
import { plannedDay } from '../../docs/.vitepress/pictures/staleness.js'
import { root } from '../../docs/.vitepress/repository.js'

const typesOf = (protocol: 'decision' | 'inject'): string[] => lifecycleOf(protocol).map((entry) => (entry.kind === 'row' ? (entry.note ?? entry.type) : entry.call))

describe('the life of a step', () => {
  it('under the decision protocol: the reading lands in its step, behind the prompt', () => {
    expect(typesOf('decision')).toEqual(['accepted', 'turn/start', 'claimed', 'asks', 'others', 'adds', 'step/start', 'prompt', 'reading', 'request/header', 'request', 'answer', 'assistant/message'])
  })

  it('under the inject protocol: the reading lands before its step starts', () => {
    expect(typesOf('inject')).toEqual(['turn/start', 'prompt', 'notifies', 'injects', 'reading', 'others', 'step/start', 'request/header', 'request', 'answer', 'assistant/message'])
  })
})

it('each reading measures from the moment that the core says', () => {
  const { moments, measures: found } = measures()
  expect(found.map(({ reading, baseline, duration }) => [moments[reading]?.kind, moments[baseline]?.kind, duration])).toEqual([
    ['step', 'prompt', '0s'],
    ['step', 'step', '1m 4s'],
    ['step', 'prompt', '45s'],
  ])
})

it('a longer interval writes no more and makes the clock no newer', () => {
  const { intervals } = plannedDay()
  for (const [index, { tokens, oldest = 0 }] of intervals.entries()) {
    const longer = intervals[index + 1] ?? { tokens: 0, oldest: Infinity }
    expect(longer.tokens).toBeLessThanOrEqual(tokens)
    expect(longer.oldest).toBeGreaterThanOrEqual(oldest)
  }
})

describe.each(languages)('in %s', (language) => {
  it.each(pictureNames)('the picture %s has a name and a description, and no colour of its own', (name) => {
    if (!isPictureName(name)) throw new Error(name)
    const html = pictureFor(name, language)
    for (const [svg] of html.matchAll(/<svg[\s\S]*?<\/svg>/g)) {
      const [, title, description] = /role="img" aria-labelledby="(\S+) (\S+)"/.exec(svg) ?? []
      expect(svg).toMatch(new RegExp(`<title id="${title}">[^<]{4,}</title><desc id="${description}">[^<]{40,}</desc>`))
      expect(svg).not.toMatch(/fill="|stroke="|style="|#[0-9a-f]{3}/)
    }
    expect(html).toMatch(/<figcaption>[^<]{10,}<\/figcaption>/)
  })

  it('every picture stands in a document, and every picture asked for is drawn', () => {
    const asked = documents.flatMap(({ files }) => [...readFileSync(`${root}${files[language]}`, 'utf8').matchAll(/^<!-- picture: (\S+) -->$/gm)].map(([, name = '']) => name))
    expect(asked.sort()).toEqual([...pictureNames].sort())
  })
})

it('a picture that nobody draws is refused', () => {
  expect(() => insertFor('<!-- picture: nothing -->\n', 'en')).toThrow('no picture is called nothing')
})

it('any other comment is left alone', () => {
  expect(insertFor('<!-- follows README.md -->\n', 'en')).toBeUndefined()
})
