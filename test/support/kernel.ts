/**
 * The kernel under the host: which versions a run must load, and how each words a refusal.
 * `npm test` runs on the pinned set, `npm run test:kernels` on the newest.
 */

/** One set of kernel versions that belong together. */
export interface Kernel {
  readonly versions: Readonly<Record<string, string>>
  /** What boot says when a row's configuration is refused or its `apply` throws; `reason` is the plugin's own text. */
  readonly refusal: (row: string, reason: string) => string
}

const packageName = '@deepseek-ai/dsh-time-context'

const kernels: Readonly<Record<string, Kernel>> = {
  pinned: {
    versions: { cordis: '4.0.1', 'cordis-plugin-loader': '1.0.2', 'cordis-plugin-group': '1.0.1', schemastery: '3.18.1', cosmokit: '1.8.2' },
    refusal: (row, reason) => `test: plugin tree failed to load: failed to apply loader entry include (cordis:include): failed to apply loader entry ${row} (${packageName}): ${reason}`,
  },
  newest: {
    versions: { cordis: '4.0.4', 'cordis-plugin-loader': '1.0.5', 'cordis-plugin-group': '1.0.4', schemastery: '3.18.4', cosmokit: '1.8.5' },
    refusal: (_row, reason) => `test: plugin tree failed to load: test: 1 entry did not activate\n${packageName}: ${reason}`,
  },
}

const chosen = kernels[process.env['KERNELS'] ?? 'pinned']
if (chosen === undefined) throw new Error(`KERNELS must be one of ${Object.keys(kernels).join(', ')}`)

/** The kernel that this run must load. */
export const kernel: Kernel = chosen
