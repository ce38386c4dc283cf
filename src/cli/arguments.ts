/**
 * The command line's words, understood or refused.
 */

import { parseArgs } from 'node:util'
import { listed, nearest } from '../core/names.js'
import { quote } from '../core/quote.js'

/** The commands. */
export const COMMANDS = ['check', 'plan', 'now'] as const

/** A command's name. */
export type Command = (typeof COMMANDS)[number]

/** What a command line asks for. */
export type Request =
  | { readonly kind: 'help'; readonly command: Command | undefined }
  | { readonly kind: 'version' }
  | { readonly kind: 'check'; readonly paths: readonly string[]; readonly json: boolean; readonly clockToleranceMs: number }
  | { readonly kind: 'plan'; readonly paths: readonly string[]; readonly json: boolean; readonly svg: string | undefined; readonly timeZone: string | undefined }
  | { readonly kind: 'now'; readonly json: boolean; readonly timeZone: string | undefined }
  /** It cannot be understood; `message` is one sentence without a full stop. */
  | { readonly kind: 'misuse'; readonly message: string }

const SWITCHES = ['help', 'version', 'json'] as const
const VALUED = ['clock-tolerance-ms', 'svg', 'time-zone'] as const

type Switch = (typeof SWITCHES)[number]
type Valued = (typeof VALUED)[number]
type Option = Switch | Valued

const OPTIONS: Readonly<Record<Command, readonly [Option, ...Option[]]>> = {
  check: ['json', 'clock-tolerance-ms', 'help'],
  plan: ['json', 'svg', 'time-zone', 'help'],
  now: ['json', 'time-zone', 'help'],
}

const GENERAL = ['help', 'version'] as const

class Misuse extends Error {}

const isOneOf = <Name extends string>(names: readonly Name[], name: string): name is Name => names.some((each) => each === name)

const parserOptions = {
  ...Object.fromEntries(SWITCHES.map((name) => [name, { type: 'boolean' as const }])),
  ...Object.fromEntries(VALUED.map((name) => [name, { type: 'string' as const }])),
  help: { type: 'boolean' as const, short: 'h' },
}

/** The words of a command line, sorted. */
class Words {
  readonly #switches = new Set<Switch>()
  readonly #values = new Map<Valued, string>()
  readonly positionals: readonly string[]
  readonly #unknown: string[] = []

  constructor(args: readonly string[]) {
    const { tokens, positionals } = parseArgs({ args: [...args], options: parserOptions, strict: false, allowPositionals: true, tokens: true })
    this.positionals = positionals
    for (const token of tokens) if (token.kind === 'option') this.#take(token)
  }

  #take({ name, rawName, value, inlineValue }: { name: string; rawName: string; value: string | undefined; inlineValue: boolean | undefined }): void {
    if (isOneOf(SWITCHES, name)) {
      if (value !== undefined) throw new Misuse(`the option ${rawName} takes no value, got ${quote(value)}`)
      this.#switches.add(name)
    } else if (isOneOf(VALUED, name)) {
      if (value === undefined || value === '') throw new Misuse(`the option ${rawName} needs a value`)
      if (inlineValue !== true && value.startsWith('-')) throw new Misuse(`the option ${rawName} needs a value; one that begins with - is written ${rawName}=${value}`)
      this.#values.set(name, value)
    } else this.#unknown.push(rawName)
  }

  has(name: Switch): boolean {
    return this.#switches.has(name)
  }

  value(name: Valued): string | undefined {
    return this.#values.get(name)
  }

  /** Refuse every option that is not among those known here. */
  only(known: readonly [Option, ...Option[]], where: string): void {
    const given = [...this.#switches, ...this.#values.keys()].filter((name) => !known.includes(name)).map((name) => `--${name}`)
    const [unknown] = [...this.#unknown, ...given]
    if (unknown === undefined) return
    const names = known.map((name) => `--${name}`)
    const meant = `--${nearest(unknown.replace(/^-+/, ''), known)}`
    throw new Misuse(`unknown option ${quote(unknown)}${where}; the nearest is ${meant} (the options are ${listed(names)})`)
  }
}

const tolerance = (value = '0'): number => {
  const milliseconds = /^\d{1,5}$/.test(value) ? Number(value) : NaN
  if (milliseconds <= 60_000) return milliseconds
  throw new Misuse(`--clock-tolerance-ms must be a whole number of milliseconds from 0 to 60000, got ${quote(value)}`)
}

const somePaths = (command: Command, paths: readonly string[]): readonly string[] => {
  if (paths.length === 0) throw new Misuse(`${command} needs a session log or a folder of them`)
  return paths
}

const requestOf = (command: Command, paths: readonly string[], words: Words): Request => {
  const json = words.has('json')
  const timeZone = words.value('time-zone')
  switch (command) {
    case 'check':
      return { kind: 'check', paths: somePaths(command, paths), json, clockToleranceMs: tolerance(words.value('clock-tolerance-ms')) }
    case 'plan':
      return { kind: 'plan', paths: somePaths(command, paths), json, svg: words.value('svg'), timeZone }
    case 'now':
      if (paths[0] !== undefined) throw new Misuse(`now takes no ${quote(paths[0])}`)
      return { kind: 'now', json, timeZone }
    default:
      return command satisfies never
  }
}

const understandWords = (words: Words): Request => {
  const [command, ...paths] = words.positionals
  if (command === undefined) {
    words.only(GENERAL, '')
    if (words.has('version')) return { kind: 'version' }
    if (words.has('help')) return { kind: 'help', command: undefined }
    throw new Misuse(`a command is missing (the commands are ${listed(COMMANDS)})`)
  }
  if (!isOneOf(COMMANDS, command)) throw new Misuse(`unknown command ${quote(command)}; the nearest is ${nearest(command, COMMANDS)} (the commands are ${listed(COMMANDS)})`)
  words.only(OPTIONS[command], ` of ${command}`)
  return words.has('help') ? { kind: 'help', command } : requestOf(command, paths, words)
}

/**
 * Understand a command line.
 * @param args - the words behind the program's name.
 */
export const understandArguments = (args: readonly string[]): Request => {
  try {
    return understandWords(new Words(args))
  } catch (error) {
    if (error instanceof Misuse) return { kind: 'misuse', message: error.message }
    throw error
  }
}
