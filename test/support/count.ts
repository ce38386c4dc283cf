/**
 * Print one plain line with the number of tests that passed and failed, from the results that the
 * runs under CI have left.
 */

import { readdirSync, readFileSync } from 'node:fs'

const folder = new URL('../../node_modules/.cache/results/', import.meta.url)

let passed = 0
let failed = 0
for (const file of readdirSync(folder)) {
  const results = JSON.parse(readFileSync(new URL(file, folder), 'utf8'))
  passed += results.numPassedTests
  failed += results.numFailedTests
}
console.log(`${passed} passed, ${failed} failed`)
if (failed > 0 || passed === 0) process.exitCode = 1
