import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vitest/config'

const results = process.env['TEST_RESULTS'] ?? 'main'

export default defineConfig({
  root: fileURLToPath(new URL('..', import.meta.url)),
  test: {
    include: ['test/**/*.test.ts'],
    exclude: ['**/node_modules/**'],
    testTimeout: 60_000,
    hookTimeout: 60_000,
    reporters: process.env['CI'] ? ['default', ['json', { outputFile: `node_modules/.cache/results/${results}.json` }]] : ['default'],
  },
})
