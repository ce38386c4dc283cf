import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { isRecord } from '../../src/core/record.js'
import { startClock, stopClock, T0 } from '../support/hosts/clock.js'
import { userMessage } from '../support/hosts/dialect.js'
import { GENERATIONS, protocolOf, type Generation } from '../support/hosts/generation.js'
import { ask, type Host } from '../support/hosts/host.js'
import { once } from '../support/hosts/later.js'
import { bootPublished } from '../support/hosts/published.js'
import type { Row } from '../support/hosts/row.js'
import { bootStandIn, type StandIn } from '../support/hosts/stand-in.js'
import { temporaryFolder } from '../support/temporary-folder.js'

let folder: string
beforeEach(() => {
  folder = temporaryFolder()
  startClock()
})
afterEach(stopClock)

const standIn = (generation: Generation): Promise<StandIn> => bootStandIn(generation, { folder })

const append = { surfaceOp: 'append' } as const

const all: readonly Generation[] = Object.values(GENERATIONS)

const inject = (agent: object, ...args: unknown[]): void => {
  if ('inject' in agent && typeof agent.inject === 'function') Reflect.apply(agent.inject, agent, args)
}

describe.each(all)('the stand-in for $id', (generation) => {
  it.each([undefined, () => 1, new Date(0), NaN, -0, new (class Clock {})(), [undefined]])('refuses a row whose data JSON would not keep: %s', async (value) => {
    const { held } = await (await standIn(generation)).open('s')
    expect(() => held.session.append('step/start', { value })).toThrow('session event "step/start" carries non-JSON-serializable data')
    expect(held.log.length).toBe(0)
  })

  it('wants to know how a message joins what the model sees, and nothing of the kind for other rows', async () => {
    const { held } = await (await standIn(generation)).open('s')
    expect(() => held.session.append('user/message', userMessage('x'))).toThrow('session event "user/message" is surface-eligible and requires a surfaceOp marker')
    expect(() => held.session.append('step/start', {}, append)).toThrow(/^session event "step\/start" is not surface-eligible and cannot carry surface/)
  })

  it('takes replacements in its own spelling only', async () => {
    const { held } = await (await standIn(generation)).open('s')
    const { seq } = held.session.append('user/message', userMessage('x'), append)
    const old = { op: 'replace', start: seq, end: seq }
    const renamed = { op: 'replace', startSeq: seq, endSeq: seq }
    const [good, bad] = generation.format < 3 ? [old, renamed] : [renamed, old]
    const replace = (surfaceOp: object, sourceEventSeqs = [seq]) => held.session.append('user/message', userMessage('y'), { surfaceOp, sourceEventSeqs })
    expect(() => replace(bad)).toThrow('session event "user/message" carries an invalid replace surfaceOp')
    expect(() => replace(good, [])).toThrow('must contain every shadowed node')
    replace(good)
    expect(() => replace(good)).toThrow(`surface replace: start seq ${seq} not found in surface`)
    expect(held.session.deriveMessages()).toHaveLength(1)
  })

  it('refuses an append from a listener of the feed, and keeps the listener’s error to itself', async () => {
    const host = await standIn(generation)
    const { held } = await host.open('s')
    host.bus.on('session/event', () => held.session.append('step/end', {}))
    held.session.append('step/start', {})
    expect(held.log.length).toBe(1)
    expect(host.contained).toEqual([new Error('session append cannot reenter while another append is being published')])
  })

  it('freezes what it takes', async () => {
    const { held } = await (await standIn(generation)).open('s')
    const { data } = held.session.append('step/start', { where: { step: 1 } })
    expect(Object.isFrozen(data) && isRecord(data) && Object.isFrozen(data['where'])).toBe(true)
  })

  it('runs a prepended listener first, and of two the one that came later', async () => {
    const host = await standIn(generation)
    const order: string[] = []
    const listener = (name: string) => (...args: unknown[]) => {
      order.push(name)
      const next = args.at(-1)
      return typeof next === 'function' ? next() : undefined
    }
    const { event } = generation.announcement
    host.bus.on(event, listener('ordinary'))
    host.bus.on(event, listener('prepended'), { prepend: true })
    host.bus.on(event, listener('prepended later'), { prepend: true })
    await ask(await host.open('s'))
    expect(order).toEqual(['prepended later', 'prepended', 'ordinary'])
  })

  it('stores a session and opens it again with all its rows', async () => {
    const host = await standIn(generation)
    const seat = await host.open('s')
    host.script({ pass: 1000 })
    await ask(seat)
    await seat.close()
    const { rows } = await host.resume('s')
    expect(rows().slice(0, seat.rows().length)).toEqual(seat.rows())
  })

  it('refuses a stored row of a type that it does not know, unless the row may be ignored', async () => {
    const host = await standIn(generation)
    const header = { version: generation.format, id: 's', createdAt: T0, cwd: '/tmp' }
    const row: Row = { type: 'time-context/reading', seq: 0, time: T0, data: {} }
    await host.adopt(header, [row])
    await expect(host.resume('s')).rejects.toThrow('unknown to this harness and not marked ignorable')
    await host.adopt(header, [{ ...row, ignorable: true }])
    // The hosts of the inject protocol do not know the mark either.
    if (protocolOf(generation) === 'inject') await expect(host.resume('s')).rejects.toThrow('invalid event envelope')
    else expect((await host.resume('s')).rows()[0]?.type).toBe('time-context/reading')
  })

  it('refuses a log of another format and an envelope with foreign keys', async () => {
    const host = await standIn(generation)
    const header = { version: generation.format, id: 's', createdAt: T0, cwd: '/tmp' }
    await host.adopt({ ...header, version: 9 }, [])
    await expect(host.resume('s')).rejects.toThrow('session "s" uses log format v9, but this harness reads only v')
    const row = { type: 'step/start', seq: 0, time: T0, data: {}, extra: 1 }
    await host.adopt(header, [row])
    await expect(host.resume('s')).rejects.toThrow('seed event at index 0 has an invalid event envelope')
  })
})

describe.each(all.filter(({ messages }) => messages === 'complete'))('the stand-in for $id', (generation) => {
  it.each([
    [{ id: '' }, 'lacks an identified message'],
    [{ role: 'tool' }, 'message must have role "user"'],
    [{ source: {} }, 'message has invalid source'],
    [{ content: 'x' }, 'message has invalid content'],
  ])('takes a malformed message live and never opens the session again: %j', async (flaw, complaint) => {
    const host = await standIn({ ...generation, format: generation.format === 4 ? 3 : generation.format })
    const seat = await host.open('s')
    seat.held.session.append('user/message', { ...userMessage('x'), ...flaw }, append)
    await seat.close()
    await expect(host.resume('s')).rejects.toThrow(`seed user/message at index 0 ${complaint}`)
  })
})

describe('how injections land', () => {
  const readingAt = async (generation: Generation): Promise<string[]> => {
    const host = await standIn(generation)
    const seat = await host.open('s')
    host.bus.on(generation.announcement.event, (agent) => {
      if (isRecord(agent)) inject(agent, ...(generation.injectTakes === 'content' ? [[], { source: { kind: 'x' } }] : [userMessage('x', { kind: 'x' })]))
    })
    host.bus.on(generation.announcement.event, () => void seat.held.session.append('request/header', { reason: 'a mark' }))
    await ask(seat)
    return seat.rows().slice(2, 5).map(({ type }) => type)
  }

  it('lands at once on the first generations', async () => {
    expect(await readingAt(GENERATIONS.G1)).toEqual(['context/message', 'request/header', 'step/start'])
    expect(await readingAt(GENERATIONS.G1b)).toEqual(['user/message', 'request/header', 'step/start'])
  })

  it.each([GENERATIONS.G2a, GENERATIONS.G2b, GENERATIONS.G2])('lands after the listeners on $id', async (generation) => {
    expect(await readingAt(generation)).toEqual(['request/header', 'user/message', 'step/start'])
  })

  it.each([GENERATIONS.G2c, GENERATIONS.G3])('causes the next step on $id, for ever', async (generation) => {
    const host = await standIn(generation)
    const seat = await host.open('s')
    host.listen((...args) => {
      inject(seat.agent, userMessage('x', { kind: 'x' }))
      const next = args.at(-1)
      return typeof next === 'function' ? next() : undefined
    })
    await ask(seat)
    expect(seat.rows().at(-1)?.data).toMatchObject({ reason: { kind: 'error' } })
    expect(seat.requests().length).toBeGreaterThan(30)
  })

  it('counts the parameters of inject as each generation has them', async () => {
    const lengths = await Promise.all(all.slice(0, 5).map(async (generation) => (await (await standIn(generation)).open(generation.id)).agent.inject.length))
    expect(lengths).toEqual([2, 2, 2, 1, 1])
  })

  it('opens a turn of its own for an injection into an idle agent of the first generation', async () => {
    const seat = await (await standIn(GENERATIONS.G1)).open('s')
    inject(seat.agent, [], { source: { kind: 'x' } })
    expect(seat.rows().map(({ type }) => type)).toEqual(['turn/start', 'context/message', 'turn/end'])
  })

  it('shows the model an injection of the first generation between tags', async () => {
    const seat = await (await standIn(GENERATIONS.G1)).open('s')
    inject(seat.agent, [{ type: 'text', text: 'x' }], { source: { kind: 'x' } })
    expect(seat.held.session.deriveMessages()).toEqual([
      { role: 'user', content: [{ type: 'text', text: '<context source="plugin">' }, { type: 'text', text: 'x' }, { type: 'text', text: '</context>' }] },
    ])
  })
})

describe('how decisions are taken', () => {
  it('stops a notification’s later listeners at the first value', async () => {
    const host = await standIn(GENERATIONS.G2)
    const called: string[] = []
    host.listen(() => 'x')
    host.listen(() => called.push('second'))
    await ask(await host.open('s'))
    expect(called).toEqual([])
  })

  it('fails a turn whose decision is nothing, and loses the prompt', async () => {
    const host = await standIn(GENERATIONS.G3)
    host.listen(() => undefined)
    const seat = await host.open('s')
    await ask(seat)
    expect(seat.rows().at(-1)?.data).toMatchObject({ reason: { kind: 'error', error: { code: 'UNKNOWN' } } })
    expect(seat.held.session.deriveMessages()).toEqual([])
  })
})

describe('format 4', () => {
  it.each([[{ kind: 'plugin', plugin: 'time-context' }], [{ kind: '' }], [{}]])('refuses the source %j when storing, fails the next step for it, and refuses it when opening', async (source) => {
    const host = await standIn(GENERATIONS.G4)
    const seat = await host.open('s')
    seat.held.session.append('user/message', userMessage('x', source), append)
    await expect(seat.close()).rejects.toThrow('format v4 message requires a producer-owned source kind')
    await ask(seat)
    expect(seat.rows().at(-1)?.data).toMatchObject({ reason: { kind: 'error', error: { message: 'format v4 message requires a producer-owned source kind' } } })
    await host.adopt(seat.held.session.header, seat.rows())
    await expect(host.resume('s')).rejects.toThrow(/format v4 message requires a producer-owned source kind|invalid source/)
  })
})

describe('the readers of the log', () => {
  it.each(all)('offers on $id only what that generation offers', async (generation) => {
    const { held } = await (await standIn(generation)).open('s')
    const offered = ['events', 'eventAt', 'snapshotEvents', 'readLog', 'isOwnSeq'].filter((name) => name in held.session)
    expect(offered).toEqual([
      ...(generation.readers.includes('events') ? ['events'] : []),
      ...(generation.readers.includes('eventAt') ? ['eventAt', 'snapshotEvents'] : []),
      ...(generation.readers.includes('readLog') ? ['readLog'] : []),
      ...(generation.lineage === 'isSeeded' ? ['isOwnSeq'] : []),
    ])
  })

  it('throws for a row outside of a cut', async () => {
    const { held } = await (await standIn(GENERATIONS['G3-readLog'])).open('s')
    const cut: unknown = 'readLog' in held.session && typeof held.session.readLog === 'function' ? held.session.readLog() : undefined
    expect(() => isRecord(cut) && typeof cut['at'] === 'function' && cut['at'](0)).toThrow(RangeError)
  })
})

describe('the stand-in for G3 beside the published host', () => {
  const rowsOn = async (host: Host): Promise<unknown[][]> => {
    startClock()
    host.script({ pass: 1000 })
    const seat = await host.open('s')
    await ask(seat)
    host.listen(once({ kind: 'cancels' }))
    await ask(seat)
    const shown = seat.rows().map(({ type, time, data, surfaceOp }) => [type, time - T0, surfaceOp, ...placeOf(data)])
    await host.dispose()
    return shown
  }

  const placeOf = (data: unknown): unknown[] => {
    const { turn, step, target, start, removedCount, reason } = isRecord(data) ? data : {}
    return [turn, step, target, start, removedCount, isRecord(reason) ? reason['kind'] : reason]
  }

  it('writes the same rows in the same order, side packages and pieces of answers left out', async () => {
    const skip = ['assistant/chunk', 'request/context', 'session/title']
    const mine = await rowsOn(await standIn(GENERATIONS.G3))
    const theirs = await rowsOn(await bootPublished({ folder }))
    const kept = (rows: unknown[][]): unknown[][] => rows.filter(([type]) => !skip.includes(String(type)))
    // The stand-in adds the runtime context that the full host adds.
    const runtimeContext = kept(mine).findIndex(([type]) => type === 'user/message') + 1
    expect(kept(mine).toSpliced(runtimeContext, 1)).toEqual(kept(theirs))
  })
})
