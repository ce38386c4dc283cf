/**
 * A scripted model in place of a provider: asked for the first time it calls `wait`, and from then
 * on it says what time the latest reading in its messages tells. Nothing leaves the process.
 */

import type { Context } from '@deepseek-ai/cordis'
import { CallId, LlmAdapter, type ContentBlock, type GenerateOptions, type Message, type StreamChunk } from '@deepseek-ai/dsh-llm'
import { formatTimestamp, isReadingMessage, parseReading } from '@deepseek-ai/dsh-time-context/reading'

export const name = 'scripted-model'

export const inject = ['llm']

const latestReading = (messages: readonly Message[]) => {
  const [block] = messages.findLast(isReadingMessage)?.content ?? []
  return block?.type === 'text' ? parseReading(block.text) : undefined
}

const answer = (messages: readonly Message[]): ContentBlock => {
  if (!messages.some(({ role }) => role === 'assistant')) return { type: 'tool-call', id: CallId('wait-1'), name: 'wait', arguments: '{"seconds":2}' }
  const reading = latestReading(messages)
  return { type: 'text', text: reading === undefined ? 'I have no reading.' : `The latest reading I see says ${formatTimestamp(reading.timestamp)}.` }
}

class ScriptedModel extends LlmAdapter {
  override async resolveModel(provider: string, model: string) {
    return { provider, id: model, name: model, context: { contextWindow: 100_000 } }
  }

  override async *stream({ messages }: GenerateOptions): AsyncIterable<StreamChunk> {
    const block = answer(messages)
    yield { type: 'block-start', index: 0, blockType: block.type }
    yield { type: 'block-end', index: 0, block }
    yield { type: 'finish', reason: { kind: block.type === 'tool-call' ? 'tool-calls' : 'stop' } }
  }
}

export const apply = (ctx: Context): void => {
  ctx.llm.registerAdapter(['scripted'], new ScriptedModel())
}
