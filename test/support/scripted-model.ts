/**
 * A model that answers from a script: the requests it received are kept, and nothing leaves the
 * process.
 */

import { CallId, LlmAdapter, type GenerateOptions, type Message, type StreamChunk } from '@deepseek-ai/dsh-llm'

/** One answer: a text, or a call of a tool. */
export type Answer = ({ readonly text: string } | { readonly tool: string; readonly args?: unknown }) & {
  /** What happens while the model thinks, before it answers. */
  readonly meanwhile?: () => unknown
}

/** A request as the model received it. */
export interface Request {
  readonly purpose: string
  readonly system: string | undefined
  readonly tools: unknown
  readonly messages: readonly Message[]
}

const chunksOf = (answer: Answer, call: number): StreamChunk[] => {
  if ('text' in answer) {
    const { text } = answer
    return [
      { type: 'block-start', index: 0, blockType: 'text' },
      { type: 'text-delta', index: 0, text },
      { type: 'block-end', index: 0, block: { type: 'text', text } },
      { type: 'finish', reason: { kind: 'stop' } },
    ]
  }
  const block = { type: 'tool-call' as const, id: CallId(`call-${call}`), name: answer.tool, arguments: JSON.stringify(answer.args ?? {}) }
  return [
    { type: 'block-start', index: 0, blockType: 'tool-call' },
    { type: 'tool-call-delta', index: 0, id: block.id, name: block.name, argumentsDelta: block.arguments },
    { type: 'block-end', index: 0, block },
    { type: 'finish', reason: { kind: 'tool-calls' } },
  ]
}

/** Answers each conversation request with the next answer of its script, then with `done`. */
export class ScriptedModel extends LlmAdapter {
  readonly requests: Request[] = []
  readonly #script: Answer[]
  readonly #contextWindow: number

  constructor(script: readonly Answer[], contextWindow: number) {
    super()
    this.#script = [...script]
    this.#contextWindow = contextWindow
  }

  /** Add answers to the end of the script. */
  push(...answers: Answer[]): void {
    this.#script.push(...answers)
  }

  override async resolveModel(provider: string, model: string) {
    return { provider, id: model, name: model, context: { contextWindow: this.#contextWindow } }
  }

  override async *stream(options: GenerateOptions): AsyncIterable<StreamChunk> {
    const purpose = String((options as { purpose?: unknown }).purpose ?? 'conversation')
    this.requests.push({ purpose, system: options.system, tools: structuredClone(options.tools), messages: structuredClone(options.messages) })
    const answer: Answer = purpose === 'conversation' ? (this.#script.shift() ?? { text: 'done' }) : { text: 'A short summary of what was said.' }
    await answer.meanwhile?.()
    yield* chunksOf(answer, this.requests.length)
  }

  /** The conversation requests, side calls such as compaction left out. */
  get conversation(): Request[] {
    return this.requests.filter(({ purpose }) => purpose === 'conversation')
  }
}
