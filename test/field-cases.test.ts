import { readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, it } from 'vitest'

/** Situations that people who run agents with a clock have reported; the missing numbers were never given. */
const CASES = [
  'C01 C02 C03 C06 C09 C10 C11 C12 C13 C14 C15 C18 C19',
  'C20 C21 C22 C23 C24 C26 C27 C28 C30 C31 C32 C33 C34 C35 C36 C37 C38 C39',
  'C42 C43 C44 C45 C46 C47 C48 C48b C49 C51 C52 C53 C54 C55 C56 C58 C59 C59b',
  'C60 C61 C62 C63 C64 C65 C66 C67 C69 C71 C72 C72b C72c C73',
].flatMap((line) => line.split(' '))

const folder = fileURLToPath(new URL('.', import.meta.url))

/** The cases that a title names, `C21: …` or several before the colon, and those that stand first in a row of `it.each`. */
const namedIn = (text: string): string[] =>
  [...text.matchAll(/['"`]((?:C\d\d[a-z]?(?:, | and )?)+):|\['(C\d\d[a-z]?)',/g)].flatMap(([, ids, id]) => (ids ?? id ?? '').match(/C\d\d[a-z]?/g) ?? [])

it('every case from the field is a test whose title begins with its id', () => {
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.test.ts') && !name.includes('node_modules'))
  const named = new Set(files.flatMap((name) => namedIn(readFileSync(`${folder}/${name}`, 'utf8'))))
  expect([...named].sort()).toEqual([...CASES].sort())
})
