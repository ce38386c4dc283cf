/**
 * The event bus of the stand-in hosts: listeners in order, prepended ones first.
 */

/** A listener of any event. */
export type Listener = (...args: unknown[]) => unknown

/** Registers listeners and calls them in the three ways that hosts use. */
export class Bus {
  readonly #listeners = new Map<string, Listener[]>()
  /** Errors that listeners of notifications threw; a host logs them. */
  readonly contained: unknown[] = []

  /** @returns a function that takes the listener away again. */
  on(event: string, listener: Listener, { prepend = false }: { readonly prepend?: boolean } = {}): () => void {
    const listeners = this.#listenersOf(event)
    this.#listeners.set(event, prepend ? [listener, ...listeners] : [...listeners, listener])
    return () => this.#listeners.set(event, this.#listenersOf(event).filter((each) => each !== listener))
  }

  /** Tell everybody; an error stays with its listener. */
  emit(event: string, ...args: unknown[]): void {
    for (const listener of this.#listenersOf(event)) {
      try {
        listener(...args)
      } catch (error) {
        this.contained.push(error)
      }
    }
  }

  /** Await one after the other; a value other than null, false and undefined stops the rest. */
  async serial(event: string, ...args: unknown[]): Promise<unknown> {
    for (const listener of this.#listenersOf(event)) {
      const value = await listener(...args)
      if (value !== undefined && value !== null && value !== false) return value
    }
    return undefined
  }

  /** The first listener is outermost; each gets a `next` as its last argument. */
  async waterfall(event: string, args: readonly unknown[], innermost: () => unknown): Promise<unknown> {
    const listeners = this.#listenersOf(event)
    const call = async (index: number): Promise<unknown> => {
      const listener = listeners[index]
      return listener === undefined ? innermost() : listener(...args, () => call(index + 1))
    }
    return call(0)
  }

  #listenersOf(event: string): readonly Listener[] {
    return this.#listeners.get(event) ?? []
  }
}
