/**
 * A fixed clock for what is run in this process. One scenario at a time holds it.
 */

/** Sets the time that the process sees, epoch milliseconds. */
export type SetClock = (instant: number) => void

/**
 * Run something under a clock of its own.
 * @param body - gets the function that sets the clock.
 */
export const holdClock = async <Result>(body: (set: SetClock) => Promise<Result>): Promise<Result> => {
  const real = Date.now
  let now = real()
  Date.now = () => now
  try {
    return await body((instant) => {
      now = instant
    })
  } finally {
    Date.now = real
  }
}
