import { execFileSync } from 'node:child_process'
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { isChinese, readDocuments } from '../doctest/document.js'
import { suiteOf } from '../doctest/suite.js'
import { bootHost, prompt, readingsIn } from '../support/real-host.js'
import { installInto, pack, type Tarball } from '../support/tarball.js'

const repository = fileURLToPath(new URL('../..', import.meta.url))
const tsc = createRequire(import.meta.url).resolve('typescript/bin/tsc')

const use = `
import * as plugin from '@deepseek-ai/dsh-time-context'
import { formatReading, isReadingMessage, parseReading, type Reading } from '@deepseek-ai/dsh-time-context/reading'

const reading: Reading = { turn: 1, step: 2, timestamp: { instant: 0, offset: 0, zone: 'UTC' }, elapsed: undefined }
const text: string = formatReading(reading)
const names: 'time-context' = plugin.name
const known: boolean = isReadingMessage({ source: { kind: names } })
const back: Reading | undefined = parseReading(text)
console.log(JSON.stringify({ text, known, same: back !== undefined && formatReading(back) === text }))
`

const expected = {
  text: 'Time sampled while preparing turn 1, step 2: 1970-01-01T00:00:00+00:00[UTC]\nElapsed since the preceding step context: unavailable.',
  known: true,
  same: true,
}

const run = (file: string, cwd: string): string => execFileSync(process.execPath, [file], { cwd, encoding: 'utf8' })

describe('the packed package', () => {
  let tarball: Tarball
  let project: string
  beforeAll(() => {
    tarball = pack()
    project = installInto(tarball, { 'use.ts': use })
  })

  it('holds the built code, both READMEs, the vectors and the licence, and nothing else', () => {
    const outside = tarball.files.filter((file) => !file.startsWith('lib/'))
    expect(outside).toEqual(['LICENSE', 'README.md', 'README.zh-CN.md', 'package.json', 'vectors.json', 'vectors.schema.json'])
    expect(tarball.files.filter((file) => !/^lib\/.*\.(js|js\.map|d\.ts)$/.test(file))).toEqual(outside)
  })

  it('holds the READMEs byte for byte', () => {
    const installed = join(project, 'node_modules/@deepseek-ai/dsh-time-context')
    for (const file of ['README.md', 'README.zh-CN.md']) expect(readFileSync(join(installed, file))).toEqual(readFileSync(join(repository, file)))
  })

  it('installs nothing beside itself', () => {
    expect(readdirSync(join(project, 'node_modules')).filter((name) => !name.startsWith('.'))).toEqual(['@deepseek-ai'])
    expect(readdirSync(join(project, 'node_modules/@deepseek-ai'))).toEqual(['dsh-time-context'])
  })

  it.each(['node16', 'bundler'])('is used from TypeScript with moduleResolution %s', (moduleResolution) => {
    const options = { strict: true, target: 'es2023', module: moduleResolution === 'node16' ? 'node16' : 'esnext', moduleResolution, outDir: `out-${moduleResolution}`, types: [] }
    writeFileSync(join(project, 'tsconfig.json'), JSON.stringify({ compilerOptions: { ...options, lib: ['es2023', 'dom'], rootDir: 'src' }, include: ['src'] }))
    execFileSync(process.execPath, [tsc, '-p', project], { encoding: 'utf8' })
    expect(JSON.parse(run(join(project, `out-${moduleResolution}`, 'use.js'), project))).toEqual(expected)
  })

  it('does all that the documents do with it in TypeScript', () => {
    const blocks = suiteOf(readDocuments()).blocks.filter(({ kind, file }) => kind === 'api' && !isChinese(file))
    expect(blocks.length).toBeGreaterThan(8)
    const folder = join(project, 'documents')
    mkdirSync(folder)
    for (const { id, body } of blocks) writeFileSync(join(folder, `${id}.mts`), body.join('\n'))
    const typeRoots = [join(repository, 'node_modules/@types')]
    writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions: { strict: true, target: 'es2023', module: 'nodenext', typeRoots, types: ['node'], skipLibCheck: true, outDir: 'out' } }))
    execFileSync(process.execPath, [tsc, '-p', folder], { encoding: 'utf8' })
    for (const { id } of blocks) run(join(folder, 'out', `${id}.mjs`), project)
  })

  it('runs its command line through npx', () => {
    const { version } = JSON.parse(readFileSync(join(repository, 'package.json'), 'utf8'))
    expect(execFileSync('npx', ['--offline', '--no-install', 'dsh-time-context', '--version'], { cwd: project, encoding: 'utf8' }).trim()).toBe(version)
  })

  describe('in the real host', () => {
    let host: Awaited<ReturnType<typeof bootHost>> | undefined
    afterAll(() => host?.dispose())

    it('is mounted by the real loader from where it was installed', async () => {
      const entry = pathToFileURL(join(project, 'node_modules/@deepseek-ai/dsh-time-context/lib/index.js')).href
      host = await bootHost({ config: false, patches: [{ insert: [{ id: 'time-context', name: entry, config: { timeZone: 'Asia/Shanghai' } }] }] })
      const { agent } = await host.create('installed')
      await prompt(agent, 'hello')
      expect(readingsIn(agent.session.events)).toEqual([expect.stringContaining('[Asia/Shanghai]')])
    })
  })
})
