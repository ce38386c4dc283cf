import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { problemsIn, readingsIn, type Request } from './requests.js'

const requests: readonly Request[] = JSON.parse(readFileSync(new URL('../fixtures/dsh-requests.json', import.meta.url), 'utf8'))

const changed = (change: (messages: Request['messages']) => Request['messages'], which = 1): Request[] =>
  requests.map((request, index) => (index === which ? { ...request, messages: change(request.messages) } : request))

describe('the requests that the full command line sent', () => {
  it('C71: carry their readings in place, each request a strict prefix of the next, and nothing of ours before the first prompt', () => {
    expect(problemsIn(requests)).toEqual([])
  })

  it('C69: carry each reading as a message of its own and leave the prompt as the user wrote it', () => {
    expect(requests[0]?.messages.map(({ role }) => role)).toEqual(['system', 'user', 'user', 'user'])
    expect(requests[0]?.messages[1]).toEqual({ role: 'user', content: 'Say hello.' })
    expect(requests.map((request) => readingsIn(request).map(({ at }) => at))).toEqual([[3], [3, 6]])
  })

  it('would not pass with a reading missing, a prefix broken or a word of ours in the system message', () => {
    expect(problemsIn(changed((messages) => messages.slice(0, -1)))).not.toEqual([])
    expect(problemsIn(changed((messages) => messages.with(1, { role: 'user', content: 'Say goodbye.' })))).toContain('the first request is not a strict prefix of the second')
    expect(problemsIn(changed((messages) => messages.with(0, { role: 'system', content: 'Time sampled' }), 0))).toContain('something of ours stands in the system message or the tools')
    expect(problemsIn(requests.slice(1))).toEqual(['two requests were expected, not 1'])
  })
})
