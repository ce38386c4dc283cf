/**
 * The published host (G3), driven like a stand-in.
 */

import { mkdir, writeFile } from 'node:fs/promises'
import { dirname } from 'node:path'
import type { AgentHandle } from '@deepseek-ai/dsh-agent'
import { SessionId, type Session } from '@deepseek-ai/dsh-session'
import { defineTool } from '@deepseek-ai/dsh-tools'
import type { HostContext } from '../../../src/index.js'
import * as plugin from '../../../src/index.js'
import { bootHost, said } from '../real-host.js'
import type { Listener } from './bus.js'
import { pass } from './clock.js'
import { GENERATIONS } from './generation.js'
import type { BootOptions, Host, Seat } from './host.js'

/** Tokens: with compaction wanted, little enough that a long prompt brings it about. */
const WINDOW = { compacts: 600, plain: 1_000_000 } as const

/** The published host lets a test stand before all its listeners, too. */
export interface Published extends Host {
  readonly listenFirst: (listener: Listener) => void
}

/** Start the published host. */
export const bootPublished = async ({ folder, compacts = false }: BootOptions): Promise<Published> => {
  const host = await bootHost({ root: folder, config: false, contextWindow: compacts ? WINDOW.compacts : WINDOW.plain })
  const { ctx, model } = host
  const warnings: string[] = []
  const passes: { readonly pass: number; readonly meanwhile?: () => void }[] = []
  ctx.tools.register(
    defineTool({
      name: 'pass',
      description: 'Let time pass.',
      parameters: {},
      output: { schema: { type: 'string' }, render: (_args, value) => [{ type: 'text', text: value }] },
      execute: async () => {
        const call = passes.shift()
        call?.meanwhile?.()
        pass(call?.pass ?? 0)
        return 'passed'
      },
    }),
  )

  const sessions = new Map<Seat, Session>()
  let told = 0

  const seat = ({ agent, dispose }: AgentHandle): Seat => {
    const { session } = agent
    const requests: (readonly unknown[])[] = []
    const made: Seat = {
      rows: () => session.events,
      requests: () => requests,
      send: (text) => agent.followup(said(text)),
      steer: (text) => agent.steer(said(text)),
      // Seats take turns, so whatever the model was asked since the last time was asked by this one.
      idle: async () => {
        await agent.whenIdle()
        requests.push(...model.conversation.slice(told).map(({ messages }) => messages))
        told = model.conversation.length
      },
      close: async () => {
        await ctx.sessions.flush(session)
        await dispose()
      },
    }
    sessions.set(made, session)
    return made
  }

  return {
    generation: GENERATIONS.G3,
    warnings,
    contained: [],
    script: (...answers) => {
      for (const answer of answers) {
        if ('text' in answer) model.push(answer)
        else {
          passes.push(answer)
          model.push({ tool: 'pass' })
        }
      }
    },
    listen: (listener) => void ctx.on('agent/pre-step', async (payload, next) => listener(payload, next) as ReturnType<typeof next>),
    listenFirst: (listener) => void ctx.on('agent/pre-step', async (payload, next) => listener(payload, next) as ReturnType<typeof next>, { prepend: true }),
    mount: async (config, between = (each) => each) => {
      const { name, inject, Config } = plugin
      const apply = (hostCtx: HostContext, checked: plugin.Config): void =>
        plugin.apply(between({ on: (...args) => hostCtx.on(...args), logger: () => ({ warn: (text: string) => warnings.push(text) }) }), checked)
      await ctx.plugin({ name, inject, Config, apply }, config)
    },
    open: async (id) => seat(await host.create(id)),
    resume: async (id) => seat(await host.resume(id)),
    fork: async (parent, id) => {
      const seed = sessions.get(parent)?.events ?? []
      return seat(
        await ctx.agents.create({
          sessionId: SessionId(id),
          meta: { cwd: '/tmp', parentSession: SessionId('parent'), seedLength: seed.length },
          seed,
          agentOptions: { provider: 'scripted', model: 'm1' },
        }),
      )
    },
    adopt: async ({ id, createdAt, cwd }, rows) => {
      const header = { version: 0, id: SessionId(id), createdAt, cwd, delegationDepth: 0 }
      const { path } = ctx.sessionPersistence.locate(header) as { path: string }
      await mkdir(dirname(path), { recursive: true })
      await writeFile(path, [{ type: 'session', ...header }, ...rows].map((row) => `${JSON.stringify(row)}\n`).join(''))
    },
    dispose: host.dispose,
  }
}
