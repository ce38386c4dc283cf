/**
 * What the code may touch, held over the sources and over what is built from them.
 */

import { existsSync, globSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import ts from 'typescript'
import { describe, expect, it } from 'vitest'
import * as entry from '../src/index.js'

const root = fileURLToPath(new URL('..', import.meta.url))

const files = (pattern: string): string[] => globSync(pattern, { cwd: root }).sort()

const parse = (file: string) => ts.createSourceFile(file, readFileSync(`${root}/${file}`, 'utf8'), ts.ScriptTarget.Latest, true)

const nodesOf = (node: ts.Node): ts.Node[] => {
  const nodes = [node]
  ts.forEachChild(node, (child) => void nodes.push(...nodesOf(child)))
  return nodes
}

/** The modules that a file imports or re-exports, dynamically too. A name that is not written out is `?`. */
const importsOf = (source: ts.SourceFile): string[] =>
  nodesOf(source).flatMap((node) => {
    if ((ts.isImportDeclaration(node) || ts.isExportDeclaration(node)) && node.moduleSpecifier !== undefined) return [ts.isStringLiteral(node.moduleSpecifier) ? node.moduleSpecifier.text : '?']
    if (ts.isImportTypeNode(node)) return [ts.isLiteralTypeNode(node.argument) && ts.isStringLiteral(node.argument.literal) ? node.argument.literal.text : '?']
    if (ts.isCallExpression(node) && (node.expression.kind === ts.SyntaxKind.ImportKeyword || node.expression.getText() === 'require')) {
      const [name] = node.arguments
      return [name !== undefined && ts.isStringLiteral(name) ? name.text : '?']
    }
    return []
  })

/** The global names that a file mentions, as far as we care. */
const globalsOf = (source: ts.SourceFile): string[] =>
  nodesOf(source).flatMap((node) => {
    if (!ts.isIdentifier(node)) return []
    const member = ts.isPropertyAccessExpression(node.parent) && node.parent.name === node
    if (member) return node.text === 'now' && node.parent.getText() === 'Date.now' ? ['Date.now'] : []
    return ['Intl', 'process', 'globalThis', 'performance', 'Temporal', 'crypto', 'console', 'setTimeout', 'setInterval', 'Buffer', 'fetch'].includes(node.text) ? [node.text] : []
  })

const currentTimes = (source: ts.SourceFile): string[] =>
  nodesOf(source).flatMap((node) => (ts.isNewExpression(node) && node.expression.getText() === 'Date' && (node.arguments ?? []).length === 0 ? ['new Date()'] : []))

const escapesOf = (source: ts.SourceFile): string[] =>
  nodesOf(source).flatMap((node) => {
    if (ts.isAsExpression(node) && node.type.getText() !== 'const') return [node.getText()]
    if (ts.isTypeAssertionExpression(node) || ts.isNonNullExpression(node)) return [node.getText()]
    return node.kind === ts.SyntaxKind.AnyKeyword ? [node.parent.getText()] : []
  })

const SOURCES = files('src/**/*.ts')
const CORE = files('src/core/*.ts')
const BUILT = [...files('lib/**/*.js'), ...files('lib/**/*.d.ts')]

const findings = (found: readonly string[], look: (source: ts.SourceFile) => string[]): Record<string, string[]> =>
  Object.fromEntries(found.map((file): [string, string[]] => [file, look(parse(file))]).filter(([, list]) => list.length > 0))

it('there is something to look at', () => {
  expect(CORE.length).toBeGreaterThan(5)
  expect(BUILT.length).toBeGreaterThan(CORE.length)
})

describe('what is built', () => {
  it('imports its own files and Node, nothing else', () => {
    expect(findings(BUILT, (source) => importsOf(source).filter((name) => !/^\.\.?\/|^node:/.test(name)))).toEqual({})
  })

  it('imports only files that are there', () => {
    const missing = BUILT.flatMap((file) => importsOf(parse(file)).filter((name) => name.startsWith('.') && !existsSync(new URL(name, `file://${root}/${file}`))))
    expect(missing).toEqual([])
  })
})

describe('the plugin', () => {
  it('exports what the host looks for, and no default that would hide it', () => {
    expect(Object.keys(entry).sort()).toEqual(['Config', 'apply', 'inject', 'name'])
  })

  it('applies through a function that the host does not call with new', () => {
    expect(Object.hasOwn(entry.apply, 'prototype')).toBe(false)
  })

  it('imports no module of Node, so it reads no file', () => {
    const reached = new Set<string>()
    const visit = (file: string): void => {
      if (reached.has(file)) return
      reached.add(file)
      for (const name of importsOf(parse(file))) {
        expect([file, name]).toEqual([file, expect.stringMatching(/^\.\.?\//)])
        visit(new URL(name.replace(/\.js$/, '.ts'), `file:///${file}`).pathname.slice(1))
      }
    }
    visit('src/index.ts')
    visit('src/reading.ts')
    expect(reached.size).toBeGreaterThan(CORE.length / 2)
  })
})

describe('the core', () => {
  it('imports only itself', () => {
    expect(findings(CORE, (source) => importsOf(source).filter((name) => !/^\.\/[a-z-]+\.js$/.test(name)))).toEqual({})
  })

  it('asks no clock, no process and, outside zone.ts, no engine', () => {
    expect(findings(CORE, (source) => [...globalsOf(source), ...currentTimes(source)].filter((name) => !(name === 'Intl' && source.fileName === 'src/core/zone.ts')))).toEqual({})
  })
})

describe('the sources', () => {
  it('assert nothing that the compiler cannot see', () => {
    expect(findings(SOURCES, escapesOf)).toEqual({})
  })

  it('direct no tool', () => {
    expect(findings(SOURCES, (source) => source.text.match(/@ts-\w+|eslint-|v8 ignore|c8 ignore|istanbul|prettier-ignore/g) ?? [])).toEqual({})
  })

  it('say in their first comment what they are for', () => {
    expect(findings(SOURCES, (source) => (/^(?:#!.*\n)?\/\*\*\n \* [A-Z]/.test(source.text) ? [] : ['no comment']))).toEqual({})
  })
})

describe('these looks', () => {
  const source = (text: string) => ts.createSourceFile('src/core/x.ts', text, ts.ScriptTarget.Latest, true)

  it('find what they look for', () => {
    expect(importsOf(source(`import 'a'; export * from 'b'; type T = import('c').T; await import('d'); await import(e); require('f')`))).toEqual(['a', 'b', 'c', 'd', '?', 'f'])
    expect(globalsOf(source('Date.now(); Intl.x; process.env; x.process; globalThis.y'))).toEqual(['Date.now', 'Intl', 'process', 'globalThis'])
    expect(currentTimes(source('new Date(); new Date(5)'))).toEqual(['new Date()'])
    expect(escapesOf(source('a as B; [] as const; c!; let d: any; <E>f; g satisfies H'))).toEqual(['a as B', 'c!', 'd: any', '<E>f'])
  })
})
