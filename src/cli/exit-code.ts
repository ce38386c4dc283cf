/**
 * How the command line ends.
 */

/** The exit codes. */
export const ExitCode = {
  /** No errors; notes are none. */
  good: 0,
  /** A log breaks a rule. */
  errors: 1,
  /** Something could not be read or written, or the command line is wrong. */
  failed: 2,
  /** Whoever read the output has gone, as a shell reports the signal that ends other programs. */
  closed: 141,
} as const
