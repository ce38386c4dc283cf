/**
 * The reverse question: is everything that the package offers shown in an executed block, and does
 * everything that the prose names exist?
 */

import { existsSync, globSync, readFileSync } from 'node:fs'
import ts from 'typescript'
import type { Finding } from './failure.js'
import { isWaived } from './registry.js'
import { sectionsOf } from './structure.js'
import type { Suite } from './suite.js'
import { vocabulary } from './vocabulary.js'

/** What must be shown, by what it is. */
export type Offer = Readonly<Record<'export' | 'configuration key' | 'error code' | 'rule' | 'schedule reason' | 'reading token', readonly string[]>>

const programOf = (files: readonly string[]): ts.Program =>
  ts.createProgram(files, { target: ts.ScriptTarget.ES2023, lib: ['lib.es2023.d.ts'], module: ts.ModuleKind.NodeNext, types: ['node'], strict: true, skipLibCheck: true, noEmit: true })

/** The string members of a union type that a source file declares. */
const literalsOf = (program: ts.Program, file: string, name: string): string[] => {
  const checker = program.getTypeChecker()
  const source = program.getSourceFile(file)
  const symbol = source && checker.getSymbolAtLocation(source)
  const declared = symbol && checker.getExportsOfModule(symbol).find((each) => each.name === name)
  if (declared === undefined) throw new Error(`${file} exports no ${name}`)
  const type = checker.getDeclaredTypeOfSymbol(declared)
  const members = type.isUnion() ? type.types : [type]
  return members.flatMap((member) => (member.isStringLiteral() ? [member.value] : literalsOfMember(checker, member)))
}

/** For a union of records: the literal `because` of each. */
const literalsOfMember = (checker: ts.TypeChecker, member: ts.Type): string[] => {
  const because = member.getProperty('because')
  const type = because && checker.getTypeOfSymbol(because)
  return type?.isStringLiteral() ? [type.value] : []
}

const exportsOf = (program: ts.Program, file: string): string[] => {
  const checker = program.getTypeChecker()
  const source = program.getSourceFile(file)
  const symbol = source && checker.getSymbolAtLocation(source)
  return symbol === undefined ? [] : checker.getExportsOfModule(symbol).map(({ name }) => name)
}

const membersOf = (program: ts.Program, file: string, name: string): string[] => {
  const checker = program.getTypeChecker()
  const source = program.getSourceFile(file)
  const symbol = source && checker.getSymbolAtLocation(source)
  const declared = symbol && checker.getExportsOfModule(symbol).find((each) => each.name === name && (each.flags & ts.SymbolFlags.Interface) !== 0)
  return declared === undefined ? [] : checker.getDeclaredTypeOfSymbol(declared).getProperties().map((member) => member.name)
}

/** The words of a reading that never change, and its unit letters. */
const READING_TOKENS = ['Time sampled while preparing turn', ', step', 'Elapsed since the preceding', 'model-visible message', 'step context', 'unavailable', '<turn>', '<step>', '<timestamp>', '<duration-or-unavailable>']

/**
 * What the package offers, read from its sources.
 * @param root - the repository's root.
 */
export const offerOf = (root: string): Offer => {
  const entries = ['index', 'reading', 'check', 'invariant'].map((name) => `${root}/src/${name}.ts`).filter((file) => existsSync(file))
  const [config, zone, schedule, rules] = ['config', 'core/zone', 'core/schedule', 'core/rules'].map((name) => `${root}/src/${name}.ts`) as [string, string, string, string]
  const program = programOf([...entries, config, zone, schedule, rules])
  const companion = entries.find((file) => file.endsWith('invariant.ts'))
  return {
    export: [...new Set(entries.flatMap((file) => exportsOf(program, file)))],
    'configuration key': [...membersOf(program, config, 'Config'), ...(companion === undefined ? [] : membersOf(program, companion, 'Config'))],
    'error code': [...new Set([...literalsOf(program, config, 'ConfigIssueCode'), ...(companion === undefined ? [] : literalsOf(program, companion, 'ConfigIssueCode')), ...literalsOf(program, zone, 'ZoneRefusal')])],
    rule: literalsOf(program, rules, 'RuleId'),
    'schedule reason': literalsOf(program, schedule, 'Schedule'),
    'reading token': READING_TOKENS,
  }
}

const escaped = (text: string): string => text.replace(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`)

const occurs = (name: string, text: string): boolean => (/^\w/.test(name) && /\w$/.test(name) ? new RegExp(`(?<![\\w-])${escaped(name)}(?![\\w-])`).test(text) : text.includes(name))

const executedText = (suite: Suite): string => suite.blocks.filter((block) => !isWaived(block)).map(({ info, body }) => `${info}\n${body.join('\n')}`).join('\n')

/**
 * What is offered and never shown.
 * @param suite - the documents.
 * @param offer - what the package offers.
 */
export const missingFrom = (suite: Suite, offer: Offer): string[] => {
  const text = executedText(suite)
  return Object.entries(offer).flatMap(([what, names]) => names.filter((name) => !occurs(name, text)).map((name) => `${what} ${name}`))
}

const WORD = /[A-Za-z_$][\w$-]*/g

const wordsIn = (text: string): string[] => text.match(WORD) ?? []

/**
 * Every word that exists somewhere: in the sources, in package.json, in the blocks that are executed,
 * in file names, and in what hosts call their things.
 */
export const knownWords = (suite: Suite, root: string): ReadonlySet<string> => {
  const files = globSync(['src/**/*.ts', 'package.json', 'test/doctest/kinds/*.ts', 'test/doctest/scenario/*.ts', '.ci/run'], { cwd: root })
  const texts = [...files.map((file) => readFileSync(`${root}/${file}`, 'utf8')), executedText(suite), files.join('\n'), vocabulary.join('\n')]
  return new Set(texts.flatMap(wordsIn).flatMap((word) => [word, ...word.split(/[-$]/)]))
}

/** A path of the repository, by its look. */
const PATH = /^(?:\.{0,2}\/)?[\w.-]+(?:\/[\w.-]+)*\/?$/

/** Whether a span is a path into the repository, as far as its look tells. */
const isOurPath = (span: string): boolean => PATH.test(span) && /^(?:src|test|docs|notes|lib)\//.test(span)

const isMissingScript = (span: string, root: string): boolean => {
  const [, script] = /^npm run ([\w:]+)/.exec(span) ?? []
  const { scripts } = JSON.parse(readFileSync(`${root}/package.json`, 'utf8')) as { scripts: Record<string, string> }
  return script !== undefined && !(script in scripts)
}

/** Code spans of the prose that name something which does not exist. */
export const unknownNames = (suite: Suite, root: string): Finding[] => {
  const known = knownWords(suite, root)
  return suite.pages.flatMap(({ file, source }) =>
    sectionsOf(file, source).flatMap(({ codeSpans }) =>
      codeSpans.flatMap(({ text, line }) => {
        if (isOurPath(text)) return existsSync(`${root}/${text}`) ? [] : [{ file, line, message: `there is no file ${text}` }]
        if (isMissingScript(text, root)) return [{ file, line, message: `package.json has no such script: ${text}` }]
        const unknown = wordsIn(text).find((word) => word.length > 1 && !known.has(word) && !word.split('-').every((part) => known.has(part)))
        return unknown === undefined ? [] : [{ file, line, message: `${text}: nothing is called ${unknown} (a word of other projects is listed in test/doctest/vocabulary.ts)` }]
      }),
    ),
  )
}

