/**
 * Whose message is this, and how ours is signed. Our readings are recognised by source alone, never
 * by text, in every shape that hosts have stored.
 */

import { isRecord } from './record.js'

/** The plugin's name, as rows, log lines and sources spell it. */
export const PLUGIN = 'time-context'

/** One named part of a snapshot, as hosts present it. */
export interface Section {
  readonly name: typeof PLUGIN
  /** The reading itself. */
  readonly text: string
}

/** The source of a message of ours. */
export type Source =
  | { readonly kind: 'plugin'; readonly plugin: typeof PLUGIN }
  | { readonly kind: 'plugin'; readonly plugin: typeof PLUGIN; readonly form: 'snapshot'; readonly sections: readonly Section[] }
  | { readonly kind: typeof PLUGIN; readonly form: 'snapshot'; readonly sections: readonly Section[] }

/** How a host lets a plugin add context before a step. */
export type Protocol = 'inject' | 'decision'

/** The first session format that refuses `kind: 'plugin'` and wants a kind of the producer's own. */
const OWN_KIND_FORMAT = 4

/**
 * Whether a message's source says that this plugin (or another release of it) wrote the message.
 * @param source - anything; a malformed source is not ours.
 */
export const isOurs = (source: unknown): boolean =>
  isRecord(source) &&
  (source['kind'] === PLUGIN ||
    source['kind'] === `plugin:${PLUGIN}` ||
    (source['kind'] === 'plugin' && source['plugin'] === PLUGIN))

/**
 * Sign a reading for a host.
 * @param text - the reading.
 * @param protocol - the protocol that carries it.
 * @param format - the session header's `version`; anything but a number below 4 is taken as new.
 */
export const sign = (text: string, protocol: Protocol, format: unknown): Source => {
  if (protocol === 'inject') return { kind: 'plugin', plugin: PLUGIN }
  const sections = [{ name: PLUGIN, text }] as const
  return typeof format === 'number' && format < OWN_KIND_FORMAT
    ? { kind: 'plugin', plugin: PLUGIN, form: 'snapshot', sections }
    : { kind: PLUGIN, form: 'snapshot', sections }
}
