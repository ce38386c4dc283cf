import { afterEach, expect, it } from 'vitest'
import * as companion from '../../src/invariant.js'
import { bootHost, prompt, readingsIn, type RealHost } from '../support/real-host.js'
import { journalOf } from '../support/journal.js'

let host: RealHost | undefined
afterEach(() => host?.dispose())

it('lets a whole tool turn pass', async () => {
  host = await bootHost({ script: [{ tool: 'wait', args: { ms: 1100 } }, { text: 'done' }], config: { timeZone: 'Asia/Shanghai' } })
  const journal = journalOf(host.ctx, companion.name)
  await host.ctx.plugin(companion, {})
  const { agent } = await host.create('s1')
  await prompt(agent, 'hello')
  expect(readingsIn(agent.session.events)).toHaveLength(2)
  console.log(agent.session.events.map((e) => JSON.stringify(e)).join('\n'))
  expect(() => agent.session.append('user/message', { id: 'x', role: 'user', content: [{ type: 'text', text: 'late' }], source: { kind: 'plugin', plugin: 'time-context' } } as never, { surfaceOp: 'append' })).toThrow('x')
  expect(journal).toEqual([])
})
