/**
 * Every corruption of one row of a log: each member of the row changed in the ways that its type
 * allows, the text of a reading changed word by word, the row dropped, repeated or moved by one.
 */

import { isRecord } from '../../src/core/record.js'
import { isOurs } from '../../src/core/source.js'
import type { StoredRow } from './host-log.js'

/** A log with one row corrupted. */
export interface Corruption {
  /** What the row is. */
  readonly kind: string
  /** Which member, or the row as a whole. */
  readonly path: string
  readonly change: string
  readonly rows: readonly unknown[]
}

type Path = readonly (string | number)[]

/** In place of a value: the member is taken away. */
const GONE = Symbol('gone')

const hour = 3_600_000

const changesOf = (value: unknown): [change: string, value: unknown][] => {
  const common: [string, unknown][] = [['gone', GONE], ['null', null]]
  if (typeof value === 'string') return [...common, ['empty', ''], ['one letter more', `${value}x`], ['a number', 7]]
  if (typeof value === 'number') return [...common, ['one more', value + 1], ['one less', value - 1], ['an hour more', value + hour], ['an hour less', value - hour], ['a text', String(value)]]
  if (typeof value === 'boolean') return [...common, ['the opposite', !value]]
  if (Array.isArray(value)) return [...common, ['empty', []], ['its first twice', [value[0], ...value]]]
  return [...common, ['one member more', isRecord(value) ? { ...value, more: 1 } : {}]]
}

const leavesOf = (value: unknown, path: Path = []): [path: Path, value: unknown][] => {
  const members: [string | number, unknown][] = Array.isArray(value) ? [...value.entries()] : isRecord(value) ? Object.entries(value) : []
  return members.flatMap(([name, member]): [Path, unknown][] => [[[...path, name], member], ...leavesOf(member, [...path, name])])
}

const replaced = (value: unknown, [name, ...rest]: Path, to: unknown): unknown => {
  if (name === undefined) return to
  if (Array.isArray(value)) return value.flatMap((member, index) => (index !== name ? [member] : rest.length === 0 && to === GONE ? [] : [replaced(member, rest, to)]))
  if (!isRecord(value)) return value
  return Object.fromEntries(Object.entries(value).flatMap(([key, member]) => (key !== name ? [[key, member]] : rest.length === 0 && to === GONE ? [] : [[key, replaced(member, rest, to)]])))
}

const step = (digits: string, by: number): string => String(Number(digits) + by).padStart(digits.length, '0')

/** The words of a reading, each changed. Where a change is not possible, the text comes back as it was. */
const rewordings: Readonly<Record<string, (text: string) => string>> = {
  'turn one more': (text) => text.replace(/(?<=turn )\d+/, (digits) => step(digits, 1)),
  'turn one less': (text) => text.replace(/(?<=turn )\d+/, (digits) => step(digits, -1)),
  'step one more': (text) => text.replace(/(?<=step )\d+/, (digits) => step(digits, 1)),
  'step one less': (text) => text.replace(/(?<=step )\d+/, (digits) => step(digits, -1)),
  'year one more': (text) => text.replace(/\d{4}(?=-\d\d-)/, (digits) => step(digits, 1)),
  'year one less': (text) => text.replace(/\d{4}(?=-\d\d-)/, (digits) => step(digits, -1)),
  'month one less': (text) => text.replace(/(?<=: \d{4}-)\d\d/, (digits) => step(digits, -1)),
  'day one more': (text) => text.replace(/\d\d(?=T)/, (digits) => step(digits, 1)),
  'hour one more': (text) => text.replace(/(?<=T)\d\d/, (digits) => step(digits, 1)),
  'hour one less': (text) => text.replace(/(?<=T)\d\d/, (digits) => step(digits, -1)),
  'minute one more': (text) => text.replace(/(?<=T\d\d:)\d\d/, (digits) => step(digits, 1)),
  'minute one less': (text) => text.replace(/(?<=T\d\d:)\d\d/, (digits) => step(digits, -1)),
  'second one more': (text) => text.replace(/(?<=T\d\d:\d\d:)\d\d/, (digits) => step(digits, 1)),
  'second one less': (text) => text.replace(/(?<=T\d\d:\d\d:)\d\d/, (digits) => step(digits, -1)),
  'offset one hour more': (text) => text.replace(/(?<=[+-])\d\d(?=:\d\d\[)/, (digits) => step(digits, 1)),
  'offset as Z': (text) => text.replace(/[+-]\d\d:\d\d(?=\[)/, 'Z'),
  'local time and offset one hour more': (text) => text.replace(/T(\d\d)(.{6}\+)(\d\d)/, (_, local: string, between: string, offset: string) => `T${step(local, 1)}${between}${step(offset, 1)}`),
  'another zone': (text) => text.replace(/\[.+\]/, '[America/New_York]'),
  'another zone of the same offset': (text) => text.replace(/\[.+\]/, '[Asia/Singapore]'),
  'a zone that is none': (text) => text.replace(/\[.+\]/, '[Mars/Olympus]'),
  'zone gone': (text) => text.replace(/\[.+\]/, ''),
  'the other baseline': (text) => (text.includes('step context') ? text.replace('step context', 'model-visible message') : text.replace('model-visible message', 'step context')),
  'duration one second more': (text) => text.replace(/\d+(?=s\.)/, (digits) => step(digits, 1)),
  'duration two seconds more': (text) => text.replace(/\d+(?=s\.)/, (digits) => step(digits, 2)),
  'duration unavailable': (text) => text.replace(/\d+s\./, 'unavailable.'),
  'duration where there was none': (text) => text.replace('unavailable.', '0s.'),
  'second line gone': (text) => text.replace(/\n.*/, ''),
  'a third line': (text) => text.replace('\n', '\nBrowser time zone: unavailable.\n'),
  'a line feed more': (text) => `${text}\n`,
  'full stop gone': (text) => text.replace(/\.$/, ''),
  'first letter small': (text) => text.replace('Time', 'time'),
}

const message = (row: StoredRow): unknown => (isRecord(row['data']) ? row['data'] : undefined)

const isReading = (row: StoredRow): boolean => {
  const found = message(row)
  return isRecord(found) && isOurs(found['source'])
}

const kindOf = (row: StoredRow): string => {
  const data = row['data']
  if (isReading(row)) return 'reading'
  if (row['type'] === 'session') return 'header'
  if (row['type'] === 'agent/inbox/spliced' && isRecord(data)) return data['removedCount'] === undefined ? 'acceptance' : 'claim'
  if (row['type'] === 'user/message') return isRecord(row['surfaceOp']) ? 'summary' : 'prompt'
  return String(row['type'])
}

const spelled = (path: Path): string => path.map((name) => (typeof name === 'number' ? '[]' : `.${name}`)).join('').replace(/^\./, '')

const TEXT: Path = ['data', 'content', 0, 'text']
const SECTION: Path = ['data', 'source', 'sections', 0, 'text']

const rewordedRows = (row: StoredRow): [path: string, change: string, row: unknown][] => {
  const found = leavesOf(row).find(([path]) => spelled(path) === spelled(TEXT))?.[1]
  if (!isReading(row) || typeof found !== 'string') return []
  return Object.entries(rewordings).flatMap(([change, reword]): [string, string, unknown][] => {
    const text = reword(found)
    if (text === found) return []
    const [block, section] = [replaced(row, TEXT, text), replaced(row, SECTION, text)]
    return [['text', change, replaced(block, SECTION, text)], ['text of the block alone', change, block], ['text of the section alone', change, section]]
  })
}

/** Every corruption of one row. */
export const corruptionsOf = (log: readonly StoredRow[]): Corruption[] =>
  log.flatMap((row, index): Corruption[] => {
    const [before, after] = [log.slice(0, index), log.slice(index + 1)]
    const kind = kindOf(row)
    const one = (path: string, change: string, rows: readonly unknown[]): Corruption => ({ kind, path, change, rows: [...before, ...rows] })
    const members = leavesOf(row).flatMap(([path, value]) => changesOf(value).map(([change, to]) => one(spelled(path), change, [replaced(row, path, to), ...after])))
    const words = rewordedRows(row).map(([path, change, changed]) => one(path, change, [changed, ...after]))
    const whole = [one('the row', 'dropped', after), one('the row', 'twice', [row, row, ...after]), ...(after.length === 0 ? [] : [one('the row', 'after the next row', [...after.slice(0, 1), row, ...after.slice(1)])]), ...[null, 7, 'x', []].map((odd) => one('the row', `replaced by ${JSON.stringify(odd)}`, [odd, ...after]))]
    return [...members, ...words, ...whole]
  })
