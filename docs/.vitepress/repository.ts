/**
 * Where the repository and the site live. Both are said once, in package.json, and may be left out:
 * `repository` (then there are no edit links) and `homepage` (then the site's base is `/`).
 */

import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

/** The repository's root on this disk, with a slash at its end. */
export const root = fileURLToPath(new URL('../../', import.meta.url))

interface Manifest {
  readonly repository?: string | { readonly url?: string }
  readonly homepage?: string
}

/**
 * Read the two addresses.
 * @param manifest - the parsed package.json.
 * @returns the repository's web address without a slash at its end, or empty; and the site's base
 * path, with a slash at both ends.
 */
export const addressesOf = ({ repository, homepage }: Manifest): { readonly repository: string; readonly base: string } => {
  const url = (typeof repository === 'string' ? repository : (repository?.url ?? '')).replace(/^git\+/, '').replace(/\.git$/, '').replace(/\/$/, '')
  const path = homepage === undefined ? '/' : new URL(homepage).pathname
  return { repository: url.startsWith('https://') ? url : '', base: path.endsWith('/') ? path : `${path}/` }
}

/** The addresses of this checkout. */
export const addresses = addressesOf(JSON.parse(readFileSync(`${root}package.json`, 'utf8')))
