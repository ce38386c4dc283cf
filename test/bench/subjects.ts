/**
 * What is compared, each mounted in a published host of its own.
 */

import { fileURLToPath } from 'node:url'
import type { Context } from '@deepseek-ai/cordis'
import { agentEvents, type Agent, type AgentHandle } from '@deepseek-ai/dsh-agent'
import { boot } from '@deepseek-ai/dsh-app-boot'
import { createUserMessage } from '@deepseek-ai/dsh-llm'
import { SessionId } from '@deepseek-ai/dsh-session'
import * as plugin from '@deepseek-ai/dsh-time-context'
import * as registry from 'dsh-time-context-registry'
import { median, microsecondsBetween, now } from './measure.ts'

const timeZone = 'Asia/Shanghai'

/** Long enough to hold every reading but the first back. */
const refreshIntervalMs = 86_400_000

const formatter = new Intl.DateTimeFormat('en-US', { timeZone, dateStyle: 'short', timeStyle: 'medium', hourCycle: 'h23' })

/** A message as long as a reading's, made once. */
const finished = createUserMessage({ content: [{ type: 'text', text: 'x'.repeat(140) }], source: { kind: 'plugin', plugin: 'other', form: 'snapshot', sections: [{ name: 'other', text: 'x'.repeat(140) }] } })

/** Everything that can be mounted for a comparison. Add a line to compare one more thing. */
const SUBJECTS = {
  /** The floor: a listener that does nothing. */
  bare: (ctx: Context) => void ctx.on('agent/pre-step', (_payload, next) => next(), { prepend: true }),
  /** The floor for whatever tells the time: one `Intl` format, as cold as the plugin's own. */
  'bare, one format': (ctx: Context) =>
    void ctx.on(
      'agent/pre-step',
      async (_payload, next) => {
        const decision = await next()
        formatter.format(Date.now())
        return decision
      },
      { prepend: true },
    ),
  /** The floor for whatever adds a message: one that is finished already. */
  'bare, one message': (ctx: Context) =>
    void ctx.on(
      'agent/pre-step',
      async (_payload, next) => {
        const decision = await next()
        return decision.kind === 'enter' ? { ...decision, messages: [...decision.messages, finished] } : decision
      },
      { prepend: true },
    ),
  plugin: (ctx: Context) => ctx.plugin(plugin, { timeZone }),
  'plugin, interval': (ctx: Context) => ctx.plugin(plugin, { timeZone, refreshIntervalMs }),
  /** The same plugin, kept from the host's feed: it reads the log at the step instead. */
  'plugin, no feed': (ctx: Context) =>
    ctx.plugin(
      { ...plugin, apply: (own: Context, config: plugin.Config) => plugin.apply({ on: (event, ...rest) => (event === 'session/event' ? undefined : Reflect.apply(own.on, own, [event, ...rest])) }, config) },
      { timeZone },
    ),
  registry: (ctx: Context) => ctx.plugin(registry, { timeZone }),
  'registry, interval': (ctx: Context) => ctx.plugin(registry, { timeZone, refreshIntervalMs }),
}

/** The names of what is compared. */
export type SubjectName = keyof typeof SUBJECTS

export const SUBJECT_NAMES = Object.keys(SUBJECTS) as SubjectName[]

/** What one step cost, in microseconds. */
export interface StepCost {
  /** One streamed row. */
  readonly append: number
  /** The pre-step event. */
  readonly step: number
  /** The rows of the step's batch. */
  readonly landing: number
}

const composition = fileURLToPath(new URL('../support/host.yml', import.meta.url))

/** Neither storage nor compaction nor the host's own checks are what is compared. */
const QUIET = ['persistence', 'checkpoint', 'compaction', 'invariants', 'session-invariant'].map((id) => ({ id, disabled: true }))

/** One agent and its log, driven row by row on the real session and the real dispatch. */
export class Track {
  readonly #ctx: Context
  readonly #handle: AgentHandle
  #turn = 0

  constructor(ctx: Context, handle: AgentHandle) {
    this.#ctx = ctx
    this.#handle = handle
  }

  get agent(): Agent {
    return this.#handle.agent
  }

  get length(): number {
    return this.agent.session.seq
  }

  /** How many messages stand in the log that are not the user's. */
  get additions(): number {
    return this.agent.session.events.filter((event) => event.type === 'user/message' && event.data.source.kind !== 'user').length
  }

  dispose(): Promise<void> {
    return this.#handle.dispose()
  }

  /** A turn whose first step streams rows; its second, which continues tool work, is measured. */
  async turn(appends: number): Promise<StepCost> {
    const { session } = this.agent
    const turn = ++this.#turn
    session.append('turn/start', { turn })
    session.append('step/start', { turn, step: 1 })
    session.append('user/message', createUserMessage({ content: [{ type: 'text', text: 'hello' }], source: { kind: 'user' } }), { surfaceOp: 'append' })
    const append = Array.from({ length: appends }, () => {
      const start = now()
      session.append('assistant/chunk', { turn, step: 1, chunk: { type: 'text-delta', index: 0, text: 'some words ' } })
      return microsecondsBetween(start, now())
    })
    session.append('step/end', { turn, step: 1 })
    // What the host does behind its rows is not part of the event.
    await new Promise(setImmediate)
    const claim = { messages: [], turn, step: 2, signal: new AbortController().signal }
    const events = agentEvents(this.#ctx, this.agent)
    const asked = now()
    const decision = await events.waterfall('agent/pre-step', claim, () => Promise.resolve({ kind: 'enter', messages: claim.messages }))
    const decided = now()
    session.append('step/start', { turn, step: 2 })
    if (decision.kind === 'enter') for (const message of decision.messages) session.append('user/message', message, { surfaceOp: 'append' })
    const landed = now()
    session.append('step/end', { turn, step: 2 })
    session.append('turn/end', { turn, reason: { kind: 'completed' } })
    return { append: median(append), step: microsecondsBetween(asked, decided), landing: microsecondsBetween(decided, landed) }
  }
}

/** A host with one subject mounted. */
export class Stage {
  readonly name: SubjectName
  readonly #ctx: Context
  #tracks = 0

  private constructor(name: SubjectName, ctx: Context) {
    this.name = name
    this.#ctx = ctx
  }

  static async open(this: void, name: SubjectName): Promise<Stage> {
    const ctx = await boot('bench', composition, QUIET)
    await SUBJECTS[name](ctx)
    return new Stage(name, ctx)
  }

  /** A new agent whose log has about `size` rows. */
  async track(size: number): Promise<Track> {
    const handle = await this.#ctx.agents.create({ sessionId: SessionId(`s${this.#tracks++}`), meta: { cwd: '/tmp' }, agentOptions: { provider: 'scripted', model: 'm1' } })
    const track = new Track(this.#ctx, handle)
    await track.turn(Math.max(1, size - 8))
    return track
  }

  async close(): Promise<void> {
    await this.#ctx.fiber.dispose()
  }
}
