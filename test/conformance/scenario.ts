/**
 * A scenario: inputs that are the same on every host, and the readings that each order of things
 * implies.
 */

import type { RuleId } from '../../src/check.js'
import type { Config } from '../../src/index.js'
import type { Generation, Order } from '../support/hosts/generation.js'
import type { BootOptions, Host, Seat } from '../support/hosts/host.js'
import type { Bilingual, ReasonId } from './reason.js'

/** Where a scenario is played. */
export interface Stage {
  readonly generation: Generation
  readonly folder: string
  /** Start a host; a second start is a restart on the same folder. */
  readonly boot: (options?: Omit<BootOptions, 'folder'>) => Promise<Host>
  /** Start a host and mount the plugin. */
  readonly mounted: (config?: Config, options?: Omit<BootOptions, 'folder'>) => Promise<Host>
}

/** What a scenario is expected to leave, by order of things. */
export type Expected = readonly string[] | { readonly impossible: ReasonId }

/** A row of the table. */
export interface Scenario {
  readonly title: Bilingual
  /** Play it. */
  readonly play: (stage: Stage) => Promise<readonly Seat[]>
  /** Readings in the logs of the seats, one after the other. */
  readonly readings: Readonly<Record<Exclude<Order, 'too-late'>, Expected>>
  /** The same for a host that announces steps too late; none where it is left out. */
  readonly tooLate?: readonly string[]
  /** Ids of the rules that the checker finds broken, where any is. */
  readonly errors?: Readonly<Partial<Record<Order, readonly RuleId[]>>>
  /** How the turns end, where not all complete. */
  readonly endings?: readonly string[]
  /** How many warnings the plugin gives; none where it is left out. */
  readonly warnings?: number
  /** Why it cannot happen on one generation although its order of things would allow it. */
  readonly impossible?: (generation: Generation) => ReasonId | undefined
  /** Compaction breaks the chain of requests. */
  readonly rewritesHistory?: boolean
  /** Readings stand in the log that this release did not write. */
  readonly holdsOthers?: boolean
}

/** The same readings on every order of things. */
export const everywhere = (...readings: string[]): Scenario['readings'] => ({ 'at-once': readings, buffered: readings, decision: readings })

/** Only where a listener decides the batch. */
export const onDecision = (reason: ReasonId, ...readings: string[]): Scenario['readings'] => ({
  'at-once': { impossible: reason },
  buffered: { impossible: reason },
  decision: readings,
})
