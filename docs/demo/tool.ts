/**
 * A tool that takes a while, so that time passes between two steps.
 */

import { setTimeout as sleep } from 'node:timers/promises'
import type { Context } from '@deepseek-ai/cordis'
import { defineTool } from '@deepseek-ai/dsh-tools'

export const name = 'wait'

export const inject = ['tools']

const wait = defineTool({
  name: 'wait',
  description: 'Wait for some seconds, at most ten.',
  parameters: { seconds: { type: 'integer', required: true } },
  output: { schema: { type: 'string' }, render: (_args, text) => [{ type: 'text', text }] },
  execute: async ({ seconds }, { signal }) => {
    const length = Math.max(0, Math.min(seconds, 10))
    await sleep(length * 1000, undefined, { signal })
    return `waited ${length} s`
  },
})

export const apply = (ctx: Context): void => {
  ctx.tools.register(wait)
}
