import { execFileSync } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { soleTextOf } from '../../src/core/event.js'
import { parseForeignReading, parseReading } from '../../src/core/reading.js'
import { isRecord } from '../../src/core/record.js'
import { isOurs } from '../../src/core/source.js'
import { History } from '../../src/host/log.js'
import { pass, startClock, stopClock, T0 } from '../support/hosts/clock.js'
import { contributor } from '../support/hosts/contributor.js'
import { userMessage } from '../support/hosts/dialect.js'
import { GENERATIONS, type Generation } from '../support/hosts/generation.js'
import { ask } from '../support/hosts/host.js'
import type { Row } from '../support/hosts/row.js'
import { bootStandIn, type StandIn } from '../support/hosts/stand-in.js'
import { showingOnly } from '../support/hosts/substitute.js'
import { temporaryFolder } from '../support/temporary-folder.js'
import { endingsIn, readingsIn } from './observation.js'

const SECOND = 1000
const MINUTE = 60 * SECOND

let folder: string
beforeEach(() => {
  folder = temporaryFolder()
  startClock()
})
afterEach(stopClock)

const mounted = async (generation: Generation, refreshIntervalMs = 0): Promise<StandIn> => {
  const host = await bootStandIn(generation, { folder })
  await host.mount({ timeZone: 'Asia/Shanghai', refreshIntervalMs })
  return host
}

const sourcesIn = (rows: readonly Row[]): unknown[] =>
  rows.flatMap(({ data }) => (isRecord(data) && isOurs(data['source']) ? [data['source']] : []))

it('C09: named zones work without the system’s zone files, and nothing here reads them', () => {
  const built = new URL('../../lib/index.js', import.meta.url).href
  const script = `import { apply } from '${built}'; apply({ on: () => {} }); console.log('mounted')`
  const env = { PATH: process.env['PATH'] ?? '', TZ: 'Asia/Shanghai', TZDIR: '/nonexistent' }
  expect(execFileSync(process.execPath, ['--input-type=module', '-e', script], { encoding: 'utf8', env })).toBe('mounted\n')
  const sources = fileURLToPath(new URL('../../src', import.meta.url))
  const live = readdirSync(sources, { recursive: true, encoding: 'utf8' }).filter((name) => /^(index|config|(core|host)\/\w+)\.ts$/.test(name))
  expect(live).toContain('core/zone.ts')
  for (const file of live) expect(readFileSync(join(sources, file), 'utf8'), file).not.toMatch(/from 'node:|readFile/)
})

it('C42: a reading in one session never holds back another', async () => {
  const host = await mounted(GENERATIONS.G4, 10 * MINUTE)
  const [one, two] = [await host.open('one'), await host.open('two')]
  await ask(one)
  pass(MINUTE)
  await ask(two)
  await ask(one)
  expect([readingsIn(one.rows()), readingsIn(two.rows())]).toEqual([['1.1 at +0s: 0s'], ['1.1 at +1m 0s: 0s']])
})

it.each([GENERATIONS.G2, GENERATIONS.G3, GENERATIONS['G3.5'], GENERATIONS.G4])('C44: a child forked on $id gets a reading although its parent has a fresh one', async (generation) => {
  const host = await mounted(generation, 10 * MINUTE)
  const parent = await host.open('parent')
  for (let turn = 1; turn <= 4; turn++) await ask(parent)
  pass(8 * MINUTE)
  const child = await host.fork(parent, 'child')
  await ask(child)
  expect(readingsIn(child.rows())).toEqual(['1.1 at +0s: 0s', '5.1 at +8m 0s: 0s'])
})

it('C59b: a host that announces a step when it is open already gets no injection and one warning, and its turns end', async () => {
  const host = await mounted(GENERATIONS.G2c)
  const seat = await host.open('s')
  host.script({ pass: SECOND })
  await ask(seat)
  await ask(seat)
  expect(readingsIn(seat.rows())).toEqual([])
  expect(host.warnings).toHaveLength(1)
  expect(endingsIn(seat.rows())).toEqual(['completed', 'completed'])
  expect(seat.requests()).toHaveLength(3)
})

it('C59b: the same host without a readable log is caused one step more, never an endless turn', async () => {
  const host = await bootStandIn(GENERATIONS.G2c, { folder })
  await host.mount({ timeZone: 'Asia/Shanghai' }, showingOnly('header'))
  const seat = await host.open('s')
  await ask(seat)
  expect(endingsIn(seat.rows())).toEqual(['completed'])
  expect(seat.requests()).toHaveLength(2)
})

describe('C61: the source is the one that the host’s format wants', () => {
  it('has a kind of its own on format 4, which stores and reopens the session', async () => {
    const host = await mounted(GENERATIONS.G4)
    const seat = await host.open('s')
    await ask(seat)
    await seat.close()
    const [source] = sourcesIn((await host.resume('s')).rows())
    expect(source).toEqual({ kind: 'time-context', form: 'snapshot', sections: [{ name: 'time-context', text: expect.stringMatching(/^Time sampled/) }] })
  })

  it.each([GENERATIONS.G3a, GENERATIONS.G3, GENERATIONS['G3.6'], GENERATIONS['G3.7']])('is a plugin’s on format $format of $id', async (generation) => {
    const host = await mounted(generation)
    const seat = await host.open('s')
    await ask(seat)
    expect(sourcesIn(seat.rows())).toEqual([expect.objectContaining({ kind: 'plugin', plugin: 'time-context', form: 'snapshot' })])
  })

  it('has a kind of its own where the header says nothing of the format', async () => {
    const host = await bootStandIn(GENERATIONS.G3, { folder })
    await host.mount({ timeZone: 'Asia/Shanghai' }, showingOnly('events', 'seq'))
    const seat = await host.open('s')
    await ask(seat)
    expect(sourcesIn(seat.rows())).toEqual([expect.objectContaining({ kind: 'time-context' })])
  })
})

describe.each([[{ kind: 'plugin', plugin: 'time-context' }], [{ kind: 'time-context' }], [{ kind: 'plugin:time-context' }]])('C62: a reading stored as %j', (source) => {
  const text = 'Time sampled while preparing turn 1, step 1: 2026-07-15T09:00:00+08:00[Asia/Shanghai]\nElapsed since the preceding model-visible message: 0s.'

  it.each([
    ['holds back the next', 10 * MINUTE, ['1.1 at +0s: 0s']],
    ['is what the next step measures from', 0, ['1.1 at +0s: 0s', '1.2 at +1m 0s: 1m 0s']],
  ])('%s', async (_what, interval, expected) => {
    const host = await mounted(GENERATIONS.G3, interval)
    host.listen(contributor(GENERATIONS.G3, text, source))
    const seat = await host.open('s')
    host.script({ pass: MINUTE })
    await ask(seat)
    expect(readingsIn(seat.rows())).toEqual(expected)
  })
})

describe('C65: a session that offers', () => {
  const generation = { ...GENERATIONS.G4, readers: ['events', 'eventAt', 'readLog'] } as const
  const play = async (...members: string[]): Promise<{ readonly readings: string[]; readonly warnings: number }> => {
    const host = await bootStandIn(generation, { folder })
    await host.mount({ timeZone: 'Asia/Shanghai', refreshIntervalMs: MINUTE }, showingOnly('header', ...members))
    const seat = await host.open('s')
    host.script({ pass: SECOND }, { pass: MINUTE })
    await ask(seat)
    pass(MINUTE)
    await ask(seat)
    return { readings: readingsIn(seat.rows()), warnings: host.warnings.length }
  }

  it.each([[['events']], [['seq', 'eventAt']], [['snapshotEvents']], [['readLog']], [['events', 'seq', 'isOwnSeq']]])('only %j has the same readings as any other', async (members) => {
    expect(await play(...members)).toEqual({ readings: ['1.1 at +0s: 0s', '1.3 at +1m 1s: 1m 1s', '2.1 at +2m 1s: 0s'], warnings: 0 })
  })

  it('nothing has its readings at every step, unavailable and with one warning', async () => {
    const readings = ['1.1 at +0s', '1.2 at +1s', '1.3 at +1m 1s', '2.1 at +2m 1s'].map((place) => `${place}: unavailable`)
    expect(await play()).toEqual({ readings, warnings: 1 })
  })
})

it('C66: a three-line reading of another release is recognised as such and counts for the schedule', async () => {
  const text = [
    'Time sampled while preparing turn 1, step 1: 2026-07-15T09:00:00+08:00[Asia/Shanghai]',
    'Browser time zone: unavailable.',
    'Elapsed since the preceding model-visible message: 0s.',
  ].join('\n')
  expect(parseReading(text)).toBeUndefined()
  expect(parseForeignReading(text)?.turn).toBe(1)
  const host = await mounted(GENERATIONS.G3, 10 * MINUTE)
  host.listen(contributor(GENERATIONS.G3, text, { kind: 'plugin', plugin: 'time-context' }))
  const seat = await host.open('s')
  await ask(seat)
  pass(9 * MINUTE)
  await ask(seat)
  pass(MINUTE)
  await ask(seat)
  expect(readingsIn(seat.rows())).toEqual(['foreign at +0s', '3.1 at +10m 0s: 0s'])
})

it('C67: of 250,000 rows each is read once, and a step reads only what came since the last', () => {
  const text = 'Time sampled while preparing turn 1, step 1: 2026-07-15T09:00:00+08:00[Asia/Shanghai]\nElapsed since the preceding model-visible message: 0s.'
  const reading = userMessage(text, { kind: 'time-context' })
  const chunk = { turn: 1, step: 1 }
  let read = 0
  const session = {
    header: { version: 4 },
    seq: 250_000,
    eventAt: (seq: number): Row => {
      read++
      const isReading = seq % 670 === 0 && seq / 670 < 373
      return { type: isReading ? 'user/message' : 'assistant/chunk', seq, time: T0 + seq, data: isReading ? reading : chunk, ...(isReading && { surfaceOp: 'append' }) }
    },
  }
  const history = new History()
  expect(history.of(session)?.ownReading).toBe(T0 + 372 * 670)
  expect(read).toBe(250_000)
  history.of(session)
  expect(read).toBe(250_000)
  history.follow(session, session.eventAt(session.seq++))
  history.of(session)
  expect(read).toBe(250_001)
  session.seq++
  history.of(session)
  expect(read).toBe(250_002)
})

it('C73: zone and offset stand on the line of the time', async () => {
  const host = await mounted(GENERATIONS.G3)
  const seat = await host.open('s')
  await ask(seat)
  const lines = seat.requests().flat().flatMap((message) => soleTextOf(isRecord(message) ? message : {})?.split('\n') ?? [])
  expect(lines.filter((line) => /\d\d:\d\d|Shanghai/.test(line))).toEqual(['Time sampled while preparing turn 1, step 1: 2026-07-15T09:00:00+08:00[Asia/Shanghai]'])
})
