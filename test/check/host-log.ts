/**
 * A log of the published host that has everything a reading can stand beside: a tool turn, a restart
 * and a resume, an interval that holds a step back, compaction, and pauses between the turns.
 */

import { readFile, writeFile } from 'node:fs/promises'
import { bootHost, prompt, storedRows } from '../support/real-host.js'

/** A row of a stored log; the header comes first. */
export type StoredRow = Readonly<Record<string, unknown>>

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))

const wait = (ms: number) => ({ tool: 'wait', args: { ms } })

/** Run the host. */
export const makeLog = async (): Promise<StoredRow[]> => {
  const first = await bootHost({ script: [wait(2200), { text: 'done' }], config: { timeZone: 'Asia/Shanghai' } })
  const { agent } = await first.create('log')
  await prompt(agent, 'Wait for me.')
  await first.ctx.sessions.flush(agent.session)
  await first.dispose()

  const second = await bootHost({ root: first.root, contextWindow: 600, script: [{ text: 'yes '.repeat(200) }, wait(2100)], config: { timeZone: 'Asia/Shanghai', refreshIntervalMs: 2000 } })
  try {
    const resumed = await second.resume('log')
    await pause(2200)
    await prompt(resumed.agent, 'Are you there? '.repeat(40))
    await prompt(resumed.agent, 'Wait once more.')
    await pause(2200)
    await prompt(resumed.agent, 'And goodbye.')
    return await storedRows(second, resumed.agent)
  } finally {
    await second.dispose()
  }
}

const recorded = new URL('host-log.jsonl', import.meta.url)

/** The log that was recorded once, so that what is said about it stays. */
export const recordedLog = async (): Promise<StoredRow[]> =>
  (await readFile(recorded, 'utf8')).trimEnd().split('\n').map((line) => JSON.parse(line))

/** Record a log anew. */
export const record = async (rows: readonly StoredRow[]): Promise<void> => writeFile(recorded, rows.map((row) => `${JSON.stringify(row)}\n`).join(''))
