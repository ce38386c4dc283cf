import { expect, it } from 'vitest'
import { elapsedIn, endsIn, prompt, readingsIn, said } from '../support/real-host.js'
import { clockAt, inside, SECOND, stage } from '../support/stage.js'

const boot = stage()

it('C52: a batch that a listener empties at step 1 stays empty, and no request is made', async () => {
  const host = await boot()
  const { agent } = await host.create('s1')
  inside(host, async () => ({ kind: 'enter', messages: [] }))
  await prompt(agent, 'hello')
  expect(readingsIn(agent.session.events)).toEqual([])
  expect(host.model.requests).toEqual([])
  expect(endsIn(agent.session.events)).toEqual(['completed'])
})

it('C52: the same array emptied in place at step 1 stays empty', async () => {
  const host = await boot()
  const { agent } = await host.create('s1')
  inside(host, async ({ messages }, next) => {
    messages.length = 0
    return next()
  })
  await prompt(agent, 'hello')
  expect(readingsIn(agent.session.events)).toEqual([])
  expect(host.model.requests).toEqual([])
})

it('C52: steering that was withdrawn before its step makes no second request and no second reading', async () => {
  const host = await boot()
  const { agent } = await host.create('s1')
  const steering = said('wait')
  host.model.push({ text: 'done', meanwhile: () => { agent.steer(steering); agent.inbox.remove(steering.id) } })
  await prompt(agent, 'hello')
  expect(host.model.conversation).toHaveLength(1)
  expect(readingsIn(agent.session.events)).toHaveLength(1)
  expect(endsIn(agent.session.events)).toEqual(['completed'])
})

it('C52: claimed steering that a listener removes ends the turn without a request and without a reading', async () => {
  const host = await boot()
  const { agent } = await host.create('s1')
  host.model.push({ text: 'done', meanwhile: () => agent.steer(said('wait')) })
  inside(host, async (step, next) => {
    const decision = await next()
    return step.step > 1 ? { kind: 'enter', messages: [] } : decision
  })
  await prompt(agent, 'hello')
  expect(host.model.conversation).toHaveLength(1)
  expect(readingsIn(agent.session.events)).toHaveLength(1)
  expect(endsIn(agent.session.events)).toEqual(['completed'])
})

it('C52: claimed steering that a listener removes in place ends the turn without a request and without a reading', async () => {
  const host = await boot()
  const { agent } = await host.create('s1')
  host.model.push({ text: 'done', meanwhile: () => agent.steer(said('wait')) })
  inside(host, async ({ step, messages }, next) => {
    if (step > 1) messages.length = 0
    return next()
  })
  await prompt(agent, 'hello')
  expect(host.model.conversation).toHaveLength(1)
  expect(readingsIn(agent.session.events)).toHaveLength(1)
})

it('C52: a step that continues tool work claims nothing and gets its reading', async () => {
  const host = await boot()
  const { agent } = await host.create('s1')
  const claimed: number[] = []
  inside(host, async ({ messages }, next) => {
    claimed.push(messages.length)
    return next()
  })
  host.model.push({ tool: 'wait', args: { ms: 1 }, meanwhile: () => clockAt(3 * SECOND) }, { text: 'done' })
  await prompt(agent, 'hello')
  expect(claimed).toEqual([1, 0])
  expect(elapsedIn(agent.session.events)).toEqual(['model-visible message: 0s', 'step context: 3s'])
})
