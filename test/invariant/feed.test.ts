import { afterEach, describe, expect, it, vi } from 'vitest'
import { Feed } from '../support/feed.js'
import { after, reading, row, stepEnd, stepStart, turnEnd, turnStart, user } from '../support/rows.js'

const snapshot = (source: object) => {
  const plain = reading(1, 1, 0)
  const text = JSON.stringify(plain).match(/"text":("Time(?:[^"\\]|\\.)*")/)?.[1] ?? ''
  return { ...source, form: 'snapshot', sections: [{ name: 'time-context', text: JSON.parse(text) }] }
}

const plugin = { kind: 'plugin', plugin: 'time-context' }
const own = { kind: 'time-context' }

describe('the source that a live reading needs', () => {
  const beforeStep = [turnStart(1)]
  const inStep = [turnStart(1), stepStart(1, 1)]

  it.each([
    ['on an inject host', 0, beforeStep, plugin],
    ['on a decision host of format 0', 0, inStep, snapshot(plugin)],
    ['on a decision host of format 3', 3, inStep, snapshot(plugin)],
    ['C61: on a decision host of format 4', 4, inStep, snapshot(own)],
    ['on a decision host of an unknown format', undefined, inStep, snapshot(own)],
  ])('%s', async (_, version, rows, source) => {
    const feed = await new Feed().mount()
    for (const candidate of [plugin, own, { kind: 'plugin:time-context' }, snapshot(plugin), snapshot(own), snapshot({ kind: 'plugin:time-context' })]) {
      const session = feed.session({ version })
      feed.append(session, rows)
      const append = () => feed.append(session, [reading(1, 1, 0, candidate)])
      if (JSON.stringify(candidate) === JSON.stringify(source)) expect(append).not.toThrow()
      else expect(append).toThrow(/, source: /)
    }
  })
})

const bare = (turn: number, step: number, seconds: number) => reading(turn, step, seconds, plugin)
const turn = (number: number, seconds: number) => [turnStart(number, seconds), bare(number, 1, seconds), stepStart(number, 1, seconds), stepEnd(number, 1, seconds), turnEnd(number, seconds)]

describe('the companion', () => {
  it('catches up with rows that were not announced', async () => {
    const feed = await new Feed().mount()
    const session = feed.session({ version: 0 })
    feed.append(session, turn(1, 0))
    feed.slip(session, [...turn(2, 10), turnStart(3, 20)])
    expect(() => feed.append(session, [bare(3, 1, 20)])).not.toThrow()
    feed.append(session, [stepStart(3, 1, 20)])
    expect(() => feed.append(session, [bare(3, 2, 20)])).toThrow(/, position: /)
    expect(feed.lines).toEqual([])
  })

  it('reports rows that were not announced, once', async () => {
    const feed = await new Feed().mount()
    const session = feed.session({ version: 0 })
    feed.slip(session, [turnStart(1), stepStart(1, 2), bare(2, 1, 0), stepEnd(1, 2)])
    feed.append(session, [bare(1, 3, 1)])
    expect(feed.lines).toEqual([expect.stringMatching(/warn session "s", row 2, position: /), expect.stringMatching(/info session "s", row 4, unavailable: /)])
  })

  it('keeps its place when another companion refuses a row', async () => {
    const feed = await new Feed().mount()
    const session = feed.session({ version: 0 })
    feed.append(session, [turnStart(1)])
    for (let attempt = 0; attempt < 3; attempt += 1) feed.propose(session, bare(1, 1, 0))
    expect(() => feed.append(session, [bare(1, 1, 0)])).not.toThrow()
    expect(feed.lines).toEqual([])
  })

  it('keeps sessions apart', async () => {
    const feed = await new Feed().mount()
    const [first, second] = [feed.session({ version: 0 }), feed.session({ version: 0 })]
    feed.append(first, [turnStart(1), bare(1, 1, 0)])
    feed.append(second, [turnStart(1), bare(1, 1, 0)])
    expect(() => feed.append(second, [bare(1, 1, 0)])).toThrow(/, duplicate: /)
  })

  it('reports on the sessions that are there before it', async () => {
    const events = [turnStart(1), bare(7, 1, 0)]
    const feed = await new Feed({ sessions: { list: () => [{ id: 'old', header: { version: 9 }, events, seq: 2 }] } }).mount()
    expect(feed.lines).toEqual([expect.stringMatching(/info session "old", header, version: /), expect.stringMatching(/warn session "old", row 1, position: /)])
  })

  it.each([undefined, null, {}, { list: () => undefined }, { list: 7 }, 'none'])('needs no list of sessions: %j', async (sessions) => {
    const feed = await new Feed({ sessions }).mount()
    feed.append(feed.session({ version: 0 }), turn(1, 0))
    expect(feed.lines).toEqual([])
  })

  it('C60: takes any row and any session, and refuses none that is not its own', async () => {
    const feed = await new Feed().mount()
    const session = feed.session({ version: 0 })
    for (const odd of [undefined, null, 7, 'x', [], {}, row('user/message', 0, null), row('turn/start', 0, null)]) {
      expect(() => feed.emit('session/event', session, odd)).not.toThrow()
    }
    for (const odd of [undefined, null, 7, {}, { events: 7 }]) {
      expect(() => feed.emit('session/created', odd)).not.toThrow()
      expect(() => feed.emit('session/event', odd, { ...bare(1, 1, 0), seq: 0 })).not.toThrow()
    }
  })

  it('says once per session that a log cannot be read, and lets its rows pass', async () => {
    const feed = await new Feed().mount()
    const broken = { id: 'b', header: { version: 0 }, get events() { throw new Error('gone') }, seq: 0 }
    for (let attempt = 0; attempt < 3; attempt += 1) feed.emit('session/event', broken, { ...bare(1, 1, 0), seq: 0 })
    expect(feed.lines).toEqual([expect.stringContaining('the session log cannot be read (gone), so its readings are not checked')])
  })
})

it('refuses a row also where the logger fails at what else there is to say about it', async () => {
  const broken = () => {
    throw new Error('the logger failed')
  }
  const feed = await new Feed({ logger: () => ({ warn: broken, info: broken }) }).mount()
  const session = feed.session({ version: 0 })
  feed.append(session, [turnStart(1), user('u', 0), stepStart(1, 1)])
  expect(() => feed.append(session, [reading(1, 1, 0, own)])).toThrow(/source/)
})

describe('without a logger', () => {
  afterEach(() => {
    vi.restoreAllMocks()
  })

  it.each([null, {}, () => undefined, () => { throw new Error('no logger here') }])('reports are emitted as warnings of the process', async (logger) => {
    const emitted = vi.spyOn(process, 'emitWarning').mockReturnValue()
    const feed = await new Feed({ logger }).mount()
    feed.session({ version: 9 }, [turnStart(1), { ...bare(1, 1, 5), time: after(0) }])
    expect(emitted.mock.calls).toEqual([[expect.stringMatching(/^time-context-invariant: session "s", row 1, clock: /)]])
  })
})
