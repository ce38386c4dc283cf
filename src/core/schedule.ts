/**
 * When the next reading is due. Nothing here that a fresh process could not rebuild from the log.
 */

/** Whether a reading is due at an eligible attempt, and why. */
export type Schedule =
  /** Every eligible attempt gets a reading. */
  | { readonly due: true; readonly because: 'every-step' }
  /** This session has no reading with a time yet. */
  | { readonly due: true; readonly because: 'first' }
  /** The clock stands before the latest reading. */
  | { readonly due: true; readonly because: 'clock-behind' }
  /** At least the interval has passed since the latest reading. */
  | { readonly due: true; readonly because: 'interval-passed' }
  /** Held back for `remaining` more milliseconds. */
  | { readonly due: false; readonly because: 'interval'; readonly remaining: number }

/**
 * Decide whether a reading is due.
 * @param latest - event time of this session's latest own reading in log order, epoch milliseconds.
 * @param interval - `refreshIntervalMs`; 0 means every step.
 * @param now - the sampled clock, epoch milliseconds.
 */
export const schedule = (latest: number | undefined, interval: number, now: number): Schedule => {
  if (interval === 0) return { due: true, because: 'every-step' }
  if (latest === undefined) return { due: true, because: 'first' }
  if (now < latest) return { due: true, because: 'clock-behind' }
  const remaining = interval - (now - latest)
  return remaining <= 0 ? { due: true, because: 'interval-passed' } : { due: false, because: 'interval', remaining }
}
