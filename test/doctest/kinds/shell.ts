/**
 * `shell`: a command as a reader would type it. Only commands of this table run, each in the way
 * that stands here; an installation is checked, not made.
 */

import { execFile } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { isDeepStrictEqual } from 'node:util'
import type { Block } from '../block.js'
import { root } from '../document.js'
import { Mismatch } from '../failure.js'
import type { Kind } from '../kind.js'

interface Manifest {
  readonly name: string
  readonly bin?: Readonly<Record<string, string>>
  readonly scripts: Readonly<Record<string, string>>
  readonly dependencies?: object
  readonly devDependencies?: object
}

const json = (path: string): unknown => JSON.parse(readFileSync(`${root}/${path}`, 'utf8'))

const manifest = json('package.json') as Manifest

/** What a command printed, both streams, and how it ended. */
interface Ended {
  readonly code: number
  readonly lines: readonly string[]
}

const TIMEOUT = 60_000

/** The terminal that every command is shown in: what a command prints may depend on it. */
const TERMINAL = { NO_COLOR: '1', COLUMNS: '80', LANG: 'C.UTF-8', LC_ALL: 'C.UTF-8', TZ: 'UTC' }

const execute = (file: string, args: readonly string[]): Promise<Ended> =>
  new Promise((resolve, reject) => {
    const { FORCE_COLOR: _, ...environment } = process.env
    execFile(file, args, { cwd: root, timeout: TIMEOUT, env: { ...environment, ...TERMINAL } }, (error, stdout, stderr) => {
      if (error !== null && typeof error.code !== 'number') reject(error)
      else resolve({ code: error === null ? 0 : Number(error.code), lines: `${stdout}${stderr}`.replace(/\n$/, '').split('\n') })
    })
  })

/** Split at spaces; quotes and variables are not for documents. */
const argumentsOf = (command: string): string[] => {
  if (/["'$`|&;<>\\*]/.test(command)) throw new Mismatch(`a command is plain words, without quotes, variables and redirections: ${command}`, 0)
  return command.split(' ')
}

const runBin = (name: string, args: readonly string[]): Promise<Ended> => {
  const path = manifest.bin?.[name]
  if (path === undefined || !existsSync(`${root}/${path}`)) throw new Mismatch(`the package has no command ${name}`, 0)
  return execute(process.execPath, [`${root}/${path}`, ...args])
}

const runScript = (script: string | undefined, args: readonly string[], block: Block): Promise<Ended> => {
  if (script === undefined || !(script in manifest.scripts)) throw new Mismatch(`package.json has no script ${script}`, 0)
  if (args.length > 0 && args[0] !== '--') throw new Mismatch('npm hands on what stands after --', 0)
  if (block.flags.includes('exists')) return Promise.resolve({ code: 0, lines: [] })
  if (!block.flags.includes('slow')) throw new Mismatch('a script is run by a process of its own: mark the block slow (or exists, when its run is no part of the document)')
  return execute('npm', ['run', '--silent', script, ...args])
}

/** The lockfile must describe the very package.json; then a clean installation gives what the tests had. */
const checkLockfile = (): Ended => {
  const { packages } = json('package-lock.json') as { packages: Record<string, Manifest> }
  const locked = packages['']
  if (!isDeepStrictEqual(locked?.devDependencies, manifest.devDependencies) || !isDeepStrictEqual(locked?.dependencies, manifest.dependencies)) throw new Mismatch('package-lock.json does not fit package.json', 0)
  return { code: 0, lines: [] }
}

const checkInstalled = (names: readonly string[]): Ended => {
  const known = new Set([manifest.name, ...Object.keys(manifest.devDependencies ?? {})])
  const unknown = names.find((name) => !known.has(name.replace(/(?<=.)@[^/]*$/, '')))
  if (names.length === 0 || unknown !== undefined) throw new Mismatch(`the document installs ${unknown ?? 'nothing'}, which this project neither is nor uses`, 0)
  return { code: 0, lines: [] }
}

const runNpm = async (args: readonly string[], block: Block): Promise<Ended> => {
  const [verb, ...rest] = args
  if (verb === 'ci' && rest.length === 0) return checkLockfile()
  if (verb === 'install') return checkInstalled(rest)
  if (verb === 'test' && rest.length === 0) return runScript('test', [], block)
  if (verb === 'run') return runScript(rest[0], rest.slice(1), block)
  throw new Mismatch(`no way is known to check npm ${args.join(' ')}`, 0)
}

const runPython = (args: readonly string[]): Promise<Ended> => {
  if (!existsSync(`${root}/${args[0]}`)) throw new Mismatch(`there is no file ${args[0]}`, 0)
  return execute('python3', args)
}

const runCommand = (command: string, block: Block): Promise<Ended> => {
  const [program, ...args] = argumentsOf(command)
  if (program === 'npm') return runNpm(args, block)
  if (program === 'npx' && args[0] === manifest.name) return runBin('dsh-time-context', args.slice(1))
  if (program === 'npx' && args[0] === 'dsh-time-context') return runBin('dsh-time-context', args.slice(1))
  if (program === 'python3') return runPython(args)
  return runBin(program ?? '', args)
}

/** Commands joined by `&&`, one after the other until one fails. */
const runLine = async (line: string, block: Block): Promise<Ended> => {
  let ended: Ended = { code: 0, lines: [] }
  for (const command of line.split(' && ')) {
    const { code, lines } = await runCommand(command, block)
    ended = { code, lines: [...ended.lines, ...lines] }
    if (code !== 0) break
  }
  return ended
}

const ran = new Map<string, Promise<Ended>>()

export const shell: Kind = {
  languages: ['sh'],
  keys: { exit: 'optional' },
  flags: ['slow', 'exists'],
  answer: { kind: 'output', required: false },
  run: async (block, { answerOf }) => {
    const commands = block.body.filter((line) => line !== '' && !line.startsWith('#'))
    const [command] = commands
    if (command === undefined || commands.length > 1) throw new Mismatch('a shell block holds one line')
    const key = `${command} ${block.flags.join()}`
    const started = ran.get(key) ?? runLine(command, block)
    ran.set(key, started)
    const { code, lines } = await started
    const { exit = '0' } = block.keys
    if (String(code) !== exit) throw new Mismatch(`the command ends with ${code}, not ${exit}:\n${lines.join('\n')}`, 0)
    return answerOf(block) === undefined ? undefined : lines
  },
}
