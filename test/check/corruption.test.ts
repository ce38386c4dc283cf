import { beforeAll, describe, expect, it } from 'vitest'
import { checkLog } from '../../src/check.js'
import { LogReader } from '../../src/core/log.js'
import { FREE, MEANT, type Outcome } from './claims.js'
import { corruptionsOf } from './corruptions.js'
import { makeLog, record, recordedLog } from './host-log.js'

const NONE: readonly Outcome[] = []

/** Whether the reader of stored logs stops before the end. */
const isStopped = (rows: readonly unknown[]): boolean => {
  const reader = new LogReader()
  const bytes = new TextEncoder().encode(rows.map((row) => `${JSON.stringify(row)}\n`).join(''))
  const read = [...reader.push(bytes), ...reader.end()].length
  return reader.problem !== undefined || read !== rows.length - 1
}

const outcomesOf = (rows: readonly unknown[]): Outcome[] => {
  const { findings, notUnderstood } = checkLog(rows)
  const seen = [...new Set(findings.map(({ rule }) => rule)), ...(notUnderstood > 0 ? ['not understood'] : [])]
  return seen.length > 0 || !isStopped(rows) ? seen : ['reader']
}

/** What was seen of the corruptions of one kind and member, by change. */
class Tally {
  readonly #counts = new Map<string, Map<string, number>>()

  add(change: string, outcomes: readonly Outcome[]): void {
    const counts = this.#counts.get(change) ?? new Map<string, number>()
    const seen = outcomes.length === 0 ? 'nothing' : outcomes.join(' + ')
    counts.set(seen, (counts.get(seen) ?? 0) + 1)
    this.#counts.set(change, counts)
  }

  /** One line for all changes with the same outcomes. */
  get lines(): string[] {
    const changes = new Map<string, string[]>()
    for (const [change, counts] of this.#counts) {
      const outcomes = [...counts].map(([seen, count]) => `${seen} (${count})`).join(', ')
      changes.set(outcomes, [...(changes.get(outcomes) ?? []), change])
    }
    return [...changes].map(([outcomes, names]) => `  ${names.join(', ')}: ${outcomes}`)
  }
}

interface Seen {
  readonly name: string
  readonly member: string
  readonly change: string
  readonly outcomes: readonly Outcome[]
}

describe('each corruption of one row of a log', () => {
  const all: Seen[] = []
  beforeAll(async () => {
    const log = await recordedLog()
    expect(outcomesOf(log)).toEqual(NONE)
    for (const { kind, path, change, rows } of corruptionsOf(log)) {
      const member = `${kind} · ${path}`
      all.push({ name: `${member} · ${change}`, member, change, outcomes: outcomesOf(rows) })
    }
  })

  const meantFor = (name: string): readonly Outcome[] => MEANT.flatMap(([pattern, outcomes]) => (pattern.test(name) ? outcomes : []))

  it('is caught by the rule that is meant for it, or is listed with the reason why nothing shows it', () => {
    const astray = all.filter(({ name, outcomes }) => (outcomes.length > 0 ? !outcomes.some((outcome) => meantFor(name).includes(outcome)) : !FREE.some(([pattern]) => pattern.test(name))))
    expect(astray.map(({ name, outcomes }) => `${name}: ${outcomes.join(' + ') || 'nothing'}`)).toEqual([])
    expect(all.length).toBeGreaterThan(5000)
  })

  it('is claimed by no pattern in vain', () => {
    const idle = [
      ...MEANT.flatMap(([pattern, outcomes]) => outcomes.filter((outcome) => !all.some((seen) => pattern.test(seen.name) && seen.outcomes.includes(outcome))).map((outcome) => `${pattern} ${outcome}`)),
      ...FREE.filter(([pattern]) => !all.some(({ name, outcomes }) => pattern.test(name) && outcomes.length === 0)).map(([pattern]) => String(pattern)),
    ]
    expect(idle).toEqual([])
  })

  it('is in the list', async () => {
    const tallies = new Map<string, Tally>()
    for (const { member, change, outcomes } of all) {
      const tally = tallies.get(member) ?? new Tally()
      tallies.set(member, tally)
      tally.add(change, outcomes)
    }
    const unseen = all.filter(({ outcomes }) => outcomes.length === 0)
    const reasons = FREE.map(([pattern, reason]) => ({ reason, members: [...new Set(unseen.filter(({ name }) => FREE.find(([each]) => each.test(name))?.[0] === pattern).map(({ member }) => member))] }))
    const list = [
      `${all.length} corruptions of one row: ${all.length - unseen.length} caught, ${unseen.length} not observable.`,
      '',
      'What is seen of each (“reader”: the reader of stored logs stops there)',
      '',
      ...[...tallies].flatMap(([member, tally]) => [member, ...tally.lines]),
      '',
      'Why nothing is seen',
      '',
      ...reasons.filter(({ members }) => members.length > 0).flatMap(({ reason, members }) => [reason, ...members.map((member) => `  ${member}`)]),
      '',
    ]
    await expect(list.join('\n')).toMatchFileSnapshot('corruptions.txt')
  })
})

it('a log fresh from the host checks clean', async () => {
  const rows = await makeLog()
  if (process.env['RECORD_LOG'] !== undefined) await record(rows)
  expect(checkLog(rows)).toMatchObject({ readings: 5, notUnderstood: 0, findings: [] })
  expect(rows.map(({ type }) => type).sort()).toEqual((await recordedLog()).map(({ type }) => type).sort())
})
