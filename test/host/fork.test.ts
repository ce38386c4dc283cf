import { SessionId } from '@deepseek-ai/dsh-session'
import { expect, it } from 'vitest'
import { prompt, readingRows, type RealHost } from '../support/real-host.js'
import { clockAt, MINUTE, SECOND, stage, T0 } from '../support/stage.js'

const boot = stage()
const config = { refreshIntervalMs: 10 * MINUTE }

/** Fork a parent whose one reading stands at T0. */
const forked = async (host: RealHost): Promise<Awaited<ReturnType<RealHost['create']>>> => {
  const parent = await host.create('parent')
  await prompt(parent.agent, 'hello')
  clockAt(8 * MINUTE)
  const seed = parent.agent.session.events
  return host.create('child', { seed, meta: { parentSession: SessionId('parent'), seedLength: seed.length } })
}

it('C44: the reading that a fork inherited does not hold its first one back, and its own then does', async () => {
  const host = await boot({ config })
  const { agent } = await forked(host)
  await prompt(agent, 'first of the child')
  clockAt(8 * MINUTE + SECOND)
  await prompt(agent, 'held back')
  clockAt(18 * MINUTE)
  await prompt(agent, 'due')
  expect(readingRows(agent.session.events).map(({ time }) => time)).toEqual([T0, T0 + 8 * MINUTE, T0 + 18 * MINUTE])
})

it('C44: the parent goes on by its own readings', async () => {
  const host = await boot({ config })
  const { agent } = await forked(host)
  await prompt(agent, 'first of the child')
  const parent = host.ctx.agents.get(SessionId('parent'))
  if (parent === undefined) throw new Error('the parent is gone')
  clockAt(10 * MINUTE)
  await prompt(parent, 'due')
  expect(readingRows(parent.session.events).map(({ time }) => time)).toEqual([T0, T0 + 10 * MINUTE])
})

it('C44: a fork resumed from disk still tells its own readings from the inherited', async () => {
  const first = await boot({ config })
  const before = await forked(first)
  await first.ctx.sessions.flush(before.agent.session)
  await before.dispose()
  const second = await boot({ root: first.root, config })
  const { agent } = await second.resume('child')
  clockAt(9 * MINUTE)
  await prompt(agent, 'first of the child')
  clockAt(18 * MINUTE)
  await prompt(agent, 'held back')
  expect(readingRows(agent.session.events).map(({ time }) => time)).toEqual([T0, T0 + 9 * MINUTE])
})

it('C44: the host\'s own fork of a live session gets its own reading', async () => {
  const host = await boot({ config })
  const parent = await host.create('parent')
  await prompt(parent.agent, 'hello')
  const child = host.ctx.sessions.fork(parent.agent.session, undefined, SessionId('child'))
  await host.ctx.sessions.flush(child)
  const other = await boot({ root: host.root, config })
  const { agent } = await other.resume('child')
  clockAt(SECOND)
  await prompt(agent, 'first of the child')
  expect(readingRows(agent.session.events).map(({ time }) => time)).toEqual([T0, T0 + SECOND])
})
