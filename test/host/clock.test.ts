import { expect, it, vi } from 'vitest'
import { elapsedIn, endsIn, prompt, readingRows, readingsIn } from '../support/real-host.js'
import { clockAt, DAY, HOUR, inside, MINUTE, outside, SECOND, stage, T0 } from '../support/stage.js'

const boot = stage()
const shanghai = { timeZone: 'Asia/Shanghai' }

it('C35: the clock is sampled after a slow inner listener, and the duration counts the wait', async () => {
  const host = await boot({ config: shanghai })
  const { agent } = await host.create('s1')
  inside(host, async (_step, next) => {
    clockAt(45 * SECOND)
    return next()
  })
  await prompt(agent, 'hello')
  expect(readingsIn(agent.session.events)).toEqual([
    'Time sampled while preparing turn 1, step 1: 2026-07-15T09:00:45+08:00[Asia/Shanghai]\nElapsed since the preceding model-visible message: 45s.',
  ])
})

it('C34: a machine that sleeps between two steps is measured from step to step', async () => {
  const host = await boot({ script: [{ tool: 'wait', args: { ms: 1 }, meanwhile: () => clockAt(6 * HOUR + 50 * MINUTE + 3 * SECOND) }] })
  const { agent } = await host.create('s1')
  await prompt(agent, 'hello')
  expect(elapsedIn(agent.session.events)).toEqual(['model-visible message: 0s', 'step context: 6h 50m 3s'])
})

it('C32: with the clock behind the latest reading, a reading is due in spite of the interval, and says 0s', async () => {
  const host = await boot({ config: { refreshIntervalMs: 60_000 }, script: [{ tool: 'wait', args: { ms: 1 }, meanwhile: () => clockAt(-5 * SECOND) }] })
  const { agent } = await host.create('s1')
  await prompt(agent, 'hello')
  expect(elapsedIn(agent.session.events)).toEqual(['model-visible message: 0s', 'step context: 0s'])
})

it('C33: after a clock that jumped ahead was corrected, one reading is due and the interval counts from it', async () => {
  const host = await boot({ config: { refreshIntervalMs: 600_000 } })
  clockAt(5 * 365 * DAY)
  const { agent } = await host.create('s1')
  await prompt(agent, 'ahead')
  clockAt(MINUTE)
  host.model.push({ tool: 'wait', args: { ms: 1 }, meanwhile: () => clockAt(2 * MINUTE) })
  await prompt(agent, 'corrected')
  expect(readingsIn(agent.session.events).map((text) => /turn \d+, step \d+/.exec(text)?.[0])).toEqual(['turn 1, step 1', 'turn 2, step 1'])
  expect(elapsedIn(agent.session.events).at(-1)).toBe('model-visible message: 0s')
})

it.each([
  ['the year 999', Date.UTC(999, 0, 1)],
  ['the year 0', -62_167_219_200_000],
  ['the year 10000', Date.UTC(10_000, 0, 2)],
  ['no number', NaN],
])('C27: a clock that says %s gives no reading and one warning, and the turns go on', async (_what, time) => {
  const host = await boot()
  const { agent } = await host.create('s1')
  inside(host, async (_step, next) => {
    const decision = await next()
    vi.spyOn(Date, 'now').mockReturnValueOnce(time)
    return decision
  })
  await prompt(agent, 'hello')
  await prompt(agent, 'again')
  expect(endsIn(agent.session.events)).toEqual(['completed', 'completed'])
  expect(readingsIn(agent.session.events)).toEqual([])
  expect(host.warnings).toEqual([expect.stringMatching(/^no reading for turn 1, step 1: /)])
})

it('C58: a formatter that throws once costs one reading and one warning, and the next step reads again', async () => {
  const host = await boot({ script: [{ tool: 'wait', args: { ms: 1 } }] })
  const { agent } = await host.create('s1')
  const formatter: { readonly format: unknown } = Intl.DateTimeFormat.prototype
  vi.spyOn(formatter, 'format', 'get').mockImplementationOnce(() => {
    throw new Error('formatter broke')
  })
  await prompt(agent, 'hello')
  expect(endsIn(agent.session.events)).toEqual(['completed'])
  expect(host.model.conversation[0]?.messages.map(({ content }) => content)).toEqual([[{ type: 'text', text: 'hello' }]])
  expect(readingsIn(agent.session.events)).toEqual([expect.stringContaining('turn 1, step 2: ')])
  expect(host.warnings).toEqual(['no reading for turn 1, step 1: formatter broke'])
})

it('C72b: a machine that sleeps between sampling and append keeps the sampled time in a later row', async () => {
  const host = await boot({ config: shanghai })
  const { agent } = await host.create('s1')
  outside(host, async (_step, next) => {
    const decision = await next()
    clockAt(6 * HOUR)
    return decision
  })
  await prompt(agent, 'hello')
  const [row] = readingRows(agent.session.events)
  expect(row?.time).toBe(T0 + 6 * HOUR)
  expect(readingsIn(agent.session.events)).toEqual([expect.stringContaining('2026-07-15T09:00:00+08:00[Asia/Shanghai]')])
  expect(endsIn(agent.session.events)).toEqual(['completed'])
})

it('C10: a later change of the process zone changes nothing', async () => {
  vi.stubEnv('TZ', 'Asia/Tokyo')
  const host = await boot()
  vi.stubEnv('TZ', 'America/New_York')
  const { agent } = await host.create('s1')
  clockAt(HOUR)
  await prompt(agent, 'hello')
  clockAt(50 * HOUR)
  await prompt(agent, 'again')
  expect(readingsIn(agent.session.events).map((text) => / (\S+\])\n/.exec(text)?.[1])).toEqual(['2026-07-15T11:00:00+09:00[Asia/Tokyo]', '2026-07-17T12:00:00+09:00[Asia/Tokyo]'])
})
