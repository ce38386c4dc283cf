/**
 * The one clock of a test: host and plugin both read `Date.now`, which stands still unless told.
 */

import { vi } from 'vitest'

/** 2026-07-15T01:00:00Z. */
export const T0 = Date.UTC(2026, 6, 15, 1)

/** Start the clock at {@link T0}; only `Date` is replaced, timers run on. */
export const startClock = (): void => {
  vi.useFakeTimers({ toFake: ['Date'], now: T0 })
}

/** Let time pass. */
export const pass = (milliseconds: number): void => {
  vi.setSystemTime(Date.now() + milliseconds)
}

/** Back to the machine's clock. */
export const stopClock = (): void => {
  vi.useRealTimers()
}
