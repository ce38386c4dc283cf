/**
 * What other intervals would have cost on a story's log, by the plugin's own planner.
 */

import { isRecord } from '../../../src/core/record.js'
import { Planner, type IntervalPlan } from '../../../src/core/plan.js'
import { understand } from '../../../src/core/event.js'
import { resolveZone, type Zone } from '../../../src/core/zone.js'
import type { Story } from './story.js'

/**
 * The zone that a log's readings were written in.
 * @returns `undefined` where no reading names a zone that this engine knows.
 */
export const zoneIn = ({ rows }: Story): Zone | undefined => {
  for (const row of rows) {
    const event = understand(row)
    if (event.kind !== 'reading' || event.reading === undefined) continue
    const result = resolveZone(event.reading.timestamp.zone)
    if (result.kind === 'accepted') return result.zone
  }
  return undefined
}

/**
 * Plan a story at every interval that the command line plans.
 * @param story - its rows may begin with the log's header.
 * @param zone - the zone that readings would be written in.
 */
export const planOf = ({ rows }: Story, zone: Zone): readonly IntervalPlan[] => {
  const [first] = rows
  const header = isRecord(first) && first['type'] === 'session' ? first : undefined
  const planner = new Planner(zone, header)
  for (const row of header === undefined ? rows : rows.slice(1)) planner.row(row)
  return planner.plan().intervals
}
