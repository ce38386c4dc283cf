/**
 * The demo as a user runs it: a process of its own, seen from outside.
 */

import { spawn } from 'node:child_process'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'

const demo = fileURLToPath(new URL('../../docs/demo/demo.ts', import.meta.url))

/** What a run left behind. */
export interface Run {
  readonly code: number | null
  readonly stdout: string
  readonly stderr: string
}

/** How the run is made. */
export interface RunOptions {
  /** Variables to set, or with `undefined` to leave out. */
  readonly env?: NodeJS.ProcessEnv
  /** A command that runs another command, such as a terminal. */
  readonly within?: readonly string[]
}

/** Run the demo with these flags until it ends. */
export const runDemo = async (flags: readonly string[], { env = {}, within = [] }: RunOptions = {}): Promise<Run> => {
  const [command = process.execPath, ...args] = [...within, process.execPath, demo, ...flags]
  const clean = { ...process.env, DEEPSEEK_API_KEY: undefined, FORCE_COLOR: undefined, NO_COLOR: undefined }
  const child = spawn(command, args, { env: { ...clean, ...env }, stdio: ['ignore', 'pipe', 'pipe'] })
  const code = new Promise<number | null>((resolve, reject) => child.on('exit', resolve).on('error', reject))
  const [stdout, stderr] = await Promise.all([text(child.stdout), text(child.stderr)])
  return { code: await code, stdout, stderr }
}
