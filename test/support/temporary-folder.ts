/**
 * Folders for one test: all lie in a folder of the run, which goes when the run ends.
 */

import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** Make an empty folder. */
export const temporaryFolder = (): string => mkdtempSync(join(tmpdir(), 'time-context-'))

/** Called by vitest before a run; what it returns is called after. */
export const setup = (): (() => void) => {
  const folder = temporaryFolder()
  process.env['TMPDIR'] = folder
  return () => rmSync(folder, { recursive: true, force: true })
}
