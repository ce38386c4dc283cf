/**
 * `npm run demo`: a real host, mounted by its own loader, runs one turn; the process ends; another
 * process resumes the session from disk and runs the next. Each request is printed as the model
 * received it.
 */

import { fork } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rmdir } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import type { Config } from '@deepseek-ai/dsh-time-context'
import { isReadingMessage } from '@deepseek-ai/dsh-time-context/reading'
import { conclusion, introduction, messageText, processHeading, showRequest } from './transcript.ts'
import type { Job, Report, Request } from './turn.ts'

const HELP = `Usage: npm run demo -- [flags]

A host runs one session in two processes. You see each request as the model receives it, with the
plugin's readings marked.

  --time-zone ZONE          IANA time zone of the readings; the row in cordis.yml says Asia/Shanghai
  --refresh-interval-ms MS  milliseconds between two readings. The row says 60000, longer than the
                            demo runs; here the default is 0, a reading at every step
  --json                    print one JSON object instead (with npm: npm run --silent demo -- --json)
  --live                    ask the DeepSeek API instead of the script; needs DEEPSEEK_API_KEY, and
                            DEEPSEEK_BASE_URL may name another endpoint
  --help                    print this

Exit code: 0 done; 1 the host did not start or a turn failed; 2 the flags are wrong.`

const FLAGS = '--time-zone ZONE, --refresh-interval-ms MS, --json, --live and --help'

const PROMPTS = ['Wait two seconds with your tool, then tell me what time it is.', 'And what time is it now?']

/** A mistake of the person at the command line. */
class Misuse extends Error {}

/** The host did not start, or a turn failed. */
class Failure extends Error {}

const parseFlags = () => {
  try {
    const { values } = parseArgs({
      options: {
        'time-zone': { type: 'string' },
        'refresh-interval-ms': { type: 'string', default: '0' },
        json: { type: 'boolean', default: false },
        live: { type: 'boolean', default: false },
        help: { type: 'boolean', default: false },
      },
    })
    return values
  } catch (error) {
    const [sentence] = error instanceof Error ? error.message.split(/[.\n]/, 1) : []
    throw new Misuse(`${sentence}; the flags are ${FLAGS}`)
  }
}

type Flags = ReturnType<typeof parseFlags>

const configOf = (flags: Flags): Config => {
  const interval = flags['refresh-interval-ms']
  if (!/^\d+$/.test(interval)) throw new Misuse(`--refresh-interval-ms must be milliseconds as a whole number, got ${JSON.stringify(interval)}; write 60000 for a minute, or 0 for a reading at every step`)
  const timeZone = flags['time-zone']
  return { ...(timeZone === undefined ? {} : { timeZone }), refreshIntervalMs: Number(interval) }
}

const checkKey = ({ live }: Flags): void => {
  if (live && !process.env['DEEPSEEK_API_KEY']) throw new Misuse('--live needs an API key; set DEEPSEEK_API_KEY, or leave --live out to run the scripted model')
}

/** Run one turn in a process of its own, until that process has ended. */
const runTurn = (job: Job) => {
  const child = fork(fileURLToPath(new URL('turn.ts', import.meta.url)), [JSON.stringify(job)], {
    // The loader resolves a row's package name from the composition's folder with Node's own loader.
    execArgv: ['--expose-internals'],
    // The host's home is where its adapter would leave an anonymous id.
    env: { ...process.env, DSH_HOME: job.folder },
    stdio: ['ignore', process.stderr, process.stderr, 'ipc'],
  })
  let report: Report = { kind: 'failed', reason: 'the process ended without a report' }
  child.on('message', (message: Report) => {
    report = message
  })
  return {
    pid: child.pid,
    done: once(child, 'exit').then(() => {
      if (report.kind === 'failed') throw new Failure(report.reason)
      return report
    }),
  }
}

const readingsIn = (requests: readonly Request[]): string[] => {
  const readings = requests.flatMap(({ messages }) => messages.filter(isReadingMessage))
  return [...new Map(readings.map((message) => [message.id, messageText(message)])).values()]
}

/** Both turns in turn, each printed as soon as its process has ended. */
const runTurns = async (folder: string, { json, live }: Flags, config: Config): Promise<void> => {
  const say = (text: string): void => {
    if (!json) console.log(text)
  }
  const requests: (Request & { readonly process: number | undefined })[] = []
  let mounted = config
  let log = folder
  say(introduction(live))
  for (const prompt of PROMPTS) {
    const resume = requests.length > 0
    const turn = runTurn({ prompt, resume, folder, live, config })
    say(processHeading(turn.pid, resume))
    const report = await turn.done
    mounted = report.config
    log = report.log
    for (const request of report.requests) {
      const known = requests.at(-1)?.messages.length ?? 0
      requests.push({ process: turn.pid, ...request })
      say(showRequest(request, requests.length, { known, config: mounted }))
    }
  }
  const readings = readingsIn(requests)
  say(conclusion(log, mounted, { requests: requests.length, readings: readings.length }))
  if (json) console.log(JSON.stringify({ config: mounted, log, requests, readings }, null, 2))
}

const run = async (flags: Flags): Promise<void> => {
  const config = configOf(flags)
  checkKey(flags)
  const folder = await mkdtemp(join(tmpdir(), 'time-context-demo-'))
  try {
    await runTurns(folder, flags, config)
  } finally {
    // The log stays for the reader; a folder in which nothing was stored goes.
    await rmdir(folder).catch(() => undefined)
  }
}

const main = async (): Promise<number> => {
  try {
    const flags = parseFlags()
    if (flags.help) console.log(HELP)
    else await run(flags)
    return 0
  } catch (error) {
    if (!(error instanceof Misuse || error instanceof Failure)) throw error
    console.error(`demo: ${error.message.replaceAll(/\s*\n\s*(?:- )?/g, ' ')}`)
    return error instanceof Misuse ? 2 : 1
  }
}

// A reader such as `head` may have seen enough before the end.
process.stdout.once('error', () => process.exit())
process.exitCode = await main()
