/**
 * The command line, run in this process with its output caught, or as a process of its own from the
 * built code.
 */

import { spawnSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { run } from '../../src/cli/run.js'
import { Terminal, type Surroundings } from '../../src/cli/terminal.js'

/** What a command line left behind. */
export interface Ran {
  readonly code: number | null
  readonly stdout: string
  readonly stderr: string
}

/** A sink that remembers. */
export const sink = (isTTY = false, columns = 80): { write: (text: string) => void; text: () => string; isTTY: boolean; columns: number } => {
  const parts: string[] = []
  return { write: (text) => void parts.push(text), text: () => parts.join(''), isTTY, columns }
}

/** Run in this process; `surroundings` changes what the terminal is like. */
export const runHere = async (args: readonly string[], surroundings: Partial<Surroundings> = {}): Promise<Ran> => {
  const stdout = sink()
  const stderr = sink()
  const terminal = new Terminal({ stdout, stderr, environment: { LANG: 'C.UTF-8' }, platform: 'linux', now: () => 0, ...surroundings })
  const code = await run(args, terminal, '0.0.0')
  return { code, stdout: stdout.text(), stderr: stderr.text() }
}

const entry = fileURLToPath(new URL('../../lib/cli.js', import.meta.url))

/** Run the built code as a process. */
export const runProcess = (args: readonly string[], { env = {}, nodeOptions = [] }: { readonly env?: Record<string, string>; readonly nodeOptions?: readonly string[] } = {}): Ran => {
  const { TZ: _, ...inherited } = process.env
  const { status, stdout, stderr } = spawnSync(process.execPath, [...nodeOptions, entry, ...args], { encoding: 'utf8', env: { ...inherited, ...env } })
  return { code: status, stdout, stderr }
}

/** The folder of stored logs that are kept for ever. */
export const storedLogs = fileURLToPath(new URL('../fixtures/logs/', import.meta.url))
