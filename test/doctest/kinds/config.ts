/**
 * `config` and `config-error`: rows as an operator writes them, mounted by the host's real loader.
 */

import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { loadOverlayPatches } from '@deepseek-ai/dsh-app-boot'
import { Config } from '../../../src/config.js'
import { parseReading } from '../../../src/reading.js'
import { bootHost, prompt, readingsIn, type HostOptions, type RealHost } from '../../support/real-host.js'
import type { Block } from '../block.js'
import { Mismatch } from '../failure.js'
import type { Kind } from '../kind.js'
import { holdClock } from '../scenario/clock.js'

type Patches = NonNullable<HostOptions['patches']>

const PLUGIN = '@deepseek-ai/dsh-time-context'

/** A patch file stays as it is; rows of a composition are inserted as they are. */
const patchesOf = async ({ keys, body }: Block): Promise<Patches> => {
  const { file = 'cordis.yml' } = keys
  if (file !== 'cordis.yml' && file !== 'cordis.patch.yml') throw new Mismatch(`file is cordis.yml or cordis.patch.yml, got ${file}`)
  const text = file === 'cordis.patch.yml' ? body : ['- insert:', ...body.map((line) => (line === '' ? line : `    ${line}`))]
  const folder = await mkdtemp(join(tmpdir(), 'doctest-'))
  try {
    await writeFile(join(folder, file), `${text.join('\n')}\n`)
    return loadOverlayPatches('docs', join(folder, file)) as Patches
  } finally {
    await rm(folder, { recursive: true })
  }
}

/** Run something with the process's `TZ` set to a value. */
const underZone = async <Result>(tz: string | undefined, body: () => Promise<Result>): Promise<Result> => {
  const before = process.env['TZ']
  const set = (value: string | undefined): void => {
    if (value === undefined) delete process.env['TZ']
    else process.env['TZ'] = value
  }
  set(tz)
  try {
    return await body()
  } finally {
    set(before)
  }
}

const NOON = Date.UTC(2026, 6, 15, 12)

/** Whether each of some moments, in milliseconds after noon, gets a reading; and the zone of the first. */
const observe = (patches: Patches, moments: readonly number[]): Promise<{ zone: string | undefined; due: boolean[] }> =>
  holdClock(async (set) => {
    set(NOON)
    const host = await bootHost({ config: false, patches })
    try {
      const { agent } = await host.create('config')
      const due: boolean[] = []
      let seen = 0
      for (const moment of moments) {
        set(NOON + moment)
        await prompt(agent, 'What time is it?')
        const readings = readingsIn(agent.session.events)
        due.push(readings.length > seen)
        seen = readings.length
      }
      return { zone: parseReading(readingsIn(agent.session.events)[0] ?? '')?.timestamp.zone, due }
    } finally {
      await host.dispose()
    }
  })

const checkMount = async (patches: Patches, zone: string, interval: number): Promise<void> => {
  const observed = await observe(patches, interval === 0 ? [0, 0] : [0, interval - 1, interval])
  if (observed.zone !== zone) throw new Mismatch(`readings are in the zone ${observed.zone ?? '(none)'}, not ${zone}`)
  const expected = interval === 0 ? [true, true] : [true, false, true]
  if (observed.due.join() !== expected.join()) throw new Mismatch(`the schedule observed is not that of an interval of ${interval}: readings due ${observed.due.join(', ')}`)
}

/** Zones that the process is put into, where a row leaves the zone to it. */
const PROCESS_ZONES = ['America/St_Johns', 'Asia/Kolkata']

export const config: Kind = {
  languages: ['yaml'],
  keys: { zone: 'required', interval: 'required', file: 'optional' },
  run: async (block) => {
    const { zone = '', interval = '' } = block.keys
    if (!/^(?:0|[1-9]\d*)$/.test(interval)) throw new Mismatch(`interval is milliseconds, got ${interval}`)
    const patches = await patchesOf(block)
    const zones = zone === 'process' ? PROCESS_ZONES : [undefined]
    for (const tz of zones) await underZone(tz ?? process.env['TZ'], () => checkMount(patches, tz ?? zone, Number(interval)))
    return undefined
  },
}

const refusalOf = async (patches: Patches): Promise<string> => {
  const booted: RealHost | string = await bootHost({ config: false, patches }).catch((error: unknown) => (error instanceof Error ? error.message : String(error)))
  if (typeof booted === 'string') return booted
  await booted.dispose()
  throw new Mismatch('the host comes up, although it must not')
}

interface Row {
  readonly name?: string
  readonly config?: unknown
}

const rowsOf = (patches: Patches): Row[] => patches.flatMap(({ insert = [] }) => insert)

/** What the plugin has to say about a row. */
const complaintsAbout = (row: Row | undefined): readonly { readonly code: string; readonly message: string }[] => Config['~standard'].validate(row?.config).issues ?? []

export const configError: Kind = {
  languages: ['yaml'],
  keys: { phase: 'required', code: 'required', TZ: 'optional', file: 'optional' },
  answer: { kind: 'error', required: true },
  negative: true,
  run: async (block) => {
    const { phase, code, TZ } = block.keys
    if (phase !== 'load') throw new Mismatch(`a configuration fails in the phase load, got ${phase}`)
    const patches = await patchesOf(block)
    const printed = await underZone(TZ ?? process.env['TZ'], () => refusalOf(patches))
    const row = rowsOf(patches).find(({ name }) => name === PLUGIN)
    if (code === 'process-zone') {
      const [message] = /time-context: the process zone .*/.exec(printed) ?? []
      if (message === undefined) throw new Mismatch(`the host fails in another way: ${printed}`)
      return [message]
    }
    const complaints = complaintsAbout(row)
    if (complaints.length === 0) throw new Mismatch(`the host fails, but not by the plugin's doing: ${printed}`)
    const codes = [...new Set(complaints.map((each) => each.code))].join(',')
    if (codes !== code) throw new Mismatch(`the configuration is refused with the code ${codes}, not ${code}`)
    const unprinted = complaints.find(({ message }) => !printed.includes(message))
    if (unprinted !== undefined) throw new Mismatch(`the host does not print the complaint: ${unprinted.message}`)
    return complaints.map(({ message }) => message)
  },
}
