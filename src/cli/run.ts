/**
 * From a command line's words to an exit code.
 */

import { understandArguments } from './arguments.js'
import { check } from './check.js'
import { ExitCode } from './exit-code.js'
import { helpFor } from './help.js'
import { now } from './now.js'
import { plan } from './plan.js'
import type { Terminal } from './terminal.js'

/**
 * Do what a command line asks for.
 * @param args - the words behind the program's name.
 * @param terminal - where output goes.
 * @param version - what `--version` prints.
 * @returns the exit code.
 */
export const run = async (args: readonly string[], terminal: Terminal, version: string): Promise<number> => {
  const request = understandArguments(args)
  switch (request.kind) {
    case 'help':
      terminal.say(helpFor(request.command))
      return ExitCode.good
    case 'version':
      terminal.say(version)
      return ExitCode.good
    case 'misuse':
      terminal.complain(`dsh-time-context: ${request.message}; see dsh-time-context --help`)
      return ExitCode.failed
    case 'check':
      return check(request, terminal)
    case 'plan':
      return plan(request, terminal)
    case 'now':
      return now(request, terminal)
    default:
      return request satisfies never
  }
}
