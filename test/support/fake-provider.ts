/**
 * A provider on loopback that speaks DeepSeek's HTTP protocol, as far as hosts use it:
 * `POST <url>/chat/completions`, answered with server-sent events. It answers from a script and
 * keeps the requests it received.
 */

import { createServer, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from 'node:http'
import { text } from 'node:stream/consumers'
import type { WireChunk, WireDelta, WireRequest } from '@deepseek-ai/dsh-llm-deepseek'

/** One answer: a text, calls of tools, or a refusal by HTTP status. */
export type ProviderAnswer =
  | { readonly text: string }
  | { readonly calls: readonly { readonly name: string; readonly args: unknown }[] }
  | { readonly status: number; readonly error: string }

/** A request as it came over the wire. */
export interface ProviderRequest {
  readonly headers: IncomingHttpHeaders
  readonly body: WireRequest
}

/** A running provider. */
export interface FakeProvider {
  /** The base URL, without a trailing slash. */
  readonly url: string
  /** Every request, oldest first. */
  readonly requests: readonly ProviderRequest[]
  /** The requests that offer tools: the conversation, without a host's side calls for titles and summaries. */
  readonly conversation: () => ProviderRequest[]
  readonly close: () => Promise<void>
}

const isConversation = ({ body }: ProviderRequest): boolean => (body.tools ?? []).length > 0

const halves = (whole: string): string[] => {
  const middle = Math.ceil(whole.length / 2)
  return [whole.slice(0, middle), whole.slice(middle)]
}

/** Texts and arguments come in two pieces, as real ones come in many. */
const deltasOf = (answer: Exclude<ProviderAnswer, { status: number }>, request: number): WireDelta[] => {
  if ('text' in answer) return halves(answer.text).map((content) => ({ content }))
  return answer.calls.flatMap(({ name, args }, index) => {
    const [start = '', end = ''] = halves(JSON.stringify(args))
    return [
      { tool_calls: [{ index, id: `call-${request}-${index}`, type: 'function' as const, function: { name, arguments: start } }] },
      { tool_calls: [{ index, function: { arguments: end } }] },
    ]
  })
}

const chunksOf = (answer: Exclude<ProviderAnswer, { status: number }>, request: number): WireChunk[] => [
  { choices: [{ delta: { role: 'assistant', content: '' }, finish_reason: null }] },
  ...deltasOf(answer, request).map((delta) => ({ choices: [{ delta, finish_reason: null }] })),
  { choices: [{ delta: {}, finish_reason: 'text' in answer ? 'stop' : 'tool_calls' }] },
  { choices: [], usage: { prompt_tokens: 100, completion_tokens: 10, prompt_cache_hit_tokens: 0, prompt_cache_miss_tokens: 100 } },
]

const refuse = (response: ServerResponse, status: number, message: string): void => {
  response.writeHead(status, { 'content-type': 'application/json' })
  response.end(JSON.stringify({ error: { message } }))
}

/**
 * Start a provider.
 * @param script - the answers to the conversation's requests, in order, then `done`. Side calls get
 * a fixed text and use none of them.
 */
export const startFakeProvider = async (script: readonly ProviderAnswer[]): Promise<FakeProvider> => {
  const left = [...script]
  const requests: ProviderRequest[] = []
  const answer = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    if (request.method !== 'POST' || request.url !== '/chat/completions') return refuse(response, 404, `no such route: ${request.method} ${request.url}`)
    const received = { headers: request.headers, body: JSON.parse(await text(request)) }
    requests.push(received)
    const next = isConversation(received) ? (left.shift() ?? { text: 'done' }) : { text: 'A short text.' }
    if ('status' in next) return refuse(response, next.status, next.error)
    response.writeHead(200, { 'content-type': 'text/event-stream' })
    for (const chunk of chunksOf(next, requests.length)) response.write(`data: ${JSON.stringify(chunk)}\n\n`)
    response.end('data: [DONE]\n\n')
  }
  const server = createServer((request, response) => {
    answer(request, response).catch((error: unknown) => refuse(response, 400, String(error)))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  const port = typeof address === 'object' ? address?.port : undefined
  return {
    url: `http://127.0.0.1:${port}`,
    requests,
    conversation: () => requests.filter(isConversation),
    close: async () => {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}
