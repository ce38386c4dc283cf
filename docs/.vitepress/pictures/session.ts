/**
 * Where and when the sessions in the pictures take place.
 */

import { resolveZone, type Zone } from '../../../src/core/zone.js'

const accepted = (name: string): Zone => {
  const result = resolveZone(name)
  if (result.kind === 'refused') throw new Error(`${name}: ${result.remedy}`)
  return result.zone
}

export const shanghai = accepted('Asia/Shanghai')

/** Nine o'clock there. */
export const morning = { timeZone: shanghai.name, start: Date.UTC(2026, 6, 15, 1) }
