/**
 * One fence of a document, and the words of its info string.
 */

import { createHash } from 'node:crypto'
import { Mismatch } from './failure.js'

/** A fence as it stands in a document. */
export interface Fence {
  readonly file: string
  /** Line of the opening fence, 1-based. */
  readonly line: number
  /** The info string, as written. */
  readonly info: string
  /** The lines of the body. */
  readonly body: readonly string[]
  readonly closed: boolean
}

/** What an info string says. */
export interface Info {
  readonly lang: string
  /** Empty for a waiver. */
  readonly kind: string
  readonly keys: Readonly<Record<string, string>>
  readonly flags: readonly string[]
}

/** A fence whose info string is understood. */
export interface Block extends Fence, Info {
  /** The block's own id; an answer's is that of the block it answers, with its kind. */
  readonly id: string
}

const WORD = /^(?:([A-Za-z]+)=(?:"([^"]*)"|([^\s"]+))|([a-z][a-z-]*))$/

/** Split at single spaces, leaving quoted values whole. */
const wordsOf = (info: string): string[] => info.match(/(?:[^\s"]|"[^"]*")+|\s+/g) ?? []

/**
 * Read an info string: `lang kind key=value … flag`.
 * @throws Mismatch naming the first word that does not fit.
 */
export const parseInfo = (info: string): Info => {
  if (info === '') throw new Mismatch('a fence without an info string: say its language and kind, or why it is not executed (reason="…")')
  if (/[\\&]/.test(info)) throw new Mismatch('an info string holds no backslash and no &')
  const parts = wordsOf(info)
  if (parts.join('') !== info || parts.some((part, index) => (index % 2 === 1 ? part !== ' ' : part.trim() === '')) || parts.length % 2 === 0)
    throw new Mismatch(`stray space or quote in the info string ${JSON.stringify(info)}: words are separated by one space, none at the ends`)
  const [lang = '', ...words] = parts.filter((_, index) => index % 2 === 0)
  if (!/^[a-z]+$/.test(lang)) throw new Mismatch(`not a language: ${JSON.stringify(lang)}`)
  const bare: string[] = []
  const keys: Record<string, string> = {}
  for (const word of words) {
    const match = WORD.exec(word)
    if (match === null) throw new Mismatch(`unknown word ${JSON.stringify(word)} in the info string`)
    const [, key, quoted, plain, flag] = match
    if (flag !== undefined) bare.push(flag)
    else if (key === undefined || key in keys) throw new Mismatch(`the key ${key} stands twice in the info string`)
    else keys[key] = quoted ?? plain ?? ''
  }
  const [kind = '', ...flags] = bare
  return { lang, kind, keys, flags }
}

/** The names of leaves that a block declares free. */
export const freeOf = (block: Info): readonly string[] => block.keys['free']?.split(',') ?? []

/**
 * The digest that ties a result to the exact content it was obtained for: 16 hexadecimal digits.
 * @param info - the info string.
 * @param body - the body's lines.
 */
export const contentHash = (info: string, body: readonly string[]): string =>
  createHash('sha256').update(`${info}\n${body.join('\n')}`).digest('hex').slice(0, 16)

const COMMENTS: Readonly<Record<string, RegExp>> = { yaml: /^(\s*)#/, sh: /^(\s*)#/, text: /^(\s*)#/, ts: /^(\s*)\/\/(?!\s*→)/, js: /^(\s*)\/\//, python: /^(\s*)#/ }

/** Whether a line of a block is a whole-line comment, whose text may be translated. */
export const isComment = (lang: string, line: string): boolean => COMMENTS[lang]?.test(line) === true

/** A body in which each comment keeps its place and loses its text. */
export const withoutComments = (lang: string, body: readonly string[]): string[] => body.map((line) => COMMENTS[lang]?.exec(line)?.[0] ?? line)
