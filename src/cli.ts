#!/usr/bin/env node
/**
 * The command line.
 *
 * @module
 */

import { readFileSync } from 'node:fs'
import { ExitCode } from './cli/exit-code.js'
import { run } from './cli/run.js'
import { Terminal } from './cli/terminal.js'

/** Whoever read the output has gone: there is nobody left to tell anything, least of all this. */
const endQuietly = (error: NodeJS.ErrnoException): void => {
  if (error.code !== 'EPIPE') throw error
  process.exit(ExitCode.closed)
}

process.stdout.on('error', endQuietly)
process.stderr.on('error', endQuietly)

const { version } = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8'))
const terminal = new Terminal({ stdout: process.stdout, stderr: process.stderr, environment: process.env, platform: process.platform, now: () => performance.now() })

/** A fault of this program must not look like a verdict, which is what Node's own exit code 1 would say. */
const fail = (error: unknown): number => {
  terminal.complain(`dsh-time-context: ${error instanceof Error ? error.stack : String(error)}`)
  return ExitCode.failed
}

process.exitCode = await run(process.argv.slice(2), terminal, String(version)).catch(fail)
