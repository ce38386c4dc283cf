import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vitest/config'

const results = process.env['TEST_RESULTS'] ?? 'main'

export default defineConfig({
  root: fileURLToPath(new URL('..', import.meta.url)),
  test: {
    include: ['test/**/*.test.ts'],
    exclude: ['**/node_modules/**'],
    // The host's loader resolves a row's name from the composition's folder only where it can see Node's own loader.
    execArgv: ['--expose-internals'],
    globalSetup: ['test/support/temporary-folder.ts'],
    testTimeout: 60_000,
    hookTimeout: 60_000,
    reporters: process.env['CI'] ? ['default', ['json', { outputFile: `node_modules/.cache/results/${results}.json` }]] : ['default'],
  },
})
