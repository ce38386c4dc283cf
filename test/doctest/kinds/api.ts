/**
 * `api`: TypeScript that uses the package as its users do. All blocks are type-checked in one
 * program against the built declarations, then each is run.
 */

import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import ts from 'typescript'
import { contentHash, type Block } from '../block.js'
import { root } from '../document.js'
import { Mismatch } from '../failure.js'
import type { Kind } from '../kind.js'

const OPTIONS: ts.CompilerOptions = {
  target: ts.ScriptTarget.ES2023,
  lib: ['lib.es2023.d.ts'],
  module: ts.ModuleKind.NodeNext,
  types: ['node'],
  strict: true,
  noUnusedLocals: true,
  noUncheckedIndexedAccess: true,
  erasableSyntaxOnly: true,
  allowImportingTsExtensions: true,
  noEmit: true,
  skipLibCheck: true,
}

const nameOf = ({ info, body }: Block): string => contentHash(info, body)

/** Where a block would stand: inside the package, so that the package's own name resolves. */
const virtualPath = (block: Block): string => `${root}/test/doctest/${nameOf(block)}.mts`

const complaints = new Map<string, Mismatch | undefined>()

const describe = ({ messageText, start = 0, file }: ts.Diagnostic): Mismatch =>
  new Mismatch(`TypeScript: ${ts.flattenDiagnosticMessageText(messageText, '\n')}`, file?.getLineAndCharacterOfPosition(start).line ?? 0)

/**
 * Type-check blocks in one program; each is then remembered by its content.
 * @param blocks - blocks of the kind `api`.
 */
export const typeCheck = (blocks: readonly Block[]): void => {
  const fresh = new Map(blocks.filter((block) => !complaints.has(nameOf(block))).map((block) => [virtualPath(block), block]))
  if (fresh.size === 0) return
  const host = ts.createCompilerHost(OPTIONS)
  const { getSourceFile, fileExists } = host
  host.fileExists = (path) => fresh.has(path) || fileExists(path)
  host.getSourceFile = (path, language, ...rest) => {
    const block = fresh.get(path)
    return block === undefined ? getSourceFile(path, language, ...rest) : ts.createSourceFile(path, `${block.body.join('\n')}\n`, language)
  }
  const program = ts.createProgram([...fresh.keys()], OPTIONS, host)
  for (const [path, block] of fresh) {
    const file = program.getSourceFile(path)
    const [first] = [...program.getSyntacticDiagnostics(file), ...program.getSemanticDiagnostics(file)]
    complaints.set(nameOf(block), first === undefined ? undefined : describe(first))
  }
}

let folder: string | undefined

/** An empty project in which the package is installed. */
const project = (): string => {
  if (folder !== undefined) return folder
  folder = mkdtempSync(join(tmpdir(), 'doctest-api-'))
  const created = folder
  process.on('exit', () => rmSync(created, { recursive: true, force: true }))
  mkdirSync(join(folder, 'node_modules/@deepseek-ai'), { recursive: true })
  symlinkSync(root, join(folder, 'node_modules/@deepseek-ai/dsh-time-context'), 'junction')
  return folder
}

/** Node's own loader, whatever runs the tests: the block must load as it would for a user. */
const load = (path: string): unknown => createRequire(path)(path)

const lineIn = (error: unknown, path: string): number => {
  const stack = error instanceof Error ? (error.stack ?? '') : ''
  const at = stack.indexOf(basename(path))
  const [, line = '1'] = /:(\d+):\d+/.exec(at < 0 ? '' : stack.slice(at)) ?? []
  return Number(line) - 1
}

export const api: Kind = {
  languages: ['ts'],
  // How many assertions it makes, so that one that is dropped is missed.
  keys: { asserts: 'required' },
  run: async (block) => {
    const asserts = block.body.filter((line) => /^\s*assert\b/.test(line)).length
    if (String(asserts) !== block.keys['asserts']) throw new Mismatch(`the block makes ${asserts} assertions (lines that start with assert), not ${block.keys['asserts']}`)
    typeCheck([block])
    const complaint = complaints.get(nameOf(block))
    if (complaint !== undefined) throw complaint
    const path = join(project(), `${nameOf(block)}.mts`)
    writeFileSync(path, `${block.body.join('\n')}\n`)
    try {
      load(path)
    } catch (error) {
      throw new Mismatch(error instanceof Error ? error.message : String(error), lineIn(error, path))
    }
    return undefined
  },
}
