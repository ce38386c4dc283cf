/**
 * Zones by name, and timestamps in them.
 */

import { formatTimestamp } from '../../src/core/timestamp.js'
import { resolveZone, type Zone } from '../../src/core/zone.js'

/** An accepted zone; a refusal fails the test. */
export const zoneNamed = (name: string): Zone => {
  const result = resolveZone(name)
  if (result.kind === 'refused') throw new Error(`${name} was refused (${result.refusal}); ${result.remedy}`)
  return result.zone
}

/**
 * The timestamp of an instant.
 * @param instant - epoch milliseconds, or an ISO 8601 text.
 */
export const stamp = (name: string, instant: number | string): string => {
  const zone = zoneNamed(name)
  const at = typeof instant === 'number' ? instant : Date.parse(instant)
  return formatTimestamp({ instant: at, offset: zone.offsetAt(at), zone: zone.name })
}
