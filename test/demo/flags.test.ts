import { readFile } from 'node:fs/promises'
import { describe, expect, it } from 'vitest'
import { runDemo } from '../support/run-demo.js'

const ESCAPE = '\u001B'

const terminal = ['python3', '-c', 'import os, pty, sys; sys.exit(os.waitstatus_to_exitcode(pty.spawn(sys.argv[1:])))']

describe.concurrent('wrong flags end in one line that names the flag and the remedy, and exit code 2', () => {
  it.each([
    [['--timezone', 'UTC'], /'--timezone'; the flags are --time-zone ZONE, /],
    [['--time-zone'], /'--time-zone <value>' argument missing; the flags are /],
    [['--refresh-interval-ms', 'soon'], /--refresh-interval-ms must be milliseconds as a whole number, got "soon"; write 60000 /],
    [['--refresh-interval-ms', '-5'], /'--refresh-interval-ms' argument is ambiguous; the flags are /],
    [['--refresh-interval-ms=-5'], /--refresh-interval-ms must be .*, got "-5"; write 60000 /],
    [['--json=yes'], /'--json' does not take an argument; the flags are /],
    [['tomorrow'], /'tomorrow'; the flags are /],
    [['--live'], /--live needs an API key; set DEEPSEEK_API_KEY, or leave --live out/],
  ])('%j', async (flags, message) => {
    const { code, stdout, stderr } = await runDemo(flags)
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' })
    expect(stderr).toMatch(/^demo: [^\n]+\n$/)
    expect(stderr).toMatch(message)
  })
})

it("shows the plugin's own error for a wrong zone in one line, and exits with 1", async () => {
  const { code, stdout, stderr } = await runDemo(['--time-zone', 'Asia/Shangai', '--json'])
  expect({ code, stdout }).toEqual({ code: 1, stdout: '' })
  expect(stderr).toBe('demo: invalid config: timeZone must be an IANA time-zone identifier, got "Asia/Shangai"; write an IANA identifier such as Asia/Shanghai (at timeZone)\n')
})

it('explains every flag on request', async () => {
  const { code, stdout } = await runDemo(['--help'])
  expect(code).toBe(0)
  for (const flag of ['--time-zone', '--refresh-interval-ms', '--json', '--live', '--help', 'DEEPSEEK_API_KEY', 'DEEPSEEK_BASE_URL']) expect(stdout).toContain(flag)
})

describe.concurrent('the output for people', () => {
  it('shows every request, its readings marked, the log and the counts', async () => {
    const { code, stdout, stderr } = await runDemo([])
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
    expect(stdout.match(/^Request \d \(turn \d, step \d\): \d messages/gm)).toEqual(['Request 1 (turn 1, step 1): 2 messages', 'Request 2 (turn 1, step 2): 5 messages', 'Request 3 (turn 2, step 1): 8 messages'])
    expect(stdout.match(/^ {2}> reading {4}Time sampled while preparing turn \d, step \d: .+\n {15}Elapsed since the preceding [a-z -]+: .+\.$/gm)).toHaveLength(1 + 2 + 3)
    expect(stdout).toMatch(/^ {4}tool {7}waited 2 s$/m)
    const [, log = ''] = /^Session log {3}(.+)$/m.exec(stdout) ?? []
    expect(JSON.parse((await readFile(log, 'utf8')).split('\n', 1).join())).toMatchObject({ type: 'session', id: 'demo' })
    expect(stdout).toContain(`Check it      npx --no-install dsh-time-context check ${log}`)
    expect(stdout).toContain('refreshIntervalMs: 0 (for a run this short)')
    expect(stdout).toMatch(/\n3 requests, 3 readings\.\n$/)
    expect(stdout).not.toContain(ESCAPE)
  })

  it('stops without complaint when its reader has seen enough', async () => {
    const { code, stdout, stderr } = await runDemo([], { within: ['bash', '-c', '"$@" | head -n 1', 'head'] })
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
    expect(stdout).toMatch(/^A clock for agents.*\n$/)
  })

  it('highlights readings on a terminal, unless NO_COLOR is set', async () => {
    const [coloured, plain] = await Promise.all([
      runDemo([], { within: ['env', '-u', 'CI', ...terminal], env: { TERM: 'xterm-256color' } }),
      runDemo([], { within: ['env', '-u', 'CI', ...terminal], env: { TERM: 'xterm-256color', NO_COLOR: '1' } }),
    ])
    expect(coloured.code).toBe(0)
    expect(coloured.stdout).toContain(`${ESCAPE}[1m${ESCAPE}[36m  > reading`)
    expect(coloured.stdout).not.toContain(`${ESCAPE}[36m    user`)
    expect(plain.code).toBe(0)
    expect(plain.stdout).toContain('  > reading')
    expect(plain.stdout).not.toContain(ESCAPE)
  })
})

it('mounts the row that the documents show', async () => {
  const composition = await readFile(new URL('../../docs/demo/cordis.yml', import.meta.url), 'utf8')
  expect(composition).toContain(`
- id: time-context
  name: '@deepseek-ai/dsh-time-context'
  config:
    timeZone: Asia/Shanghai
    refreshIntervalMs: 60000
`)
})
