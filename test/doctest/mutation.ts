/**
 * Changes of one leaf of a block: a word, a digit, a value of the info string; a line dropped, two
 * lines swapped. Ids, reasons and declarations of free leaves are names, not leaves.
 */

import { isDeepStrictEqual } from 'node:util'
import { parseAllDocuments } from 'yaml'
import { freeOf, isComment, type Block } from './block.js'
import { freePartsOf } from './scenario/scenario.js'

/** What a mutant does to its block. */
export type Operation = 'word' | 'digit' | 'key' | 'drop' | 'swap'

/** A changed block. */
export interface Mutant {
  readonly block: Block
  readonly operation: Operation
  /** Line in the document, 1-based. */
  readonly line: number
  /** What was changed into what. */
  readonly change: string
  readonly info: string
  readonly body: readonly string[]
}

/** A block's mutants, and the leaves it declares free. */
export interface Mutants {
  readonly mutants: readonly Mutant[]
  readonly free: readonly string[]
}

const nextLetter = (letter: string): string => {
  if (letter === 'z') return 'y'
  if (letter === 'Z') return 'Y'
  return String.fromCharCode(letter.charCodeAt(0) + 1)
}

const mutateWord = (word: string): string => word.slice(0, -1) + nextLetter(word.slice(-1))

const mutateDigit = (digit: string): string => String((Number(digit) + 1) % 10)

interface Leaf {
  readonly at: number
  readonly text: string
  readonly to: string
  readonly operation: 'word' | 'digit'
}

const leavesOf = (text: string): Leaf[] => [
  ...[...text.matchAll(/[A-Za-z]+/g)].map(({ 0: word, index }) => ({ at: index, text: word, to: mutateWord(word), operation: 'word' as const })),
  ...[...text.matchAll(/\d/g)].map(({ 0: digit, index }) => ({ at: index, text: digit, to: mutateDigit(digit), operation: 'digit' as const })),
]

interface Range {
  readonly from: number
  readonly to: number
}

const rangesOf = (text: string, part: string): Range[] => {
  const ranges: Range[] = []
  for (let from = text.indexOf(part); from >= 0; from = text.indexOf(part, from + 1)) ranges.push({ from, to: from + part.length })
  return ranges
}

const escaped = (text: string): string => text.replace(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`)

/** Values of a key (`key`), keys with their values (`key:`) and words that the block declares free; in scenarios also what is quoted or about. */
const freeRanges = (block: Block, text: string): Range[] => {
  const names = freeOf(block)
  const values = names.flatMap((name) => {
    const pattern = new RegExp(`(?<![\\w-])"?${escaped(name.replace(/:$/, ''))}"?: *("(?:[^"\\\\]|\\\\.)*"|[^\\s,}\\]]+)`, 'g')
    return [...text.matchAll(pattern)].map(({ 0: whole, 1: value = '', index }) => ({ from: name.endsWith(':') ? index : index + whole.length - value.length, to: index + whole.length }))
  })
  const words = names.flatMap((name) => rangesOf(text, name).filter(({ from, to }) => !/[\w-]/.test(text[from - 1] ?? '') && !/[\w:"-]/.test(text[to] ?? '')))
  const scenario = block.kind === 'scenario' ? freePartsOf(text).flatMap((part) => rangesOf(text, part)) : []
  return [...values, ...words, ...scenario]
}

const isEmpty = (block: Block, line: string): boolean => line.trim() === '' || isComment(block.lang, line)

const meaningOf = (lang: string, body: readonly string[]): unknown => {
  try {
    if (lang === 'yaml') return parseAllDocuments(body.join('\n')).map((document) => document.toJS())
    if (lang === 'json') return JSON.parse(body.join('\n'))
  } catch {
    return undefined
  }
  return undefined
}

/** Whether a change of order means nothing: keys of a mapping or an object, imports, constants, assertions that stand alone. */
const isSameMeaning = (block: Block, body: readonly string[], index: number): boolean => {
  if (block.lang === 'ts') {
    const [one = '', other = ''] = [block.body[index], block.body[index + 1]]
    return [/^import .*'$/, /^const .*\S$/, /^assert.*\)$/, /^ +\w+: .*,$/].some((whole) => whole.test(one) && whole.test(other))
  }
  const before = meaningOf(block.lang, block.body)
  return before !== undefined && isDeepStrictEqual(before, meaningOf(block.lang, body))
}

const NAMES = ['id', 'free', 'reason']

const infoMutants = (block: Block): Mutant[] =>
  Object.entries(block.keys).flatMap(([key, value]) => {
    if (NAMES.includes(key)) return []
    return leavesOf(value).map(({ at, text, to }) => {
      const changed = value.slice(0, at) + to + value.slice(at + text.length)
      const [before, after] = [`${key}=`, `${key}="`].map((start) => block.info.indexOf(start + value)) as [number, number]
      const from = before >= 0 ? before + key.length + 1 : after + key.length + 2
      const info = block.info.slice(0, from) + changed + block.info.slice(from + value.length)
      return { block, operation: 'key' as const, line: block.line, change: `${key}=${value} → ${changed}`, info, body: block.body }
    })
  })

/**
 * All mutants of a block.
 * @param block - an executed block, or one that answers it.
 */
export const mutantsOf = (block: Block): Mutants => {
  const mutants: Mutant[] = infoMutants(block)
  const free: string[] = []
  const { body, info } = block
  const add = (operation: Operation, index: number, change: string, changed: readonly string[]): void =>
    void mutants.push({ block, operation, line: block.line + 1 + index, change, info, body: changed })
  for (const [index, line] of body.entries()) {
    if (isEmpty(block, line)) continue
    const ranges = freeRanges(block, line)
    for (const { at, text, to, operation } of leavesOf(line)) {
      const range = ranges.find(({ from, to: end }) => at >= from && at < end)
      if (range !== undefined) {
        free.push(line.slice(range.from, range.to))
        continue
      }
      const changed = line.slice(0, at) + to + line.slice(at + text.length)
      add(operation, index, `${line.trim()} → ${changed.trim()}`, body.with(index, changed))
    }
    add('drop', index, `dropped: ${line.trim()}`, body.toSpliced(index, 1))
    const below = body[index + 1]
    if (below === undefined || isEmpty(block, below) || below === line) continue
    const swapped = body.with(index, below).with(index + 1, line)
    if (!isSameMeaning(block, swapped, index)) add('swap', index, `swapped: ${line.trim()} | ${below.trim()}`, swapped)
  }
  return { mutants, free: [...new Set(free)] }
}
