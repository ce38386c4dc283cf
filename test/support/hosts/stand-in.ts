/**
 * A stand-in for a generation of the host, put together from the shared parts.
 */

import type { Config, HostContext } from '../../../src/index.js'
import * as plugin from '../../../src/index.js'
import { Agent, type Answer } from './agent.js'
import { Bus, type Listener } from './bus.js'
import { now, pass } from './clock.js'
import { compactionListener } from './compaction.js'
import { protocolOf, type Generation } from './generation.js'
import type { BootOptions, Host, Seat } from './host.js'
import { agentIn } from './later.js'
import type { Row } from './row.js'
import { createSession, type Header, type HeldSession } from './session.js'
import { Store } from './store.js'

/** A seat of a stand-in shows more of its inside. */
export interface StandInSeat extends Seat {
  readonly agent: Agent
  readonly held: HeldSession
}

/** A stand-in host. */
export interface StandIn extends Host {
  readonly bus: Bus
  readonly store: Store
  readonly open: (id: string) => Promise<StandInSeat>
  readonly resume: (id: string) => Promise<StandInSeat>
}

const lineageOf = ({ lineage }: Generation, parent: Header, length: number) => ({
  parentSession: parent.id,
  ...(lineage === 'seedLength' ? { seedLength: length } : { isSeeded: true }),
})

/** The services that a stand-in offers. */
const SERVICES = ['agents']

/** Read a configuration as hosts do. */
const checked = (config: unknown): Config => {
  const result = plugin.Config['~standard'].validate(config)
  if (result.issues !== undefined) throw new Error(`invalid config: ${result.issues.map(({ message }) => message).join('; ')}`)
  return result.value
}

/** Start a stand-in. */
export const bootStandIn = async (generation: Generation, { folder, compacts = false }: BootOptions): Promise<StandIn> => {
  const bus = new Bus()
  const store = new Store(generation, folder)
  const held = new Map<unknown, HeldSession>()
  const script: Answer[] = []
  const warnings: string[] = []
  const undo: (() => void)[] = []
  const { event } = generation.announcement

  const heldBy = (args: readonly unknown[]): HeldSession | undefined => {
    const agent = agentIn(args)
    return agent instanceof Agent ? held.get(agent.session) : undefined
  }
  if (compacts) bus.on(event, compactionListener(generation, heldBy))
  if (protocolOf(generation) === 'decision') {
    bus.on(event, (...args) => {
      const mine = heldBy(args)
      if (mine !== undefined) store.flush(mine)
      const next = args.at(-1)
      return typeof next === 'function' ? next() : undefined
    })
  }

  const seat = (mine: HeldSession): StandInSeat => {
    const requests: (readonly unknown[])[] = []
    const answer = (messages: readonly unknown[]): Answer => {
      requests.push(messages)
      return script.shift() ?? { text: 'done' }
    }
    const agent = new Agent({ generation, held: mine, bus, answer, pass, flush: () => store.flush(mine) })
    held.set(mine.session, mine)
    return {
      agent,
      held: mine,
      rows: () => mine.log.rows,
      requests: () => requests,
      send: (text) => agent.followup(text),
      steer: (text) => agent.steer(text),
      idle: () => agent.whenIdle(),
      close: async () => store.flush(mine),
    }
  }

  const enter = (header: Header, seed: readonly Row[], mark?: object): StandInSeat => {
    let published = false
    const mine: HeldSession = createSession(generation, header, {
      now,
      publish: (row) => published && bus.emit('session/event', mine.session, row),
      restored: seed,
    })
    if (mark !== undefined) mine.session.append('session/end-seed', mark)
    published = true
    return seat(mine)
  }

  const mark = protocolOf(generation) === 'decision' ? {} : undefined
  const headerOf = (id: string): Header => ({ version: generation.format, id, createdAt: now(), cwd: '/tmp' })

  return {
    generation,
    bus,
    store,
    warnings,
    contained: bus.contained,
    script: (...answers) => void script.push(...answers),
    listen: (listener: Listener) => void bus.on(event, listener),
    mount: async (config, between = (ctx) => ctx) => {
      const missing = plugin.inject.find((service) => !SERVICES.includes(service))
      if (missing !== undefined) throw new Error(`${plugin.name}: pending (waiting for service: ${missing})`)
      const ctx: HostContext = {
        on: (name, listener, options) => undo.push(bus.on(name, listener, options)),
        logger: () => ({ warn: (text: string) => warnings.push(text) }),
      }
      plugin.apply(between(ctx), checked(config))
    },
    open: async (id) => enter(headerOf(id), []),
    resume: async (id) => {
      const { header, rows } = store.load(id)
      const resumed = enter(header, rows, rows.at(-1)?.type === 'session/end-seed' ? undefined : mark)
      store.restored(resumed.held, rows.length)
      return resumed
    },
    fork: async (parent, id) => {
      const rows = parent.rows()
      const header = { ...headerOf(id), ...lineageOf(generation, headerOf('parent'), rows.length) }
      return enter(header, rows, mark && (generation.format < 4 ? mark : { inherited: true }))
    },
    adopt: async (header, rows) => store.write(header, rows),
    dispose: async () => undo.forEach((off) => off()),
  }
}
