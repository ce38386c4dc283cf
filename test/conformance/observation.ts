/**
 * What a scenario left in the logs, as short lines that a table can hold.
 */

import { messageOf, soleTextOf } from '../../src/core/event.js'
import { parseReading } from '../../src/core/reading.js'
import { isRecord } from '../../src/core/record.js'
import { isOurs } from '../../src/core/source.js'
import { formatDuration } from '../../src/core/duration.js'
import { T0 } from '../support/hosts/clock.js'
import type { Seat } from '../support/hosts/host.js'
import type { Row } from '../support/hosts/row.js'

/** Where a row stands. */
interface Place {
  readonly turn: number
  /** The open step; `undefined` between steps. */
  readonly step: number | undefined
  readonly requested: boolean
}

/** Call `visit` with each row and the place where it stands. */
const walk = (rows: readonly Row[], visit: (row: Row, place: Place) => void): void => {
  let place: Place = { turn: 0, step: undefined, requested: false }
  for (const row of rows) {
    const data = isRecord(row.data) ? row.data : {}
    visit(row, place)
    if (row.type === 'turn/start') place = { turn: Number(data['turn']), step: undefined, requested: false }
    else if (row.type === 'step/start') place = { ...place, step: Number(data['step']), requested: false }
    else if (row.type === 'step/end' || row.type === 'turn/end') place = { ...place, step: undefined }
    else if (row.type === 'request/header') place = { ...place, requested: true }
  }
}

const offset = (time: number): string => (time < T0 ? `-${formatDuration(T0 - time)}` : `+${formatDuration(time - T0)}`)

const ours = ({ data }: Row): boolean => isOurs(messageOf(data)?.['source'])

/** One line a reading: turn and step, when it was sampled after T0, and the elapsed time it shows. */
export const readingsIn = (rows: readonly Row[]): string[] => {
  const lines: string[] = []
  walk(rows, (row, { turn }) => {
    if (!ours(row)) return
    const reading = parseReading(soleTextOf(messageOf(row.data)) ?? '')
    if (reading === undefined) return void lines.push(`foreign at ${offset(row.time)}`)
    const elapsed = reading.elapsed === undefined ? 'unavailable' : formatDuration(reading.elapsed)
    const late = reading.turn < turn ? ', late' : ''
    lines.push(`${reading.turn}.${reading.step} at ${offset(reading.timestamp.instant)}: ${elapsed}${late}`)
  })
  return lines
}

/** Readings of this process that do not stand where their protocol wants them; late ones are not looked at. */
export const misplacedIn = (rows: readonly Row[], protocol: 'inject' | 'decision'): string[] => {
  const lines: string[] = []
  const inherited = rows.findLastIndex(({ type }) => type === 'session/end-seed')
  walk(rows, (row, { turn, step, requested }) => {
    const reading = ours(row) && row.seq > inherited ? parseReading(soleTextOf(messageOf(row.data)) ?? '') : undefined
    if (reading === undefined || reading.turn !== turn) return
    const placed = protocol === 'inject' ? step === undefined : step === reading.step && !requested
    if (!placed) lines.push(`reading ${reading.turn}.${reading.step} at seq ${row.seq}`)
  })
  return lines
}

/** Readings that are not signed as the protocol and the format want it, spelled here once more. */
export const missignedIn = (rows: readonly Row[], protocol: 'inject' | 'decision', format: number): string[] =>
  rows.filter(ours).flatMap(({ seq, data }) => {
    const message = messageOf(data)
    const sections = [{ name: 'time-context', text: soleTextOf(message) }]
    const plugin = { kind: 'plugin', plugin: 'time-context' }
    const wanted = protocol === 'inject' ? plugin : { ...(format < 4 ? plugin : { kind: 'time-context' }), form: 'snapshot', sections }
    return JSON.stringify(message?.['source']) === JSON.stringify(wanted) ? [] : [`reading at seq ${seq}`]
  })

/** How each turn ended. */
export const endingsIn = (rows: readonly Row[]): string[] =>
  rows.flatMap(({ type, data }) => {
    if (type !== 'turn/end' || !isRecord(data)) return []
    const reason = data['reason']
    return [isRecord(reason) ? String(reason['kind']) : 'unknown']
  })

/** Whether each request starts with all of the one before it. */
export const keepsPrefix = (seat: Seat): boolean => {
  const requests = seat.requests().map((messages) => messages.map((message) => JSON.stringify(message)))
  return requests.every((messages, index) => {
    const before = requests[index - 1] ?? []
    return before.every((message, position) => message === messages[position]) && messages.length > before.length
  })
}
