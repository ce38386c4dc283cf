/**
 * The one clock of a test. It stands still unless told, and `Date` shows it: stand-ins ask it
 * directly, the plugin and the published host ask `Date`.
 */

import { vi } from 'vitest'

/** 2026-07-15T01:00:00Z. */
export const T0 = Date.UTC(2026, 6, 15, 1)

let time = T0

/** What the clock shows, epoch milliseconds. */
export const now = (): number => time

/** Start the clock at {@link T0}; only `Date` is replaced, timers run on. */
export const startClock = (): void => {
  time = T0
  vi.useFakeTimers({ toFake: ['Date'], now: T0 })
}

/** Let time pass. */
export const pass = (milliseconds: number): void => {
  time += milliseconds
  vi.setSystemTime(time)
}

/** Back to the machine's clock. */
export const stopClock = (): void => {
  vi.useRealTimers()
}
