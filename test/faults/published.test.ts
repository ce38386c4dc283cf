import fc from 'fast-check'
import { expect, it } from 'vitest'
import { bootPublished } from '../support/hosts/published.js'
import { temporaryFolder } from '../support/temporary-folder.js'
import { others, ours, run, schedule, stepsOf, type FaultyHost } from './run.js'

const boot = async (): Promise<FaultyHost> => {
  const host = await bootPublished({ folder: temporaryFolder() })
  // The published host keeps its log to itself and takes its time from `Date`, so neither damaged
  // rows nor a broken clock can be had here without breaking the host as well.
  return { host, listenFirst: host.listenFirst, damage: undefined }
}

it('leaves the published host’s own rows and turns as they are without the plugin, whatever goes wrong', async () => {
  await fc.assert(
    fc.asyncProperty(schedule, async (plan) => {
      const timely = { ...plan, faults: plan.faults.map((each) => ({ ...each, clock: 'sound' as const })) }
      const bare = await run(timely, boot, false)
      const mounted = await run(timely, boot, true)
      expect(mounted.endings).toEqual(bare.endings)
      expect(mounted.requests).toBe(bare.requests)
      expect(others(mounted)).toEqual(others(bare))
      expect(stepsOf(mounted)).toEqual([...new Set(stepsOf(mounted))])
      expect(ours(bare)).toEqual([])
    }),
    { numRuns: 12 },
  )
})
