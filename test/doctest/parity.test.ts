import { describe, expect, it } from 'vitest'
import { readDocuments, root } from './document.js'
import { describe as describeFinding, errorAt, type Finding } from './failure.js'
import { comparePages } from './parity.js'
import { proseFindings } from './prose.js'
import { suiteOf } from './suite.js'

const suite = suiteOf(readDocuments())

const declare = (findings: readonly Finding[]): void => {
  it('and nothing is found', () => expect(findings.map(describeFinding)).toEqual([]))
  it.each(findings.map((finding) => [`${finding.file}:${finding.line}`, finding] as const))('%s', (_place, finding) => {
    throw errorAt(finding, root, suite.pages.find(({ file }) => file === finding.file)?.source ?? '')
  })
}

describe('both languages of a page say the same', () => declare(comparePages(suite)))

describe('the prose is readable, its links lead somewhere and its words are the agreed ones', () => declare(proseFindings(suite.pages, root)))
