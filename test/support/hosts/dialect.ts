/**
 * How a generation spells the data of its rows.
 */

import { protocolOf, type Generation } from './generation.js'

/** A content block. */
export interface Block {
  readonly type: string
  readonly [member: string]: unknown
}

/** A message with its producer. */
export interface StandInMessage {
  readonly id: string
  readonly role: string
  readonly content: readonly Block[]
  readonly source: unknown
}

/** A place in a turn. */
export interface Place {
  readonly turn: number
  readonly step: number
}

/** A call of a tool. */
export interface ToolCall {
  readonly callId: string
  readonly name: string
  readonly arguments: string
}

/** A complete message of a user's role. */
export const userMessage = (text: string, source: unknown = { kind: 'user' }): StandInMessage => ({
  id: crypto.randomUUID(),
  role: 'user',
  content: [{ type: 'text', text }],
  source,
})

/** The data of a message row. */
export const messageData = ({ messages }: Generation, { id, role, content, source }: StandInMessage): unknown =>
  messages === 'bare' ? { content, source } : { content, source, role, id }

/** The data of an answer. */
export const answerData = ({ messages, format }: Generation, place: Place, content: readonly Block[]): unknown => {
  if (messages === 'bare') return { ...place, content }
  const message = { id: crypto.randomUUID(), role: 'assistant', content, source: { kind: 'model', provider: 'stand-in', model: 'm1' } }
  return { ...place, message, ...(format >= 2 && { stream: [] }) }
}

/** The data of a tool's result. */
export const resultData = ({ messages, format }: Generation, place: Place, { callId }: ToolCall): unknown => {
  const content = [{ type: 'text', text: 'passed' }]
  if (messages === 'bare') return { ...place, callId, content, isError: false }
  const source = { kind: 'tool', callId }
  const message =
    format < 4
      ? { id: crypto.randomUUID(), role: 'user', content: [{ type: 'tool-result', toolCallId: callId, content, isError: false }], source }
      : { id: crypto.randomUUID(), role: 'tool', toolCallId: callId, content, isError: false, source }
  return { ...place, message }
}

/** The data of a turn's start. */
export const turnStartData = (generation: Generation, turn: number, trigger: 'message' | 'injection'): unknown =>
  protocolOf(generation) === 'inject' ? { turn, trigger: { kind: trigger } } : { turn }

/** Why a turn ended. */
export type Ending =
  | { readonly kind: 'completed' }
  | { readonly kind: 'aborted' }
  | { readonly kind: 'blocked' }
  | { readonly kind: 'error'; readonly step: number; readonly message: string }

/** The reason that a turn's end carries. */
export const endingData = (generation: Generation, ending: Ending): unknown => {
  if (protocolOf(generation) === 'inject') return ending
  if (ending.kind === 'aborted') return { kind: 'aborted', reason: { kind: 'user' } }
  return ending.kind === 'error' ? { kind: 'error', error: { message: ending.message, code: 'UNKNOWN' } } : ending
}
