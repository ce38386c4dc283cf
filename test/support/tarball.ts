/**
 * The package as it would be published, and empty projects that install it.
 */

import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const repository = fileURLToPath(new URL('../..', import.meta.url))

const npm = (folder: string, ...args: string[]): string => execFileSync('npm', args, { cwd: folder, encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] })

/** A packed package. */
export interface Tarball {
  readonly path: string
  /** Paths inside the package, sorted. */
  readonly files: readonly string[]
  /** Bytes, packed. */
  readonly size: number
}

/** Pack the package into a new folder. The build is taken as it stands. */
export const pack = (): Tarball => {
  const folder = mkdtempSync(join(tmpdir(), 'time-context-pack-'))
  const [packed] = JSON.parse(npm(repository, 'pack', '--json', '--ignore-scripts', '--pack-destination', folder))
  return { path: join(folder, packed.filename), files: packed.files.map(({ path }: { path: string }) => path).sort(), size: packed.size }
}

/** Make an empty project that has installed the tarball, and nothing else. */
export const installInto = ({ path }: Tarball, files: Readonly<Record<string, string>> = {}): string => {
  const folder = mkdtempSync(join(tmpdir(), 'time-context-use-'))
  writeFileSync(join(folder, 'package.json'), JSON.stringify({ name: 'user', private: true, type: 'module' }))
  npm(folder, 'install', '--offline', '--no-audit', '--no-fund', path)
  mkdirSync(join(folder, 'src'))
  for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, 'src', name), text)
  return folder
}
