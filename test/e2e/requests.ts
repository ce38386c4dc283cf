/**
 * What is looked for in the requests of a task with one tool call, live and in the fixture.
 */

import { createHash } from 'node:crypto'
import { parseReading, type Reading } from '@deepseek-ai/dsh-time-context/reading'
import type { WireMessage, WireRequest } from '@deepseek-ai/dsh-llm-deepseek'

/** What a request says, as far as it is looked at here. */
export type Request = Pick<WireRequest, 'messages' | 'tools'>

const textOf = ({ content }: WireMessage): string => (typeof content === 'string' ? content : JSON.stringify(content ?? ''))

/** The readings in a request, with their positions. */
export const readingsIn = ({ messages }: Request): { readonly at: number; readonly reading: Reading }[] =>
  messages.flatMap((message, at) => {
    const reading = message.role === 'user' ? parseReading(textOf(message)) : undefined
    return reading === undefined ? [] : [{ at, reading }]
  })

const isPrefix = (shorter: readonly WireMessage[], longer: readonly WireMessage[]): boolean =>
  longer.length > shorter.length && shorter.every((message, index) => JSON.stringify(message) === JSON.stringify(longer[index]))

/** Everything that is wrong; empty when all is well. */
export const problemsIn = (requests: readonly Request[]): string[] => {
  const [first, second] = requests
  if (first === undefined || second === undefined || requests.length !== 2) return [`two requests were expected, not ${requests.length}`]
  const problems: string[] = []
  const steps = requests.map((request) => readingsIn(request).map(({ reading }) => `${reading.turn}.${reading.step}`).join(' '))
  if (steps.join(' / ') !== '1.1 / 1.1 1.2') problems.push(`readings 1.1 and then 1.1 1.2 were expected, not ${steps.join(' / ')}`)
  for (const request of requests) {
    if (readingsIn(request).at(-1)?.at !== request.messages.length - 1) problems.push('a reading is not the last message of its request')
    const system = request.messages.filter(({ role }) => role === 'system').map(textOf)
    if (system.length === 0) problems.push('a request has no system message')
    if (/Time sampled|time-context|Elapsed since/.test(JSON.stringify([system, request.tools]))) problems.push('something of ours stands in the system message or the tools')
  }
  if (!isPrefix(first.messages, second.messages)) problems.push('the first request is not a strict prefix of the second')
  if (JSON.stringify(first.tools) !== JSON.stringify(second.tools)) problems.push('the tools differ between the requests')
  const elapsed = readingsIn(second).at(-1)?.reading.elapsed
  if (elapsed === undefined || elapsed < 1000) problems.push(`the tool slept for a second, but the second reading says ${elapsed} ms`)
  return problems
}

/**
 * The requests without what is particular to the machine or only long: paths and ids are replaced,
 * and of each tool its name and a digest of the rest are kept.
 */
export const scrubbed = (requests: readonly Request[], home: string): Request[] => {
  const clean = (text: string): string =>
    text.replaceAll(home, '/home/user').replace(/[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/g, '00000000-0000-4000-8000-000000000000')
  const digest = (value: unknown): string => createHash('sha256').update(clean(JSON.stringify(value))).digest('hex')
  return requests.map(({ messages, tools = [] }) => ({
    messages: JSON.parse(clean(JSON.stringify(messages))),
    tools: tools.map((tool) => ({ ...tool, function: { name: tool.function.name, description: digest(tool), parameters: {} } })),
  }))
}
