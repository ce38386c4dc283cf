/**
 * The message that carries a reading: lossless JSON, deeply frozen, in the shape that every
 * generation of the host stores.
 */

import type { Source } from '../core/source.js'

/** The one content block of a reading. */
export interface TextBlock {
  readonly type: 'text'
  readonly text: string
}

/** A complete user-role message. */
export interface Message {
  readonly id: string
  readonly role: 'user'
  readonly content: readonly TextBlock[]
  readonly source: Source
}

const freeze = <Value>(value: Value): Value => {
  if (typeof value === 'object' && value !== null) {
    Object.values(value).forEach(freeze)
    Object.freeze(value)
  }
  return value
}

/**
 * Build the message of a reading.
 * @param text - the reading.
 * @param source - its signature.
 */
export const createMessage = (text: string, source: Source): Message =>
  freeze({ id: crypto.randomUUID(), role: 'user', content: [{ type: 'text', text }], source })
