/**
 * The least of a host that the companion can be mounted on: sessions that announce their rows, an
 * invariant service, and a logger.
 */

import * as companion from '../../src/invariant.js'

type Listener = (...args: unknown[]) => unknown

/** A session that stores rows unless a listener refuses them. */
export interface FeedSession {
  readonly id: string
  readonly header: unknown
  readonly events: unknown[]
  readonly seq: number
}

/** What a test may choose. */
export interface FeedOptions {
  readonly config?: companion.Config
  readonly logger?: unknown
  /** Sessions that are there before the companion. */
  readonly sessions?: unknown
}

/** The host. */
export class Feed {
  /** What the companion wrote, each line with its severity. */
  readonly lines: string[] = []
  readonly #listeners = new Map<string, Listener[]>()
  readonly #options: FeedOptions

  constructor(options: FeedOptions = {}) {
    this.#options = options
  }

  /** Mount the companion. */
  async mount(): Promise<this> {
    const write = (severity: string) => (text: string) => this.lines.push(`${severity} ${text}`)
    const { config, sessions, logger = (name: string) => ({ warn: write(`${name} warn`), info: write(`${name} info`) }) } = this.#options
    const register = async (packageName: string, install: companion.Installer): Promise<void> => {
      const fail = (message: string): never => {
        throw new Error(`${packageName}: ${message}`)
      }
      install({ on: (event, listener) => this.#listeners.set(event, [...(this.#listeners.get(event) ?? []), listener]), sessions }, fail)
    }
    await companion.apply({ invariants: { register }, logger }, config)
    return this
  }

  emit(event: string, ...args: unknown[]): void {
    if (!event.startsWith('internal/')) for (const listener of this.#listeners.get('internal/dispatch') ?? []) listener('emit', event, args, undefined)
    for (const listener of this.#listeners.get(event) ?? []) listener(...args)
  }

  /** Create a session. */
  session(header: unknown, events: unknown[] = []): FeedSession {
    const session = { id: 's', header, events, get seq() { return events.length } }
    this.emit('session/created', session)
    return session
  }

  /** Announce a row before it is stored, as if another listener then refused it. */
  propose(session: FeedSession, row: object): object {
    const stored = { ...row, seq: session.seq }
    for (const listener of this.#listeners.get('internal/dispatch') ?? []) listener('emit', 'session/event', [session, stored], undefined)
    return stored
  }

  /** Append rows, with the sequence numbers that they get. */
  append(session: FeedSession, rows: readonly object[]): void {
    for (const row of rows) {
      const stored = this.propose(session, row)
      session.events.push(stored)
      for (const listener of this.#listeners.get('session/event') ?? []) listener(session, stored)
    }
  }

  /** Store rows of which the feed says nothing. */
  slip(session: FeedSession, rows: readonly object[]): void {
    for (const row of rows) session.events.push({ ...row, seq: session.seq })
  }
}
