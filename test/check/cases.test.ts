import { readdirSync, readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { checkLog, RULE_IDS, RULES, type CheckOptions, type Finding, type RuleId } from '../../src/check.js'

const folder = new URL('../cases/', import.meta.url)

interface Expected {
  readonly options?: CheckOptions
  readonly readings: number
  readonly notUnderstood: number
  readonly findings: readonly Finding[]
}

const filesOf = (rule: string): string[] => readdirSync(new URL(`${rule}/`, folder)).sort()

const namesOf = (rule: string): string[] => filesOf(rule).filter((file) => file.endsWith('.jsonl')).map((file) => file.slice(0, -'.jsonl'.length))

const read = (path: string): string => readFileSync(new URL(path, folder), 'utf8')

const expectedOf = (rule: string, name: string): Expected => JSON.parse(read(`${rule}/${name}.json`))

const rules = readdirSync(folder).sort()

it('the folders of cases are the rules', () => {
  expect(rules).toEqual([...RULE_IDS].sort())
})

it('the table of rules is in the order of their ids', () => {
  expect(Object.keys(RULES)).toEqual(RULE_IDS)
})

describe.each(rules)('the rule %s', (rule) => {
  it('has logs with a verdict beside each, and nothing else', () => {
    expect(filesOf(rule)).toEqual(namesOf(rule).flatMap((name) => [`${name}.json`, `${name}.jsonl`]).sort())
  })

  it('has a case that keeps it and a case that breaks it', () => {
    const broken = namesOf(rule).map((name) => expectedOf(rule, name).findings.some((finding) => finding.rule === rule))
    expect(broken).toContain(true)
    expect(broken).toContain(false)
  })

  it.each(namesOf(rule))('%s', (name) => {
    const { options, ...expected } = expectedOf(rule, name)
    const rows = read(`${rule}/${name}.jsonl`).trimEnd().split('\n').map((line): unknown => JSON.parse(line))
    const { readings, notUnderstood, findings } = checkLog(rows, options)
    expect({ readings, notUnderstood, findings }).toEqual(expected)
  })
})

const severityOf = (rule: RuleId): readonly string[] => Object.values(RULES[rule].severity)

it('each rule costs what the contract says', () => {
  const notes: readonly RuleId[] = ['unavailable', 'foreign', 'late', 'zone', 'version']
  for (const rule of RULE_IDS) {
    expect(Object.keys(RULES[rule].severity)).toEqual(['live', 'loaded', 'check'])
    expect(severityOf(rule)).toEqual(notes.includes(rule) ? ['note', 'note', 'note'] : [rule === 'elapsed' ? 'report' : 'fail', 'report', 'error'])
  }
})
