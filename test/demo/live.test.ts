import { afterEach, expect, it } from 'vitest'
import { isReadingMessage } from '../../src/reading.js'
import { messageText } from '../../docs/demo/transcript.js'
import type { Request } from '../../docs/demo/turn.js'
import { startFakeProvider, type FakeProvider, type ProviderAnswer } from '../support/fake-provider.js'
import { runDemo } from '../support/run-demo.js'
import { readStoredLog, rebuildRequest } from '../support/stored-log.js'

let provider: FakeProvider | undefined
afterEach(() => provider?.close())

const runLive = async (script: readonly ProviderAnswer[]) => {
  provider = await startFakeProvider(script)
  const run = await runDemo(['--live', '--json'], { env: { DEEPSEEK_API_KEY: 'loopback-key', DEEPSEEK_BASE_URL: provider.url } })
  return { ...run, received: provider.conversation() }
}

it("sends readings through the host's DeepSeek adapter as ordinary user messages", async () => {
  const { code, stdout, stderr, received } = await runLive([{ calls: [{ name: 'wait', args: { seconds: 1 } }] }, { text: 'It is late.' }, { text: 'Later still.' }])
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
  const { log, requests, readings }: { log: string; requests: Request[]; readings: string[] } = JSON.parse(stdout)

  expect(readings).toHaveLength(3)
  expect(received).toHaveLength(3)
  for (const { headers, body } of received) {
    expect(headers.authorization).toBe('Bearer loopback-key')
    expect(body).toMatchObject({ model: 'deepseek-v4-flash', stream: true })
  }

  const wires = received.map(({ body }) => body.messages)
  expect(wires.map((messages) => messages.map(({ role }) => role))).toEqual([
    ['system', 'user', 'user'],
    ['system', 'user', 'user', 'assistant', 'tool', 'user'],
    ['system', 'user', 'user', 'assistant', 'tool', 'user', 'assistant', 'user', 'user'],
  ])
  for (const [index, messages] of wires.entries()) {
    expect(messages.at(-1)?.content).toBe(readings[index])
    expect(messages[0]?.content).not.toMatch(/Time sampled|Elapsed since/)
    expect(messages.slice(0, wires[index - 1]?.length ?? 0)).toEqual(wires[index - 1] ?? [])
    const shown = requests[index]?.messages ?? []
    expect(shown.filter(isReadingMessage).map(messageText)).toEqual(messages.flatMap(({ content }) => (readings.includes(String(content)) ? [content] : [])))
  }

  const { events } = await readStoredLog(log)
  for (const request of requests) expect(rebuildRequest(events, request)).toEqual(request.messages)
})

it("ends in one line with the provider's reason when a turn fails", async () => {
  const { code, stdout, stderr, received } = await runLive([{ status: 401, error: 'no such key' }])
  expect({ code, stdout }).toEqual({ code: 1, stdout: '' })
  expect(stderr).toMatch(/^demo: [^\n]*no such key[^\n]*\n$/)
  expect(received).toHaveLength(1)
})
