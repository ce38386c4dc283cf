/**
 * Rows as a host stores them. What a host would not have written is refused, so that nothing in a log
 * that a document shows stands there idle: neither a member's name nor the order of the rows.
 */

import { isRecord } from '../../../src/core/record.js'
import { isOurs } from '../../../src/core/source.js'
import { Mismatch } from '../failure.js'

type Claim = (value: unknown) => boolean

const isCount: Claim = (value) => Number.isSafeInteger(value) && Number(value) >= 0
const isText: Claim = (value) => typeof value === 'string'
const isList: Claim = (value) => Array.isArray(value)

/** The user's own source has a kind and nothing else; ours is the checker's business. */
const isSource: Claim = (value) => isRecord(value) && (isOurs(value) || (value['kind'] === 'user' && Object.keys(value).length === 1))

const isInserted: Claim = (value) => Array.isArray(value) && value.every((message) => isRecord(message) && isText(message['id']) && Object.keys(message).length === 1)

/** The members of a row's data, by its type; those with a question mark may be missing. */
const DATA: Readonly<Record<string, Readonly<Record<string, Claim>>>> = {
  'turn/start': { turn: isCount },
  'turn/end': { turn: isCount },
  'step/start': { turn: isCount, step: isCount },
  'step/end': { turn: isCount, step: isCount },
  'request/header': {},
  'user/message': { content: isList, source: isSource, 'id?': isText },
  'assistant/message': { content: isList },
  'agent/inbox/spliced': { target: (value) => value === 'next-turn' || value === 'next-step', start: isCount, 'inserted?': isInserted, 'removedCount?': isCount },
}

const SURFACE = ['user/message', 'assistant/message']

const OPERATION = ['op', 'start', 'end']

const isOperation: Claim = (value) => value === 'append' || (isRecord(value) && Object.keys(value).join() === OPERATION.join())

const memberProblem = (value: Readonly<Record<string, unknown>>, claims: Readonly<Record<string, Claim>>): string | undefined => {
  const known = new Map(Object.entries(claims).map(([name, claim]) => [name.replace('?', ''), { claim, optional: name.endsWith('?') }]))
  const unknown = Object.keys(value).find((name) => !known.has(name))
  if (unknown !== undefined) return `no host writes the member ${unknown} here`
  for (const [name, { claim, optional }] of known) {
    if (name in value ? !claim(value[name]) : !optional) return `the member ${name} is not as a host writes it`
  }
  return undefined
}

/** The rows of one log, seen in order. */
export class StoredRows {
  #seq = 0
  #turn: number | undefined
  #step: number | undefined
  readonly #waiting = new Map<string, number>()

  /**
   * Look at the next row.
   * @throws Mismatch when a host would not have stored it there.
   */
  next(row: unknown): void {
    if (!isRecord(row)) throw new Mismatch('a row is an object')
    const problem = row['type'] === 'session' ? memberProblem(row, { type: isText, version: isCount }) : this.#problemOf(row)
    if (problem !== undefined) throw new Mismatch(problem)
  }

  #problemOf(row: Readonly<Record<string, unknown>>): string | undefined {
    const { type, data } = row
    const claims = DATA[String(type)]
    if (claims === undefined) return `no host writes rows of the type ${String(type)}`
    const envelope = { seq: isCount, type: isText, time: () => true, ...(SURFACE.includes(String(type)) ? { surfaceOp: isOperation } : {}), data: isRecord }
    if (!isRecord(data)) return 'a row has data'
    return memberProblem(row, envelope) ?? memberProblem(data, claims) ?? (row['seq'] === this.#seq++ ? this.#orderProblem(String(type), data) : 'rows are numbered from 0')
  }

  #orderProblem(type: string, data: Readonly<Record<string, unknown>>): string | undefined {
    const { turn, step, target, start, removedCount = 0, inserted = [] } = data
    if (type === 'turn/start') {
      if (this.#turn !== undefined) return 'a turn is open already'
      this.#turn = Number(turn)
    } else if (turn !== undefined && turn !== this.#turn) return 'this turn is not open'
    if (type === 'step/end' && step !== this.#step) return 'this step is not open'
    if (type === 'turn/end') this.#turn = undefined
    if (type === 'step/start') this.#step = Number(step)
    if (type !== 'agent/inbox/spliced') return undefined
    const waiting = this.#waiting.get(String(target)) ?? 0
    if (Number(start) + Number(removedCount) > waiting) return 'nothing waits there'
    this.#waiting.set(String(target), waiting - Number(removedCount) + (Array.isArray(inserted) ? inserted.length : 0))
    return undefined
  }
}
