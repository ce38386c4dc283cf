/**
 * The stored logs that are kept for ever, read whole.
 */

import { join } from 'node:path'
import { rowsOf } from '../../src/cli/log-file.js'
import { messageOf, soleTextOf } from '../../src/core/event.js'
import { LogReader } from '../../src/core/log.js'
import { isOurs } from '../../src/core/source.js'
import { storedLogs } from './command-line.js'

/** A log's header and rows. */
export interface KeptLog {
  readonly header: Readonly<Record<string, unknown>>
  readonly rows: readonly Readonly<Record<string, unknown>>[]
}

/** One of the logs that are kept for ever. */
export const keptLog = async (name: string): Promise<KeptLog> => {
  const path = join(storedLogs, name)
  const reader = new LogReader()
  const rows: Readonly<Record<string, unknown>>[] = []
  for await (const batch of rowsOf(path, reader, () => {})) rows.push(...batch)
  if (reader.header === undefined || reader.problem !== undefined) throw new Error(`${name}: ${reader.problem?.message}`)
  return { header: reader.header, rows }
}

/** The texts of the readings that stand in a log. */
export const readingTexts = ({ rows }: KeptLog): string[] =>
  rows.flatMap(({ data }) => {
    const message = messageOf(data)
    const text = soleTextOf(message)
    return isOurs(message?.['source']) && text !== undefined ? [text] : []
  })
