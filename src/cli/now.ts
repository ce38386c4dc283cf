/**
 * The command `now`: a reading as the plugin would make it.
 */

import { Config, zoneFor } from '../config.js'
import { formatReading } from '../core/reading.js'
import { formatTimestamp } from '../core/timestamp.js'
import type { Zone } from '../core/zone.js'
import { environment } from '../environment.js'
import type { Request } from './arguments.js'
import { ExitCode } from './exit-code.js'
import type { Terminal } from './terminal.js'

/** A zone, or the sentence that the load would fail with. */
export type ZoneChoice = { readonly kind: 'zone'; readonly zone: Zone } | { readonly kind: 'refused'; readonly message: string }

/**
 * The zone of a command line's `--time-zone`, by the rules of a configuration's `timeZone`.
 * @param timeZone - `undefined` for the process's zone.
 */
export const chooseZone = (timeZone: string | undefined): ZoneChoice => {
  const checked = Config['~standard'].validate(timeZone === undefined ? {} : { timeZone })
  if (checked.issues !== undefined) return { kind: 'refused', message: checked.issues.map(({ message }) => message).join('; ') }
  try {
    return { kind: 'zone', zone: zoneFor(checked.value, environment()) }
  } catch (error) {
    return { kind: 'refused', message: error instanceof Error ? error.message : String(error) }
  }
}

/**
 * Print a reading of this moment for turn 1, step 1, whose prompt has just been accepted.
 * @returns the exit code.
 */
export const now = (request: Extract<Request, { kind: 'now' }>, terminal: Terminal): number => {
  const choice = chooseZone(request.timeZone)
  if (choice.kind === 'refused') {
    terminal.complain(choice.message)
    return ExitCode.failed
  }
  const { zone } = choice
  const clock = Date.now()
  const timestamp = { instant: clock, offset: zone.offsetAt(clock), zone: zone.name }
  const reading = { turn: 1, step: 1, timestamp, elapsed: 0 }
  const text = formatReading(reading)
  if (request.json) terminal.raw(`${JSON.stringify({ text, turn: 1, step: 1, timestamp: formatTimestamp(timestamp), timeZone: zone.name, elapsedMs: 0 }, null, 2)}\n`)
  else terminal.say(text)
  return ExitCode.good
}
