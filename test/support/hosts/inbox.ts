/**
 * Messages that the host accepted and no step has taken in yet.
 */

import type { StandInMessage } from './dialect.js'

/** What a message waits for. */
export type Queue = 'next-turn' | 'next-step'

/** Two queues; hosts of the decision protocol log every change of them. */
export class Inbox {
  readonly #queues: Record<Queue, StandInMessage[]> = { 'next-turn': [], 'next-step': [] }
  readonly #log: (splice: object) => void

  constructor(log: (splice: object) => void) {
    this.#log = log
  }

  waiting(target: Queue): number {
    return this.#queues[target].length
  }

  accept(target: Queue, message: StandInMessage): void {
    const queue = this.#queues[target]
    this.#log({ target, start: queue.length, inserted: [message] })
    queue.push(message)
  }

  /** Take the first messages of a queue. */
  claim(target: Queue, count: number): StandInMessage[] {
    const claimed = this.#queues[target].splice(0, count)
    if (claimed.length > 0) this.#log({ target, start: 0, removedCount: claimed.length, inserted: [] })
    return claimed
  }

  /** Drop whatever waits for a step. */
  cancel(): void {
    const removedCount = this.#queues['next-step'].length
    this.#queues['next-step'] = []
    if (removedCount > 0) this.#log({ target: 'next-step', start: 0, removedCount, inserted: [], outcome: 'canceled' })
  }
}
