import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { dirname } from 'node:path'
import type { Agent } from '@deepseek-ai/dsh-agent'
import { SessionId } from '@deepseek-ai/dsh-session'
import { afterEach, describe, expect, it } from 'vitest'
import { isRecord } from '../../src/core/record.js'
import * as companion from '../../src/invariant.js'
import { bootWatched, rulesIn, type WatchedHost } from '../support/companion.js'
import { journalOf } from '../support/journal.js'
import { bootHost, prompt, readingsIn, storedRows, type RealHost } from '../support/real-host.js'

const hosts: RealHost[] = []
const opened = <Host extends RealHost>(host: Host): Host => {
  hosts.push(host)
  return host
}
afterEach(() => Promise.all(hosts.splice(0).map((host) => host.dispose())))

type Rows = Record<string, unknown>[]

const fileOf = ({ ctx }: RealHost, { session }: Agent): string => {
  const located: unknown = ctx.sessionPersistence.locate(session.header)
  if (!isRecord(located) || typeof located['path'] !== 'string') throw new Error('the session is stored in no file')
  return located['path']
}

/** A session of two readings, stored by a host that is gone. */
const store = async (): Promise<{ root: string; file: string }> => {
  const host = await bootHost({ script: [{ tool: 'wait', args: { ms: 0 } }, { text: 'done' }], config: { timeZone: 'UTC' } })
  const { agent } = await host.create('stored')
  await prompt(agent, 'hello')
  await host.ctx.sessions.flush(agent.session)
  const file = fileOf(host, agent)
  await host.dispose()
  return { root: host.root, file }
}

const rewrite = async (file: string, change: (rows: Rows) => Rows): Promise<void> => {
  const rows: Rows = (await readFile(file, 'utf8')).trimEnd().split('\n').map((line) => JSON.parse(line))
  await writeFile(file, change(rows).map((row) => `${JSON.stringify(row)}\n`).join(''))
}

const text = /Time sampled while preparing turn (\d+), step (\d+): \S+\\nElapsed since the preceding ([^:]+): [^"]*?\./g

/** Change the text of every reading, in the block and in the section alike. */
const reword = (change: (text: string) => string) => (rows: Rows): Rows => rows.map((row) => JSON.parse(JSON.stringify(row).replace(text, change)))

const damages: [name: string, rules: string[], change: (rows: Rows) => Rows][] = [
  ['nothing', [], (rows) => rows],
  ['a text that is no reading', ['format'], reword(() => 'It is about noon.')],
  ['another step', ['position', 'baseline'], reword((old) => old.replace('step 1', 'step 3'))],
  ['a clock far ahead', ['clock', 'elapsed'], reword((old) => old.replace(/: \d{4}-\d\d-\d\dT/, ': 2999-01-01T'))],
  ['a duration that was not', ['elapsed'], reword((old) => old.replace(/\d+s\.$/, '59s.'))],
  ['no duration', ['unavailable'], reword((old) => old.replace(/\d+s\.$/, 'unavailable.'))],
  ['three lines, as other releases write them', ['foreign'], reword((old) => old.replace('\\n', '\\nBrowser time zone: unavailable.\\n'))],
  ['an offset that the zone never had', ['clock', 'elapsed', 'zone'], reword((old) => old.replace('+00:00', '-03:00'))],
  ['a source with one member more', ['source'], (rows) => rows.map((row) => JSON.parse(JSON.stringify(row).replaceAll('"form":"snapshot"', '"form":"snapshot","mode":1')))],
]

describe('a stored session opens with the companion mounted, and is reported on', () => {
  it.each(damages)('with %s', async (_, rules, change) => {
    const { root, file } = await store()
    await rewrite(file, change)
    const host = opened(await bootWatched({ root, config: { timeZone: 'UTC' } }))
    const { agent } = await host.resume('stored')
    expect(host.journal.flatMap((line) => rulesIn(line.text))).toEqual(rules)
    const notes = ['unavailable', 'foreign', 'zone']
    expect(host.journal.map(({ type }) => type)).toEqual(rules.map((rule) => (notes.includes(rule) ? 'info' : 'warn')))
    await prompt(agent, 'and on it goes')
    expect(agent.session.events.at(-1)).toMatchObject({ type: 'turn/end', data: { reason: { kind: 'completed' } } })
    expect(readingsIn(agent.session.events).at(-1)).toContain('turn 2, step 1')
    expect(host.journal).toHaveLength(rules.length)
  })
})

/** A session as an inject host of the first format stored it: bare source, the reading before its step. */
const oldLog = (id: string): Rows => {
  const time = Date.parse('2026-07-15T01:00:00Z')
  const message = (mid: string, content: string, source: unknown) => ({ id: mid, role: 'user', content: [{ type: 'text', text: content }], source })
  const reading = (turn: number, step: number) =>
    `Time sampled while preparing turn ${turn}, step ${step}: 2026-07-15T09:00:00+08:00[Asia/Shanghai]\nElapsed since the preceding model-visible message: 0s.`
  const rows = [
    { type: 'turn/start', data: { turn: 1 } },
    { type: 'user/message', data: message('p1', 'hello', { kind: 'user' }), surfaceOp: 'append' },
    { type: 'user/message', data: message('r1', reading(1, 1), { kind: 'plugin', plugin: 'time-context' }), surfaceOp: 'append' },
    { type: 'step/start', data: { turn: 1, step: 1 } },
    { type: 'step/end', data: { turn: 1, step: 1 } },
    { type: 'turn/end', data: { turn: 1, reason: { kind: 'completed' } } },
    { type: 'turn/start', data: { turn: 2 } },
    { type: 'user/message', data: message('r1b', reading(1, 1), { kind: 'plugin', plugin: 'time-context' }), surfaceOp: 'append' },
    { type: 'user/message', data: message('p2', 'again', { kind: 'user' }), surfaceOp: 'append' },
    { type: 'turn/end', data: { turn: 2, reason: { kind: 'completed' } } },
  ]
  return [{ type: 'session', version: 0, id, createdAt: time, cwd: '/tmp', delegationDepth: 0 }, ...rows.map((row, seq) => ({ ...row, seq, time }))]
}

it('an old session, of an inject host, opens with the companion mounted', async () => {
  const { root, file } = await store()
  const folder = dirname(dirname(file))
  await mkdir(`${folder}/old`)
  await writeFile(`${folder}/old/session.jsonl`, oldLog('old').map((row) => `${JSON.stringify(row)}\n`).join(''))
  const host = opened(await bootWatched({ root, config: { timeZone: 'UTC' } }))
  const { agent } = await host.resume('old')
  expect(host.journal.map(({ type, text: line }) => [type, ...rulesIn(line)])).toEqual([['info', 'late']])
  await prompt(agent, 'in a new time')
  expect(readingsIn(agent.session.events)).toHaveLength(3)
  expect((await storedRows(host, agent)).length).toBeGreaterThan(15)
})

it('a session that was loaded before the companion is reported on when the companion mounts', async () => {
  const { root, file } = await store()
  await rewrite(file, reword(() => 'It is about noon.'))
  const host: WatchedHost | RealHost = opened(await bootHost({ root }))
  const { agent } = await host.resume('stored')
  const journal = journalOf(host.ctx, companion.name)
  await host.ctx.plugin(companion, {})
  expect(journal.map(({ text: line }) => line)).toEqual([expect.stringMatching(/^session "stored", row \d+, format: .*\(and 1 more of this rule\)$/)])
  await prompt(agent, 'and on it goes')
  expect(journal).toHaveLength(1)
})

it('a session with a broken reading can be forked', async () => {
  const { root, file } = await store()
  await rewrite(file, reword(() => 'It is about noon.'))
  const host = opened(await bootWatched({ root }))
  const { agent } = await host.resume('stored')
  const child = host.ctx.sessions.fork(agent.session, undefined, SessionId('child'))
  expect(child.events.length).toBeGreaterThan(10)
  expect(host.journal.map(({ text: line }) => line)).toEqual([expect.stringContaining('session "stored"'), expect.stringContaining('session "child"')])
})
