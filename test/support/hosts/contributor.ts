/**
 * Another plugin that adds a message to a step by its host's own means, such as another release of
 * this one.
 */

import { isRecord } from '../../../src/core/record.js'
import type { Listener } from './bus.js'
import { userMessage } from './dialect.js'
import { orderOf, type Generation } from './generation.js'
import { agentIn } from './later.js'

const call = (owner: unknown, name: string, args: readonly unknown[]): void => {
  if (!isRecord(owner) || typeof owner[name] !== 'function') throw new TypeError(`no method ${name}`)
  Reflect.apply(owner[name], owner, args)
}

/** A listener that adds one message to the first step it sees. */
export const contributor = (generation: Generation, text: string, source: unknown): Listener => {
  const message = userMessage(text, source)
  const { content } = message
  let done = false
  return async (...args) => {
    const agent = agentIn(args)
    const acts = !done
    done = true
    const next = args.at(-1)
    if (typeof next === 'function') {
      const decision: unknown = await next()
      const messages = isRecord(decision) ? decision['messages'] : undefined
      return acts && isRecord(decision) && Array.isArray(messages) ? { ...decision, messages: [...messages, message] } : decision
    }
    if (!acts) return undefined
    // Where an injection would come too late, plugins wrote to the log themselves.
    if (orderOf(generation) === 'too-late') call(isRecord(agent) ? agent['session'] : undefined, 'append', ['user/message', message, { surfaceOp: 'append' }])
    else call(agent, 'inject', generation.injectTakes === 'content' ? [content, { source }] : [message])
    return undefined
  }
}
