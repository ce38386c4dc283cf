/**
 * The published host (0.1.0-rc.8), composed by its real loader, with a scripted model in place of a
 * provider and one tool, `wait`, that takes `ms` milliseconds.
 */

import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import type { Context } from '@deepseek-ai/cordis'
import type { Agent, AgentHandle, CreateAgentOptions } from '@deepseek-ai/dsh-agent'
import { boot } from '@deepseek-ai/dsh-app-boot'
import { createUserMessage } from '@deepseek-ai/dsh-llm'
import { SessionId, type SessionEvent, type UserMessage } from '@deepseek-ai/dsh-session'
import { defineTool } from '@deepseek-ai/dsh-tools'
import type {} from '@deepseek-ai/dsh-compaction-basic'
import type {} from '@deepseek-ai/dsh-session-persistence'
import type { Config } from '../../src/index.js'
import { ScriptedModel, type Answer } from './scripted-model.ts'
import { readStoredLog, type StoredLog } from './stored-log.ts'
import { temporaryFolder } from './temporary-folder.ts'

const composition = fileURLToPath(new URL('host.yml', import.meta.url))

/** What a loader takes to change a composition. */
export type Patches = NonNullable<Parameters<typeof boot>[2]>

/** What a test may choose. */
export interface HostOptions {
  /** Where sessions are stored; a new folder where it is left out. */
  readonly root?: string
  readonly script?: readonly Answer[]
  /** Tokens; about 600 makes compaction run before the second turn. */
  readonly contextWindow?: number
  /** The plugin's configuration; `false` mounts a host without the plugin. */
  readonly config?: Config | false
  /** Loader patches, applied to `host.yml`. */
  readonly patches?: Patches
}

/** A running host. */
export interface RealHost {
  readonly ctx: Context
  readonly model: ScriptedModel
  readonly root: string
  /** The warnings that were logged under the plugin's name, oldest first. */
  readonly warnings: readonly string[]
  readonly create: (id: string, options?: Omit<CreateAgentOptions, 'sessionId' | 'agentOptions'>) => Promise<AgentHandle>
  readonly resume: (id: string) => Promise<AgentHandle>
  readonly dispose: () => Promise<void>
}

/** The row that mounts the built plugin, as the README shows it. */
export const row = (config?: unknown, id = 'time-context'): Patches[number] => ({
  insert: [{ id, name: '@deepseek-ai/dsh-time-context', ...(config === undefined ? {} : { config }) }],
})

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
  const folder = root ?? temporaryFolder()
  const warnings: string[] = []
  const ctx = await boot('test', composition, [{ id: 'persistence', config: { root: folder, compression: 'none' } }, ...patches], (prepared) => {
    prepared.logger.exporter({
      // The kernel counts warnings as more detail than information, and leaves them out by default.
      levels: { default: 2 },
      export: ({ name, type, args }) => name === 'time-context' && type === 'warn' && warnings.push(args.map(String).join(' ')),
    })
  })
  const model = new ScriptedModel(script, contextWindow)
  ctx.llm.registerAdapter([route.provider], model)
  ctx.tools.register(waitTool)
  // Imported here, so that a process without a compiler can boot the built plugin through its row.
  if (config !== false) await ctx.plugin(await import('../../src/index.js'), config)
  return {
    ctx,
    model,
    root: folder,
    warnings,
    create: (id, options = {}) => ctx.agents.create({ sessionId: SessionId(id), agentOptions: route, ...options, meta: { cwd: '/tmp', ...options.meta } }),
    resume: (id) => ctx.agents.resume({ resumeSessionId: SessionId(id), agentOptions: route }),
    dispose: () => ctx.fiber.dispose(),
  }
}

/** A message as a user sends it. */
export const said = (text: string): UserMessage => createUserMessage({ content: [{ type: 'text', text }], source: { kind: 'user' } })

/** Send a prompt and wait until the agent is idle. */
export const prompt = async (agent: Agent, text: string): Promise<void> => {
  agent.followup(said(text))
  await agent.whenIdle()
}

/** Whether a message of a log or a request is a reading, told by its source. */
export const isReading = ({ source }: { readonly source: object }): boolean => 'plugin' in source && source.plugin === 'time-context'

/** The rows of a session's log that are readings, oldest first. */
export const readingRows = (events: readonly SessionEvent[]): SessionEvent<'user/message'>[] =>
  events.flatMap((event) => (event.type === 'user/message' && isReading(event.data) ? [event] : []))

/** The readings in a session's log, oldest first. */
export const readingsIn = (events: readonly SessionEvent[]): string[] =>
  readingRows(events).flatMap(({ data: { content } }) => content.map((block) => (block.type === 'text' ? block.text : block.type)))

/** The second line of each reading in a session's log: what it says of the elapsed time. */
export const elapsedIn = (events: readonly SessionEvent[]): string[] => readingsIn(events).map((text) => text.replace(/^.*\nElapsed since the preceding (.*)\.$/, '$1'))

/** How each turn of a session ended. */
export const endsIn = (events: readonly SessionEvent[]): string[] => events.flatMap((event) => (event.type === 'turn/end' ? [event.data.reason?.kind ?? 'none'] : []))

/** Where a session is stored. */
export const logFile = ({ ctx }: RealHost, { session }: Agent): string => {
  const place = ctx.sessionPersistence.locate(session.header)
  if (place === undefined || !('path' in place) || typeof place.path !== 'string') throw new Error('the session is not stored in a file')
  return place.path
}

/** The rows of a session as they stand on disk; the header comes first. */
export const storedRows = async (host: RealHost, agent: Agent): Promise<Record<string, unknown>[]> => {
  await host.ctx.sessions.flush(agent.session)
  return (await readFile(logFile(host, agent), 'utf8')).trimEnd().split('\n').map((line) => JSON.parse(line))
}

/** A session as it stands on disk, understood. */
export const stored = async (host: RealHost, agent: Agent): Promise<StoredLog> => {
  await host.ctx.sessions.flush(agent.session)
  return readStoredLog(logFile(host, agent))
}
