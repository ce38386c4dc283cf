import { cpSync, mkdirSync, readdirSync, realpathSync, symlinkSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { boot } from '@deepseek-ai/dsh-app-boot'
import { SessionId } from '@deepseek-ai/dsh-session'
import type {} from '@deepseek-ai/dsh-agent'
import { expect, it } from 'vitest'
import { prompt, readingsIn } from '../support/real-host.js'
import { ScriptedModel } from '../support/scripted-model.js'
import { temporaryFolder } from '../support/temporary-folder.js'

const repository = fileURLToPath(new URL('../..', import.meta.url))

/** A checkout that has been built and holds no dependencies: whatever it imports from a host is missing. */
const checkout = (folder: string): string => {
  const path = join(folder, 'checkout')
  mkdirSync(path)
  for (const part of ['lib', 'package.json']) cpSync(join(repository, part), join(path, part), { recursive: true })
  return path
}

/** A profile whose packages are links, as `dsh plugin add` makes them of a local folder. */
const profile = (folder: string, link: string): string => {
  const path = join(folder, 'profile')
  const packages = join(path, 'node_modules/@deepseek-ai')
  mkdirSync(packages, { recursive: true })
  const installed = join(repository, 'node_modules/@deepseek-ai')
  for (const name of readdirSync(installed)) symlinkSync(join(installed, name), join(packages, name))
  symlinkSync(link, join(packages, 'dsh-time-context'))
  cpSync(join(repository, 'test/support/host.yml'), join(path, 'cordis.yml'))
  return join(path, 'cordis.yml')
}

it('mounts from a checkout that a profile only links to, where no host package can be found', async () => {
  const folder = realpathSync(temporaryFolder())
  const composition = profile(folder, checkout(folder))
  const ctx = await boot('test', composition, [
    { id: 'persistence', config: { root: join(dirname(composition), 'sessions') } },
    { insert: [{ id: 'time-context', name: '@deepseek-ai/dsh-time-context', config: { timeZone: 'Asia/Shanghai' } }] },
  ])
  ctx.llm.registerAdapter(['scripted'], new ScriptedModel([], 100_000))
  const { agent } = await ctx.agents.create({ sessionId: SessionId('s'), meta: { cwd: '/tmp' }, agentOptions: { provider: 'scripted', model: 'm1' } })
  await prompt(agent, 'hello')
  expect(readingsIn(agent.session.events)).toHaveLength(1)
  await ctx.fiber.dispose()
})
