/**
 * The published host (0.1.0-rc.8), composed by its real loader, with a scripted model in place of a
 * provider and one tool, `wait`, that takes `ms` milliseconds.
 */

import { mkdtemp, readFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Context } from '@deepseek-ai/cordis'
import type { Agent, AgentHandle } from '@deepseek-ai/dsh-agent'
import { boot } from '@deepseek-ai/dsh-app-boot'
import { createUserMessage } from '@deepseek-ai/dsh-llm'
import { SessionId, type SessionEvent } from '@deepseek-ai/dsh-session'
import { defineTool } from '@deepseek-ai/dsh-tools'
import type {} from '@deepseek-ai/dsh-session-persistence'
import * as plugin from '../../src/index.js'
import { ScriptedModel, type Answer } from './scripted-model.js'

const composition = fileURLToPath(new URL('host.yml', import.meta.url))

/** What a test may choose. */
export interface HostOptions {
  /** Where sessions are stored; a new folder where it is left out. */
  readonly root?: string
  readonly script?: readonly Answer[]
  /** Tokens; about 600 makes compaction run before the second turn. */
  readonly contextWindow?: number
  /** The plugin's configuration; `false` mounts a host without the plugin. */
  readonly config?: plugin.Config | false
  /** Loader patches, applied to `host.yml`. */
  readonly patches?: Parameters<typeof boot>[2]
}

/** A running host. */
export interface RealHost {
  readonly ctx: Context
  readonly model: ScriptedModel
  readonly root: string
  readonly create: (id: string) => Promise<AgentHandle>
  readonly resume: (id: string) => Promise<AgentHandle>
  readonly dispose: () => Promise<void>
}

const waitTool = defineTool({
  name: 'wait',
  description: 'Wait.',
  parameters: { ms: { type: 'integer' } },
  output: { schema: { type: 'string' }, render: (_args, value) => [{ type: 'text', text: value }] },
  execute: async ({ ms }) => {
    await new Promise((resolve) => setTimeout(resolve, ms))
    return 'waited'
  },
})

const route = { provider: 'scripted', model: 'm1' }

/** Boot the host. */
export const bootHost = async ({ root, script = [], contextWindow = 100_000, config = {}, patches = [] }: HostOptions = {}): Promise<RealHost> => {
  const folder = root ?? (await mkdtemp(join(tmpdir(), 'time-context-')))
  const ctx = await boot('test', composition, [{ id: 'persistence', config: { root: folder, compression: 'none' } }, ...patches])
  const model = new ScriptedModel(script, contextWindow)
  ctx.llm.registerAdapter([route.provider], model)
  ctx.tools.register(waitTool)
  if (config !== false) await ctx.plugin(plugin, config)
  return {
    ctx,
    model,
    root: folder,
    create: (id) => ctx.agents.create({ sessionId: SessionId(id), meta: { cwd: '/tmp' }, agentOptions: route }),
    resume: (id) => ctx.agents.resume({ resumeSessionId: SessionId(id), agentOptions: route }),
    dispose: () => ctx.fiber.dispose(),
  }
}

/** Send a prompt and wait until the agent is idle. */
export const prompt = async (agent: Agent, text: string): Promise<void> => {
  agent.followup(createUserMessage({ content: [{ type: 'text', text }], source: { kind: 'user' } }))
  await agent.whenIdle()
}

/** The readings in a session's log, oldest first. */
export const readingsIn = (events: readonly SessionEvent[]): string[] =>
  events.flatMap((event) => {
    if (event.type !== 'user/message') return []
    const { source, content } = event.data
    const [block] = content
    return source.kind === 'plugin' && source.plugin === 'time-context' && block?.type === 'text' ? [block.text] : []
  })

/** The rows of a session as they stand on disk; the header comes first. */
export const storedRows = async ({ ctx }: RealHost, agent: Agent): Promise<Record<string, unknown>[]> => {
  await ctx.sessions.flush(agent.session)
  const { path } = ctx.sessionPersistence.locate(agent.session.header) as { path: string }
  return (await readFile(path, 'utf8')).trimEnd().split('\n').map((line) => JSON.parse(line))
}
