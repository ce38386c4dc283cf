import { execFileSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Ajv2020 } from 'ajv/dist/2020.js'
import { expect, it } from 'vitest'
import { isChinese, readDocuments, root } from './document.js'
import { suiteOf } from './suite.js'
import { buildVectors, printVectors, type Vectors } from './vectors.js'

const stored = readFileSync(`${root}/vectors.json`, 'utf8')
const vectors: Vectors = JSON.parse(stored)

const python = (file: string): { readonly code: number; readonly output: string } => {
  try {
    return { code: 0, output: execFileSync('python3', ['test/python/run_vectors.py', file], { cwd: root, encoding: 'utf8' }) }
  } catch (error) {
    const { status, stdout } = error as { status: number; stdout: string }
    return { code: status, output: stdout }
  }
}

it('vectors.json is what the documents say (npm run vectors writes it)', async () => {
  const { blocks } = suiteOf(readDocuments())
  expect(printVectors(await buildVectors(blocks.filter(({ file }) => !isChinese(file))))).toBe(stored)
})

it('vectors.json follows its schema, which refuses anything else', () => {
  const validate = new Ajv2020({ strict: true, allErrors: true }).compile(JSON.parse(readFileSync(`${root}/vectors.schema.json`, 'utf8')))
  validate(vectors)
  expect(validate.errors).toBeNull()
  const [first] = vectors.cases
  for (const wrong of [{ ...first, kind: 'other' }, { ...first, more: 1 }, { ...first, id: '' }]) expect(validate({ ...vectors, cases: [wrong] })).toBe(false)
})

it('each case has an id of its own', () => {
  const ids = vectors.cases.map(({ id }) => id)
  expect(new Set(ids).size).toBe(ids.length)
})

it('every kind of case is there', () => {
  expect([...new Set(vectors.cases.map(({ kind }) => kind))].sort()).toEqual(['check', 'format-duration', 'format-timestamp', 'parse-duration', 'parse-reading', 'parse-timestamp', 'process-zone', 'rate', 'reading', 'scenario', 'schedule', 'zone'])
})

it('an implementation in another language, written from the documents, passes them', () => {
  const { code, output } = python('vectors.json')
  expect(output).toMatch(/^\d+ cases run, \d+ left out, 0 failed\n$/)
  expect(code).toBe(0)
})

it('and fails them where one says something else', () => {
  const file = join(tmpdir(), `vectors-${process.pid}.json`)
  writeFileSync(file, stored.replaceAll('T09:01:03+08:00', 'T09:01:04+08:00'))
  const { code, output } = python(file)
  expect(code).toBe(1)
  expect(output).toContain('build-question: expected')
})
