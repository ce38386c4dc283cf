/**
 * The site, built once for all tests that look at it, whichever process they run in, and not again
 * while nothing that it is made of has changed.
 */

import { execFile } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, globSync, mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'
import { root } from '../../docs/.vitepress/repository.js'

/** How long a build may take, in milliseconds; for the hook that waits for it. */
export const BUILD_TIME = 900_000

const FOLDER = `${root}docs/.vitepress/dist`
const CACHE = `${root}node_modules/.cache/site`
const STAMP = `${CACHE}/built`
const LOCK = `${CACHE}/building`

const MADE_OF = ['*.md', 'notes/**', 'docs/**', 'src/**', 'package.json', 'package-lock.json', 'test/doctest/**', 'test/fixtures/**']
const MADE_HERE = ['docs/.vitepress/dist', 'docs/.vitepress/pages', 'docs/.vitepress/cache']

const isMadeHere = (file: string): boolean => MADE_HERE.some((folder) => file.replaceAll('\\', '/').startsWith(folder)) || file.includes('.timestamp-')

/** What the site is made of, as one digest. */
const digest = (): string => {
  const hash = createHash('sha256')
  const files = globSync(MADE_OF, { cwd: root, exclude: isMadeHere }).filter((file) => !isMadeHere(file) && statSync(join(root, file)).isFile())
  for (const file of files.sort()) hash.update(`${file}\0`).update(readFileSync(join(root, file)))
  return hash.digest('hex')
}

const isBuilt = (wanted: string): boolean => existsSync(STAMP) && readFileSync(STAMP, 'utf8') === wanted && existsSync(`${FOLDER}/index.html`)

const isAlive = (id: number): boolean => {
  try {
    return process.kill(id, 0)
  } catch {
    return false
  }
}

/** Only one process builds; a lock whose process has ended counts for nothing. */
const takeLock = (): boolean => {
  try {
    writeFileSync(LOCK, String(process.pid), { flag: 'wx' })
    return true
  } catch {
    if (existsSync(LOCK) && !isAlive(Number(readFileSync(LOCK, 'utf8')))) rmSync(LOCK, { force: true })
    return false
  }
}

const build = async (wanted: string): Promise<void> => {
  try {
    if (isBuilt(wanted)) return
    // Without the test runner's own mode, which would make it a development build.
    const { NODE_ENV: _, ...env } = process.env
    await promisify(execFile)('npm', ['run', 'docs:build'], { cwd: root, env, maxBuffer: 1e8, shell: process.platform === 'win32' })
    writeFileSync(STAMP, wanted)
  } finally {
    rmSync(LOCK, { force: true })
  }
}

/**
 * Build the site where that was not done yet. The build runs the documents' tests, whose results
 * become the badges, and fails on a dead link, a missing translation or a badge without a result.
 * @returns its folder.
 */
export const buildSite = async (): Promise<string> => {
  const wanted = digest()
  mkdirSync(CACHE, { recursive: true })
  while (!isBuilt(wanted)) {
    if (takeLock()) await build(wanted)
    else await sleep(500)
  }
  return FOLDER
}
