/**
 * A host as the conformance suite drives it: a stand-in, or the published one.
 */

import type { Config, HostContext } from '../../../src/index.js'
import type { Answer } from './agent.js'
import type { Listener } from './bus.js'
import type { Generation } from './generation.js'
import type { Row } from './row.js'
import type { Header } from './session.js'

/** An agent on one session. */
export interface Seat {
  readonly rows: () => readonly Row[]
  /** The messages of each request, oldest first. */
  readonly requests: () => readonly (readonly unknown[])[]
  /** Queue a prompt. */
  readonly send: (text: string) => void
  /** Queue a message for the nearest step. */
  readonly steer: (text: string) => void
  readonly idle: () => Promise<void>
  /** Store the session and let go of it. */
  readonly close: () => Promise<void>
}

/** A running host. */
export interface Host {
  readonly generation: Generation
  /** What the plugin said through the host's logger. */
  readonly warnings: readonly string[]
  /** Errors of listeners, and of storing, that the host kept to itself. */
  readonly contained: readonly unknown[]
  /** What the model answers next; afterwards it answers `done`. */
  readonly script: (...answers: Answer[]) => void
  /** Add a listener of the announcement behind those that are there. */
  readonly listen: (listener: Listener) => void
  /** Mount the plugin; `between` may put something between host and plugin. */
  readonly mount: (config: Config, between?: (ctx: HostContext) => HostContext) => Promise<void>
  readonly open: (id: string) => Promise<Seat>
  readonly resume: (id: string) => Promise<Seat>
  readonly fork: (parent: Seat, id: string) => Promise<Seat>
  /** Put a session on disk, as a migration would. */
  readonly adopt: (header: Header, rows: readonly Row[]) => Promise<void>
  readonly dispose: () => Promise<void>
}

/** What a boot may choose. */
export interface BootOptions {
  /** Where sessions are stored. */
  readonly folder: string
  /** Whether a turn that finds history compacts it first. */
  readonly compacts?: boolean
}

/** Starts a host. */
export type Boot = (options: BootOptions) => Promise<Host>

/** Send a prompt and wait for the end of the work. */
export const ask = async (seat: Seat, text = 'hello'): Promise<void> => {
  seat.send(text)
  await seat.idle()
}
