import { expect, it } from 'vitest'
import { parseReading } from '../../src/reading.js'
import { runDemo } from '../support/run-demo.js'

it('holds readings back within a process and across the restart, and says so', async () => {
  const flags = ['--refresh-interval-ms', '60000', '--time-zone', 'europe/paris']
  const [machine, people] = await Promise.all([runDemo([...flags, '--json']), runDemo(flags)])
  const { config, requests, readings } = JSON.parse(machine.stdout)
  expect(config).toEqual({ timeZone: 'europe/paris', refreshIntervalMs: 60_000 })
  expect(requests).toHaveLength(3)
  expect(readings.map(parseReading)).toMatchObject([{ turn: 1, step: 1, timestamp: { zone: 'Europe/Paris' } }])
  expect(people.stdout.match(/no new reading: refreshIntervalMs is 60000/g)).toHaveLength(2)
  expect(people.stdout).toMatch(/\n3 requests, 1 reading\.\n$/)
})
