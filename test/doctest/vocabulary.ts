/**
 * Words that documents may use in code although nothing in this repository is called so: names of
 * hosts, of their events and of common tools.
 */
export const vocabulary: readonly string[] = [
  // the environment
  'LANG',
  'PATH',
  // npm's warning
  'EBADENGINE',
  // how a host heads a configuration error
  'invalid',
  'config',
  // how a package of a host declares a bundle
  'dsh.bundle',
]
