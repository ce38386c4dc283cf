/**
 * The published host with the companion, and what it takes to sabotage a step there.
 */

import type {} from '@deepseek-ai/dsh-invariants'
import { createUserMessage, type UserMessage } from '@deepseek-ai/dsh-llm'
import type { Agent } from '@deepseek-ai/dsh-agent'
import { formatReading, type Reading } from '../../src/core/reading.js'
import { sign, type Protocol } from '../../src/core/source.js'
import * as companion from '../../src/invariant.js'
import { journalOf, type JournalLine } from './journal.js'
import { bootHost, type HostOptions, type RealHost } from './real-host.js'

/** A running host and what the companion wrote to its log. */
export interface WatchedHost extends RealHost {
  readonly journal: readonly JournalLine[]
}

/** Boot a host with the companion. */
export const bootWatched = async (options: HostOptions = {}, config: companion.Config = {}): Promise<WatchedHost> => {
  const host = await bootHost(options)
  const journal = journalOf(host.ctx, companion.name)
  await host.ctx.plugin(companion, config)
  return { ...host, journal }
}

/** A reading of this moment. */
export const readingNow = (change: Partial<Reading> = {}): Reading => ({
  turn: 1,
  step: 1,
  timestamp: { instant: Date.now(), offset: 0, zone: 'UTC' },
  elapsed: 0,
  ...change,
})

/** A message that is signed as ours. */
export const signed = (text: string, protocol: Protocol = 'decision'): UserMessage =>
  createUserMessage({ content: [{ type: 'text', text }], source: sign(text, protocol, 0) as UserMessage['source'] })

/** The message of a reading of this moment. */
export const messageNow = (change: Partial<Reading> = {}, protocol: Protocol = 'decision'): UserMessage => signed(formatReading(readingNow(change)), protocol)

/** Put messages of ours at the end of each step's batch. */
export const sabotage = ({ ctx }: RealHost, messages: () => readonly UserMessage[]): void => {
  ctx.on('agent/pre-step', async (_payload, next) => {
    const decision = await next()
    return decision.kind === 'enter' ? { ...decision, messages: [...decision.messages, ...messages()] } : decision
  }, { prepend: true })
}

/** The rules that a refusal names. */
export const rulesIn = (text: string): string[] => Array.from(text.matchAll(/(?:row \d+|header), ([a-z]+): /g), ([, rule]) => rule ?? '')

/** How the last turn of a session ended: the rules that it was refused for. */
export const refusalsOf = ({ session }: Agent): string[] => {
  const end = session.events.findLast((event) => event.type === 'turn/end')
  return end?.data.reason.kind === 'error' ? rulesIn(end.data.reason.error.message) : []
}
