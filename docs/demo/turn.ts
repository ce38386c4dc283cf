/**
 * One process of the demo: boot the host from its composition, start or resume the session, hand the
 * agent one prompt, and tell the parent process what the model received. What an earlier process
 * knew is gone, except for the log on disk.
 */

import { fileURLToPath } from 'node:url'
import type { Context } from '@deepseek-ai/cordis'
import { boot, loadOverlayPatches } from '@deepseek-ai/dsh-app-boot'
import { createUserMessage, type GenerateOptions, type Message, type ToolSchema } from '@deepseek-ai/dsh-llm'
import { SessionId, type Session } from '@deepseek-ai/dsh-session'
import type {} from '@deepseek-ai/dsh-agent'
import type {} from '@deepseek-ai/dsh-session-persistence'
import type { Config } from '@deepseek-ai/dsh-time-context'

/** What one process is asked to do. */
export interface Job {
  readonly prompt: string
  /** Whether to resume the session that an earlier process has left on disk. */
  readonly resume: boolean
  /** Where sessions are stored. */
  readonly folder: string
  /** Whether the host's DeepSeek adapter takes the place of the script. */
  readonly live: boolean
  /** What the command line changes in the plugin's row. */
  readonly config: Config
}

/** A request as the host hands it to the model's adapter. */
export interface Request {
  readonly turn: number
  readonly step: number
  readonly system: string | undefined
  readonly tools: readonly ToolSchema[]
  readonly messages: readonly Message[]
}

/** What a process reports before it ends. */
export type Report =
  | { readonly kind: 'done'; readonly config: Config; readonly log: string; readonly requests: readonly Request[] }
  | { readonly kind: 'failed'; readonly reason: string }

const composition = fileURLToPath(new URL('cordis.yml', import.meta.url))

const id = SessionId('demo')

const rowConfig = (): Config => loadOverlayPatches('demo', composition).find((row) => row.id === 'time-context')?.config ?? {}

/** Every conversation request from here on; side calls such as a compaction's are left out. */
const record = (ctx: Context, session: Session): Request[] => {
  const requests: Request[] = []
  ctx.on('llm/stream', ({ system, tools = [], messages, purpose }: GenerateOptions, next) => {
    const step = session.events.findLast((event) => event.type === 'step/start')
    if (purpose === undefined && step !== undefined) requests.push({ ...step.data, system, tools, messages })
    return next()
  })
  return requests
}

const run = async ({ prompt, resume, folder, live, config: changes }: Job): Promise<Report> => {
  const config = { ...rowConfig(), ...changes }
  const ctx = await boot('demo', composition, [
    { id: 'time-context', config },
    { id: 'persistence', config: { root: folder, compression: 'none' } },
    { id: 'scripted-model', disabled: live },
    { id: 'deepseek', disabled: !live },
  ])
  const agentOptions = live ? { provider: 'deepseek-official', model: 'deepseek-v4-flash' } : { provider: 'scripted', model: 'script' }
  const { agent } = resume ? await ctx.agents.resume({ resumeSessionId: id, agentOptions }) : await ctx.agents.create({ sessionId: id, agentOptions })
  const { session } = agent
  const requests = record(ctx, session)
  agent.followup(createUserMessage({ content: [{ type: 'text', text: prompt }], source: { kind: 'user' } }))
  await agent.whenIdle()
  await ctx.sessions.flush(session)
  const log = ctx.sessionPersistence.locate(session.header)?.path ?? folder
  const end = session.events.findLast((event) => event.type === 'turn/end')?.data.reason
  await ctx.fiber.dispose()
  if (end?.kind === 'completed') return { kind: 'done', config, log, requests }
  return { kind: 'failed', reason: end?.kind === 'error' ? end.error.message : `the turn ended as ${JSON.stringify(end?.kind)}` }
}

/** The host wraps a plugin's own error; its message is all that an operator needs. */
const reasonOf = (error: unknown): string => {
  if (!(error instanceof Error)) return String(error)
  return error.cause === undefined ? error.message : reasonOf(error.cause)
}

// With the report sent, or the parent gone, there is nothing to stay for.
process.once('disconnect', () => process.exit())
const report = await run(JSON.parse(process.argv[2] ?? '{}')).catch((error: unknown): Report => ({ kind: 'failed', reason: reasonOf(error) }))
process.send?.(report, () => process.disconnect())
