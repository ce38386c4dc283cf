import { afterEach, expect, it, vi } from 'vitest'
import { kernel } from '../support/kernel.js'
import { refusalOf, written } from '../support/operator.js'
import { bootHost, row } from '../support/real-host.js'

afterEach(() => vi.unstubAllEnvs())

const refused = [
  ['C11', "timeZone: ''", 'timeZone must be an IANA time-zone identifier, got "";', 'Asia/Shanghai'],
  ['C11', "timeZone: ' Asia/Shanghai'", 'timeZone must be an IANA time-zone identifier, got " Asia/Shanghai";', 'write Asia/Shanghai'],
  ['C11', 'timeZone: "Asia/Shanghai\\n"', String.raw`timeZone must be an IANA time-zone identifier, got "Asia/Shanghai\n";`, 'write Asia/Shanghai'],
  ['C11', 'timeZone: local', 'timeZone must be an IANA time-zone identifier, got "local";', 'Asia/Shanghai'],
  ['C11', 'timeZone: Asia/Beijing', 'timeZone must be an IANA time-zone identifier, got "Asia/Beijing";', 'Asia/Shanghai'],
  ['C11', 'timeZone: Pacific Standard Time', 'timeZone must be an IANA time-zone identifier, got "Pacific Standard Time";', 'Windows'],
  ['C11', 'timeZone: UTC+8', 'timeZone must be an IANA time-zone identifier, got "UTC+8";', 'POSIX'],
  ['C11', 'timeZone: Etc/Unknown', 'timeZone must be an IANA time-zone identifier, got "Etc/Unknown";', 'Asia/Shanghai'],
  ['C11', 'timeZone: 8', 'timeZone must be an IANA time-zone identifier, got 8;', 'Asia/Shanghai'],
  ['C11', 'timeZone:', 'timeZone must be an IANA time-zone identifier, got null;', 'Asia/Shanghai'],
  ['C11', 'timeZone: true', 'timeZone must be an IANA time-zone identifier, got true;', 'Asia/Shanghai'],
  ['C11', 'timeZone: []', 'timeZone must be an IANA time-zone identifier, got [];', 'Asia/Shanghai'],
  ['C12', "timeZone: '+08:00'", 'timeZone must be an IANA time-zone identifier, got "+08:00";', 'Etc/GMT-8'],
  ['C19', 'timezone: America/New_York', 'unknown key "timezone" with the value "America/New_York";', 'nearest key is timeZone'],
  ['C19', 'refreshInterval: 60000', 'unknown key "refreshInterval" with the value 60000;', 'nearest key is refreshIntervalMs'],
  ['C19', 'refreshIntervalMS: 60000', 'unknown key "refreshIntervalMS" with the value 60000;', 'nearest key is refreshIntervalMs'],
  ['C39', 'refreshIntervalMs: 60_000', 'refreshIntervalMs must be a non-negative safe integer, got "60_000";', '60000'],
  ['C39', "refreshIntervalMs: '60000'", 'refreshIntervalMs must be a non-negative safe integer, got "60000";', '60000'],
  ['C39', 'refreshIntervalMs: 1m', 'refreshIntervalMs must be a non-negative safe integer, got "1m";', '60000'],
  ['C39', 'refreshIntervalMs: .inf', 'refreshIntervalMs must be a non-negative safe integer, got Infinity;', '60000'],
  ['C39', 'refreshIntervalMs: .nan', 'refreshIntervalMs must be a non-negative safe integer, got NaN;', '60000'],
  ['C39', 'refreshIntervalMs: -1', 'refreshIntervalMs must be a non-negative safe integer, got -1;', '60000'],
  ['C39', 'refreshIntervalMs: 0.5', 'refreshIntervalMs must be a non-negative safe integer, got 0.5;', '60000'],
  ['C39', 'refreshIntervalMs: 9007199254740992', 'refreshIntervalMs must be a non-negative safe integer, got 9007199254740992;', '60000'],
  ['C39', 'refreshIntervalMs:', 'refreshIntervalMs must be a non-negative safe integer, got null;', 'leave the key out'],
] as const

it.each(refused)('%s: `%s` keeps the host from coming up, and the operator reads why and what to write', async (_case, line, problem, remedy) => {
  const printed = await refusalOf(await written(line))
  expect(printed).toContain(kernel.refusal('time-context', ''))
  expect(printed).toContain(problem)
  expect(printed.slice(printed.indexOf(problem))).toContain(remedy)
})

it('reports everything that is wrong with one configuration at once, each with its key', async () => {
  const printed = await refusalOf(await written('timezone: Asia/Shanghai', 'refreshIntervalMs: soon', 'timeZone: CST'))
  for (const key of ['timezone', 'refreshIntervalMs', 'timeZone']) expect(printed).toContain(`(at ${key})`)
  expect(printed).toContain('write Asia/Shanghai or America/Chicago')
})

it.each(['60e3', '600.0', '-0'])('C39: `refreshIntervalMs: %s` is a number in YAML and loads', async (value) => {
  const { dispose } = await bootHost({ config: false, patches: await written(`refreshIntervalMs: ${value}`) })
  await dispose()
})

it('C39: an interval of 600 loads with one hint, in the log and under the name of the plugin, that the unit is milliseconds', async () => {
  const host = await bootHost({ config: false, patches: await written('refreshIntervalMs: 600') })
  await host.dispose()
  expect(host.warnings).toEqual(['refreshIntervalMs is 600, less than a second; the unit is milliseconds, so write 600000 for 600 seconds'])
})

it.each([
  ['C01', 'Not/AZone'],
  ['C02', 'PST'],
  ['C02', 'CST'],
  ['C03', 'GMT+8'],
  ['C01', ''],
])('%s: a process zone TZ=%s fails the load on this kernel, which names the value and says to set timeZone', async (_case, tz) => {
  vi.stubEnv('TZ', tz)
  const printed = await refusalOf([row()])
  expect(printed).toContain(kernel.refusal('time-context', ''))
  expect(printed).toContain(`the process zone TZ must be an IANA time-zone identifier, got ${JSON.stringify(tz)};`)
  expect(printed).toContain('set timeZone in the configuration')
})

it('C01: a configured zone makes the process zone irrelevant', async () => {
  vi.stubEnv('TZ', 'Not/AZone')
  const { dispose } = await bootHost({ config: false, patches: [row({ timeZone: 'Asia/Tokyo' })] })
  await dispose()
})
