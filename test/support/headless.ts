/**
 * One process of a headless host, run by plain Node: boot the composition with a patch file, do each
 * task as one turn of one session, print where the session is stored, and end.
 *
 *     node --expose-internals headless.ts <root> <patch file> <task>…
 */

import { loadOverlayPatches } from '@deepseek-ai/dsh-app-boot'
import { bootHost, logFile, prompt } from './real-host.ts'

const [root = '', patches = '', ...tasks] = process.argv.slice(2)

const host = await bootHost({ root, config: false, patches: loadOverlayPatches('headless', patches), script: [{ tool: 'wait', args: { ms: 1 } }] })
const { agent } = await host.create('session')
for (const task of tasks) await prompt(agent, task)
await host.ctx.sessions.flush(agent.session)
console.log(logFile(host, agent))
await host.dispose()
