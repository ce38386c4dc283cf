import { describe, expect, it } from 'vitest'
import { helpFor } from '../../src/cli/help.js'
import { COMMANDS } from '../../src/cli/arguments.js'
import { Progress } from '../../src/cli/progress.js'
import { Terminal, type Surroundings } from '../../src/cli/terminal.js'
import { runHere, sink } from '../support/command-line.js'

const terminal = (isTTY: boolean, more: Partial<Surroundings> = {}) => {
  const stdout = sink(isTTY)
  const stderr = sink(isTTY, 40)
  return { stdout, stderr, terminal: new Terminal({ stdout, stderr, environment: {}, platform: 'linux', now: () => 0, ...more }) }
}

const speak = (made: ReturnType<typeof terminal>): [string, string] => {
  made.terminal.say('fine', 'good')
  made.terminal.say('plain')
  made.terminal.complain('wrong')
  return [made.stdout.text(), made.stderr.text()]
}

describe('colour', () => {
  it('is for terminals', () => {
    expect(speak(terminal(true))).toEqual(['\u001b[32mfine\u001b[0m\nplain\n', '\u001b[31mwrong\u001b[0m\n'])
  })

  it.each([
    ['the output is no terminal', false, {}],
    ['NO_COLOR is set', true, { NO_COLOR: '1' }],
    ['the terminal is dumb', true, { TERM: 'dumb' }],
  ])('is not used where %s', (_, isTTY, environment) => {
    expect(speak(terminal(isTTY, { environment }))).toEqual(['fine\nplain\n', 'wrong\n'])
  })

  it('is used where NO_COLOR is empty, as no-color.org wants it', () => {
    expect(speak(terminal(true, { environment: { NO_COLOR: '' } }))[0]).toContain('\u001b[32m')
  })
})

describe('progress', () => {
  /** Read four pieces of a log, half a second apart. */
  const readSlowly = (isTTY: boolean): ReturnType<typeof terminal> => {
    let now = 0
    const made = terminal(isTTY, { now: () => now })
    const count = new Progress(made.terminal).begin({ path: 'a/very/long/path/to/a/session.jsonl', size: 8_000_000 })
    for (let piece = 0; piece < 4; piece++) {
      now += 300
      count(2_000_000)
    }
    return made
  }

  it('is shown on a terminal when there is something to wait for, within one line', () => {
    const { stdout, stderr } = readSlowly(true)
    expect(stdout.text()).toBe('')
    expect(stderr.text().split('\r\u001b[K')).toEqual(['', 'log 1, 4 of 8 MB: a/very/long/path/to/a', 'log 1, 6 of 8 MB: a/very/long/path/to/a', 'log 1, 8 of 8 MB: a/very/long/path/to/a'])
  })

  it('goes before anything else is written, and at the end', () => {
    const { stderr, terminal: made } = readSlowly(true)
    made.complain('wrong', 'plain')
    made.finish()
    expect(stderr.text().endsWith('path/to/a\r\u001b[Kwrong\n')).toBe(true)
  })

  it('is not shown to files and pipes', () => {
    expect(readSlowly(false).stderr.text()).toBe('')
  })

  it('says nothing of a size that is not known', () => {
    let now = 0
    const made = terminal(true, { now: () => now })
    const count = new Progress(made.terminal).begin({ path: 'pipe', size: 0 })
    now = 1000
    count(3_000_000)
    expect(made.stderr.text()).toBe('\r\u001b[Klog 1, 3 of 3 MB: pipe')
  })
})

describe('help', () => {
  it.each([undefined, ...COMMANDS])('fits into 80 columns of ASCII: %s', (command) => {
    for (const line of helpFor(command).split('\n')) expect(line).toMatch(/^[ -~]{0,80}$/)
    expect(helpFor(command)).toMatch(/^Usage: dsh-time-context /)
    expect(helpFor(command)).toContain('Exit code: 0')
  })

  it('names every command, and every option of a command', async () => {
    for (const command of COMMANDS) {
      expect(helpFor(undefined)).toContain(`\n  ${command} `)
      const refused = await runHere([command, '--none'])
      const options = refused.stderr.match(/--[a-z-]+/g)?.filter((option) => option !== '--none' && option !== '--help') ?? []
      expect(options.length).toBeGreaterThan(0)
      for (const option of options) expect(helpFor(command)).toContain(option)
    }
  })

  it('is printed on request to standard output, and a misuse to standard error', async () => {
    expect(await runHere(['check', '--help'])).toEqual({ code: 0, stdout: `${helpFor('check')}\n`, stderr: '' })
    expect(await runHere(['chekc'])).toEqual({ code: 2, stdout: '', stderr: 'dsh-time-context: unknown command "chekc"; the nearest is check (the commands are check, plan and now); see dsh-time-context --help\n' })
    expect(await runHere(['--version'])).toEqual({ code: 0, stdout: '0.0.0\n', stderr: '' })
  })
})
