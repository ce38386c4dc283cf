import { describe, expect, it } from 'vitest'
import { missingFrom, offerOf, unknownNames } from './coverage.js'
import { readDocuments, root } from './document.js'
import { describe as described, errorAt } from './failure.js'
import { suiteOf } from './suite.js'

const suite = suiteOf(readDocuments())
const offer = offerOf(root)

it('everything that the package offers stands in a block that is executed', () => {
  expect(missingFrom(suite, offer)).toEqual([])
})

it('what is offered is read from the sources, kind by kind', () => {
  expect(offer.export).toEqual(expect.arrayContaining(['apply', 'parseReading', 'checkLog', 'Timestamp']))
  expect(offer['configuration key']).toEqual(expect.arrayContaining(['timeZone', 'refreshIntervalMs']))
  expect(offer['error code']).toEqual(expect.arrayContaining(['unknown-key', 'icu-only']))
  expect(offer.rule).toHaveLength(16)
  expect(offer['schedule reason']).toEqual(expect.arrayContaining(['every-step', 'clock-behind', 'interval']))
})

it('what is not shown is named', () => {
  const shown = suiteOf(new Map([['README.md', '```text zone id=a\nCST → refused: icu-only\n```\n']]))
  expect(missingFrom(shown, { ...offer, 'error code': ['icu-only', 'padded'], export: ['apply'], rule: [], 'configuration key': [], 'schedule reason': [], 'reading token': [] })).toEqual(['export apply', 'error code padded'])
})

describe('what the prose names in code exists', () => {
  const findings = unknownNames(suite, root)
  it('and nothing is unknown', () => expect(findings.map(described)).toEqual([]))
  it.each(findings.map((finding) => [`${finding.file}:${finding.line}`, finding] as const))('%s', (_place, finding) => {
    throw errorAt(finding, root, suite.pages.find(({ file }) => file === finding.file)?.source ?? '')
  })
  it('and a name that does not is found at its line', () => {
    const source = '# A\n\nSet `refreshIntervalSeconds`, see `src/core/clock.ts`, run `npm run docs:tests`.\n'
    expect(unknownNames(suiteOf(new Map([['README.md', source]])), root).map(described)).toEqual([
      'README.md:3: refreshIntervalSeconds: nothing is called refreshIntervalSeconds (a word of other projects is listed in test/doctest/vocabulary.ts)',
      'README.md:3: there is no file src/core/clock.ts',
      'README.md:3: package.json has no such script: npm run docs:tests',
    ])
  })
})
