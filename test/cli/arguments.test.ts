import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { understandArguments } from '../../src/cli/arguments.js'

describe('a command line', () => {
  it.each([
    [['check', 'a', 'b'], { kind: 'check', paths: ['a', 'b'], json: false, clockToleranceMs: 0 }],
    [['check', '--json', 'a', '--clock-tolerance-ms', '1500'], { kind: 'check', paths: ['a'], json: true, clockToleranceMs: 1500 }],
    [['--json', 'check', 'a', '--clock-tolerance-ms=60000'], { kind: 'check', paths: ['a'], json: true, clockToleranceMs: 60000 }],
    [['check', '--', '--json'], { kind: 'check', paths: ['--json'], json: false, clockToleranceMs: 0 }],
    [['plan', 'a'], { kind: 'plan', paths: ['a'], json: false, svg: undefined, timeZone: undefined }],
    [['plan', 'a', '--svg', 'b.svg', '--time-zone', 'UTC'], { kind: 'plan', paths: ['a'], json: false, svg: 'b.svg', timeZone: 'UTC' }],
    [['now'], { kind: 'now', json: false, timeZone: undefined }],
    [['now', '--time-zone=-05:00', '--json'], { kind: 'now', json: true, timeZone: '-05:00' }],
    [['--help'], { kind: 'help', command: undefined }],
    [['-h'], { kind: 'help', command: undefined }],
    [['plan', '-h'], { kind: 'help', command: 'plan' }],
    [['check', 'a', '--help'], { kind: 'help', command: 'check' }],
    [['--version'], { kind: 'version' }],
  ])('%j is understood', (args, request) => {
    expect(understandArguments(args)).toEqual(request)
  })

  it.each([
    [[], 'a command is missing (the commands are check, plan and now)'],
    [['chekc', 'a'], 'unknown command "chekc"; the nearest is check (the commands are check, plan and now)'],
    [['NOW'], 'unknown command "NOW"; the nearest is now (the commands are check, plan and now)'],
    [['check', 'a', '--jsno'], 'unknown option "--jsno" of check; the nearest is --json (the options are --json, --clock-tolerance-ms and --help)'],
    [['check', 'a', '--svg=x'], 'unknown option "--svg" of check; the nearest is --json (the options are --json, --clock-tolerance-ms and --help)'],
    [['now', '--timezone', 'UTC'], 'unknown option "--timezone" of now; the nearest is --time-zone (the options are --json, --time-zone and --help)'],
    [['now', '-j'], 'unknown option "-j" of now; the nearest is --json (the options are --json, --time-zone and --help)'],
    [['--vresion'], 'unknown option "--vresion"; the nearest is --version (the options are --help and --version)'],
    [['now', 'UTC'], 'now takes no "UTC"'],
    [['check'], 'check needs a session log or a folder of them'],
    [['plan', '--json'], 'plan needs a session log or a folder of them'],
    [['now', '--time-zone'], 'the option --time-zone needs a value'],
    [['now', '--time-zone='], 'the option --time-zone needs a value'],
    [['now', '--time-zone', '--json'], 'the option --time-zone needs a value; one that begins with - is written --time-zone=--json'],
    [['now', '--json=yes'], 'the option --json takes no value, got "yes"'],
    [['check', 'a', '--clock-tolerance-ms', '60001'], '--clock-tolerance-ms must be a whole number of milliseconds from 0 to 60000, got "60001"'],
    [['check', 'a', '--clock-tolerance-ms=-1'], '--clock-tolerance-ms must be a whole number of milliseconds from 0 to 60000, got "-1"'],
    [['check', 'a', '--clock-tolerance-ms', '1e3'], '--clock-tolerance-ms must be a whole number of milliseconds from 0 to 60000, got "1e3"'],
  ])('%j is refused in one sentence', (args, message) => {
    expect(understandArguments(args)).toEqual({ kind: 'misuse', message })
  })

  it('is understood or refused, whatever it is', () => {
    const word = fc.oneof(fc.constantFrom('check', 'plan', 'now', '--json', '--help', '-h', '--', '--svg', '--time-zone', '--no-json', '--__proto__', '--constructor=1'), fc.string())
    fc.assert(
      fc.property(fc.array(word, { maxLength: 6 }), (args) => {
        const request = understandArguments(args)
        if (request.kind === 'misuse') expect(request.message).not.toMatch(/\n|undefined|\[object/)
      }),
      { numRuns: 2000, seed: 3 },
    )
  })
})
