import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { dirname, join, relative } from 'node:path'
import { expect, it } from 'vitest'
import { elapsedIn, logFile, prompt, readingRows, readingsIn, type RealHost } from '../support/real-host.js'
import { clockAt, MINUTE, SECOND, stage, T0 } from '../support/stage.js'
import { temporaryFolder } from '../support/temporary-folder.js'

const boot = stage()

/** End a host as a process ends, its log on disk. */
const end = async (host: RealHost, dispose: () => Promise<void>): Promise<void> => {
  await dispose()
  await host.dispose()
}

it('C43: an interval survives a restart, from nothing but the log', async () => {
  const config = { refreshIntervalMs: MINUTE }
  const first = await boot({ config })
  const before = await first.create('s1')
  await prompt(before.agent, 'hello')
  await end(first, before.dispose)
  const host = await boot({ root: first.root, config })
  const { agent } = await host.resume('s1')
  clockAt(20 * SECOND)
  await prompt(agent, 'held back')
  clockAt(MINUTE)
  await prompt(agent, 'due')
  expect(readingRows(agent.session.events).map(({ time }) => time)).toEqual([T0, T0 + MINUTE])
})

it('a resumed session measures and numbers on from the stored rows', async () => {
  const first = await boot()
  const before = await first.create('s1')
  await prompt(before.agent, 'hello')
  await end(first, before.dispose)
  clockAt(5 * MINUTE)
  const host = await boot({ root: first.root, script: [{ tool: 'wait', args: { ms: 1 }, meanwhile: () => clockAt(5 * MINUTE + SECOND) }] })
  const { agent } = await host.resume('s1')
  await prompt(agent, 'again')
  expect(readingsIn(agent.session.events).map((text) => /turn \d+, step \d+/.exec(text)?.[0])).toEqual(['turn 1, step 1', 'turn 2, step 1', 'turn 2, step 2'])
  expect(elapsedIn(agent.session.events)).toEqual(['model-visible message: 0s', 'model-visible message: 0s', 'step context: 1s'])
})

it('C49: the reading of a step that a crash cut off is no baseline for a later turn, but counts for the interval', async () => {
  const config = { refreshIntervalMs: MINUTE }
  const first = await boot({ config })
  const before = await first.create('s1')
  await prompt(before.agent, 'hello')
  await first.ctx.sessions.flush(before.agent.session)
  const file = logFile(first, before.agent)
  const lines = (await readFile(file, 'utf8')).split('\n')
  const crash = lines.findIndex((line) => line.includes('Time sampled'))
  const root = temporaryFolder()
  const copy = join(root, relative(first.root, file))
  await mkdir(dirname(copy), { recursive: true })
  await writeFile(copy, `${lines.slice(0, crash + 1).join('\n')}\n`)
  const host = await boot({ root, config, script: [{ tool: 'wait', args: { ms: 1 }, meanwhile: () => clockAt(MINUTE) }] })
  const { agent } = await host.resume('s1')
  clockAt(MINUTE - 1)
  await prompt(agent, 'are you back?')
  expect(readingsIn(agent.session.events).slice(1)).toEqual([expect.stringMatching(/turn 2, step 2: \S+\nElapsed since the preceding step context: unavailable\.$/)])
})

it('a plugin disposed and mounted again in one process goes on from the log as a new process does', async () => {
  const host = await boot({ config: { refreshIntervalMs: MINUTE } })
  const one = await host.create('s1')
  await prompt(one.agent, 'hello')
  await one.dispose()
  clockAt(20 * SECOND)
  const two = await host.resume('s1')
  await prompt(two.agent, 'held back')
  expect(readingRows(two.agent.session.events)).toHaveLength(1)
})
