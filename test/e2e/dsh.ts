/**
 * The full `dsh` command line, 0.1.0-rc.8: our packed package is added to a headless profile, a task
 * with a tool call runs against a provider on loopback, and the requests that arrive are checked.
 *
 * `npm run e2e:dsh` runs it; with `--save` it also writes the requests to
 * `test/fixtures/dsh-requests.json`, which the normal tests read.
 */

import { spawn } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { startFakeProvider, type FakeProvider } from '../support/fake-provider.ts'
import { problemsIn, scrubbed } from './requests.ts'

/** A folder with a package.json and a lockfile of its own, so that the normal install stays small. */
const installation = fileURLToPath(new URL('install', import.meta.url))
const repository = fileURLToPath(new URL('../..', import.meta.url))
const fixture = new URL('../fixtures/dsh-requests.json', import.meta.url)

interface Run {
  readonly command: string
  readonly args: readonly string[]
  readonly cwd: string
  readonly env?: NodeJS.ProcessEnv
}

/** Run a command; its output is shown when it fails. */
const run = ({ command, args, cwd, env = process.env }: Run): Promise<string> =>
  new Promise((resolve, reject) => {
    const child = spawn(command, args, { cwd, env, stdio: ['ignore', 'pipe', 'pipe'] })
    const out: string[] = []
    const all: string[] = []
    child.stdout.on('data', (chunk) => out.push(String(chunk)) && all.push(String(chunk)))
    child.stderr.on('data', (chunk) => all.push(String(chunk)))
    child.on('error', reject)
    child.on('close', (code) => (code === 0 ? resolve(out.join('')) : reject(new Error(`${command} ${args.join(' ')} exited with ${code}:\n${all.join('')}`))))
  })

const say = (text: string): void => console.log(`e2e:dsh: ${text}`)

/** Install the command line from its own lockfile, once. */
const install = async (): Promise<void> => {
  if (existsSync(join(installation, 'node_modules/@deepseek-ai/dsh/lib/bin.js'))) return say('the command line is installed already')
  say('installing the command line (about a minute)')
  // `npm ci` wants every platform's optional packages in the lockfile, and a registry may lack some.
  await run({ command: 'npm', args: ['install', '--no-save', '--ignore-scripts', '--no-audit', '--no-fund'], cwd: installation })
}

const pack = async (folder: string): Promise<string> => {
  const [{ filename }] = JSON.parse(await run({ command: 'npm', args: ['pack', '--json', '--ignore-scripts', '--pack-destination', folder], cwd: repository }))
  return join(folder, filename)
}

const PATCH = `- insert:
    - id: time-context
      name: '@deepseek-ai/dsh-time-context'
      config:
        timeZone: Asia/Shanghai
`

const task = async (home: string, provider: FakeProvider): Promise<string> => {
  const tarball = await pack(home)
  const project = join(home, 'project')
  mkdirSync(project)
  const env = {
    ...process.env,
    PATH: [dirname(process.execPath), join(installation, 'node_modules/.bin'), process.env['PATH']].join(delimiter),
    DSH_HOME: join(home, 'dsh'),
    DSH_TELEMETRY_DISABLED: '1',
    DSH_PERMISSION_MODE: 'danger-full-access',
    DEEPSEEK_API_KEY: 'none',
    DEEPSEEK_BASE_URL: provider.url,
  }
  const dsh = (...args: string[]): Promise<string> =>
    run({ command: process.execPath, args: [join(installation, 'node_modules/@deepseek-ai/dsh/lib/bin.js'), ...args], cwd: project, env })
  say('adding the tarball to the headless profile')
  await dsh('plugin', '--profile', 'headless', 'add', tarball)
  writeFileSync(join(home, 'dsh/profiles/headless/cordis.patch.yml'), PATCH)
  say('running a task with a tool call')
  return dsh('--profile', 'headless', 'Say hello.')
}

const main = async (): Promise<void> => {
  await install()
  const home = mkdtempSync(join(tmpdir(), 'dsh-e2e-'))
  const provider = await startFakeProvider([{ calls: [{ name: 'bash', args: { command: 'sleep 1; echo hello', description: 'Say hello after a second' } }] }, { text: 'Hello.' }])
  try {
    const answer = await task(home, provider)
    const requests = provider.conversation().map(({ body }) => body)
    const problems = [...(answer.trim() === 'Hello.' ? [] : [`the answer is ${JSON.stringify(answer)}`]), ...problemsIn(requests)]
    for (const problem of problems) console.error(`e2e:dsh: ${problem}`)
    if (problems.length > 0) process.exitCode = 1
    else say(`${requests.length} requests, each with its readings in place and the one before as its prefix`)
    if (process.argv.includes('--save')) writeFileSync(fixture, `${JSON.stringify(scrubbed(requests, home), undefined, 2)}\n`)
  } finally {
    await provider.close()
    rmSync(home, { recursive: true, force: true })
  }
}

await main()
