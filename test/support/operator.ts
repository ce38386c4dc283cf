/**
 * What an operator does and sees: a row as it is written in `cordis.patch.yml`, and what boot prints.
 */

import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Entry } from '@deepseek-ai/cordis-plugin-loader'
import { loadOverlayPatches } from '@deepseek-ai/dsh-app-boot'
import { bootHost, type Patches, type RealHost } from './real-host.js'
import { temporaryFolder } from './temporary-folder.js'

/**
 * Write a patch file with the plugin's row.
 * @param config - lines of YAML as they stand under `config:`; the key is left out where they are.
 * @returns the file's path.
 */
export const patchFile = async (...config: readonly string[]): Promise<string> => {
  const file = join(temporaryFolder(), 'cordis.patch.yml')
  const lines = ['- insert:', '  - id: time-context', "    name: '@deepseek-ai/dsh-time-context'", ...(config.length > 0 ? ['    config:'] : []), ...config.map((line) => `      ${line}`)]
  await writeFile(file, `${lines.join('\n')}\n`)
  return file
}

/** The plugin's row as a loader reads it from {@link patchFile}. */
export const written = async (...config: readonly string[]): Promise<Patches> => loadOverlayPatches('test', await patchFile(...config))

/**
 * Boot a host that must not come up.
 * @returns what the operator reads.
 */
export const refusalOf = async (patches: Patches): Promise<string> => {
  const booted: RealHost | Error = await bootHost({ config: false, patches }).catch((error: unknown) => (error instanceof Error ? error : new Error(String(error))))
  if (booted instanceof Error) return booted.message
  await booted.dispose()
  throw new Error('the host came up')
}

/** The loader's entry of a row. */
export const entryOf = ({ ctx }: RealHost, id = 'time-context'): Entry => {
  for (const entry of ctx.loader.entries()) if (entry.options.id === id) return entry
  throw new Error(`no entry ${id}`)
}
