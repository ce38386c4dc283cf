/**
 * What a zone is resolved from when the configuration names none.
 */

/** The process, as far as its zone is concerned. */
export interface Environment {
  /** The value of `TZ`; `undefined` where it is not set. */
  readonly tz: string | undefined
  /** The zone that the engine takes for the process's. */
  readonly engineZone: () => string
}

/** This process. */
export const environment = (): Environment => ({
  tz: process.env['TZ'],
  engineZone: () => new Intl.DateTimeFormat().resolvedOptions().timeZone,
})
