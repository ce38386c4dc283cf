/**
 * Session logs among files and folders.
 */

import { readdir, realpath, stat } from 'node:fs/promises'
import { join } from 'node:path'

/** Something that was named, or found in a folder that was. */
export type Found =
  | { readonly kind: 'log'; readonly path: string; /** In bytes. */ readonly size: number }
  | { readonly kind: 'problem'; readonly path: string; readonly message: string }

/** What hosts call their logs, and what copies of them are called. */
const LOG_NAME = /\.jsonl(?:\.zstd?)?$/

const problem = (path: string, error: unknown): Found => ({ kind: 'problem', path, message: error instanceof Error ? error.message : String(error) })

const byName = (a: { readonly name: string }, b: { readonly name: string }): number => (a.name < b.name ? -1 : 1)

/** Links to folders are not followed: they could lead in a circle. */
async function* within(folder: string): AsyncGenerator<Found, void, void> {
  const entries = await readdir(folder, { withFileTypes: true })
  for (const entry of entries.sort(byName)) {
    const path = join(folder, entry.name)
    if (entry.isDirectory()) yield* attempt(path, within)
    else if (LOG_NAME.test(entry.name)) yield* attempt(path, file)
  }
}

async function* file(path: string): AsyncGenerator<Found, void, void> {
  const { size } = await stat(path)
  yield { kind: 'log', path, size }
}

async function* named(path: string): AsyncGenerator<Found, void, void> {
  const status = await stat(path)
  if (!status.isDirectory()) {
    yield { kind: 'log', path, size: status.size }
    return
  }
  let isEmpty = true
  for await (const found of within(path)) {
    isEmpty = false
    yield found
  }
  if (isEmpty) yield { kind: 'problem', path, message: 'the folder holds no session log (*.jsonl, *.jsonl.zst or *.jsonl.zstd)' }
}

async function* attempt(path: string, look: (path: string) => AsyncIterable<Found>): AsyncGenerator<Found, void, void> {
  try {
    yield* look(path)
  } catch (error) {
    yield problem(path, error)
  }
}

/**
 * Find session logs, folders searched through in the order of their names. Each file is found once,
 * however often it is named.
 * @param paths - files, taken whatever they are called, and folders.
 */
export async function* findLogs(paths: readonly string[]): AsyncGenerator<Found, void, void> {
  const seen = new Set<string>()
  for (const path of paths) {
    for await (const found of attempt(path, named)) {
      // A pipe has no place; it is what it is called.
      const place = found.kind === 'log' ? await realpath(found.path).catch(() => found.path) : found.path
      if (seen.has(place)) continue
      seen.add(place)
      yield found
    }
  }
}
