/**
 * What `--help` prints. Every line fits into 80 columns.
 */

import type { Command } from './arguments.js'

const GENERAL = `Usage: dsh-time-context <command> [options]

Checks the readings in stored session logs, and plans them.

Commands:
  check <file|folder>...  say whether every reading in a log is right
  plan <file|folder>...   say what each refresh interval would have cost
  now                     print a reading as the plugin would, to try a zone

Options:
  -h, --help              print this help, or a command's: check --help
  --version               print the version

A log is a session.jsonl or session.jsonl.zstd as a host stores it. Folders are
searched for *.jsonl, *.jsonl.zst and *.jsonl.zstd, whatever is in between.

Exit code: 0 no errors (notes are no errors), 1 errors found, 2 something could
not be read or the command line is wrong.`

const HELP: Readonly<Record<Command, string>> = {
  check: `Usage: dsh-time-context check [options] <file|folder>...

Reads session logs and says of every reading whether it keeps the rules. Errors
go to standard error as file:line, notes and one verdict for each log to
standard output. A log larger than memory is no problem.

Options:
  --json                    print one JSON document and nothing else
  --clock-tolerance-ms <n>  how far a timestamp may be ahead of the time of its
                            row, 0 to 60000 milliseconds (default 0)
  -h, --help                print this help

Exit code: 0 no errors (notes are no errors), 1 errors found, 2 a log could not
be read, or not to its end.

Examples:
  dsh-time-context check ~/.dsh/sessions
  dsh-time-context check --json session.jsonl.zstd`,

  plan: `Usage: dsh-time-context plan [options] <file|folder>...

Prepares every step of real logs again, once for each refresh interval from 0
(every step) to a day, and prints what the readings would have cost and how old
the model's clock would have been. Several logs are added up.

Columns:
  ms            the interval, as refreshIntervalMs is written
  readings      how many there would have been
  characters    of all readings together; each is counted once
  tokens        estimate: a third of a reading's characters, rounded up
  oldest clock  the longest time between a request and the newest reading that
                the model could still see in it, or else the last there was
  no clock      requests that showed the model no reading at all, because
                compaction had hidden it (and for how long at most)

Options:
  --json            print one JSON document and nothing else
  --svg <file>      write the plot as an SVG image, too
  --time-zone <id>  the zone that readings are written in (default: as "now")
  -h, --help        print this help

Exit code: 0, or 2 when a log could not be read, or not to its end.

Example:
  dsh-time-context plan --svg plan.svg session.jsonl`,

  now: `Usage: dsh-time-context now [options]

Prints the reading that the plugin would make at this moment for step 1 of turn
1, with the same rules for zones and the same errors as when it is loaded.

Options:
  --time-zone <id>  an IANA time-zone identifier, as timeZone in the
                    configuration (default: TZ, else the system's zone)
  --json            print one JSON document and nothing else
  -h, --help        print this help

Exit code: 0, or 2 when the zone cannot be used.

Example:
  dsh-time-context now --time-zone Asia/Shanghai`,
}

/**
 * The help.
 * @param command - the command it is about; `undefined` for all of them.
 */
export const helpFor = (command: Command | undefined): string => (command === undefined ? GENERAL : HELP[command])
