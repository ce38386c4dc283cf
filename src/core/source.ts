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

/** The first session format that wants a kind of the producer's own. */
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
 * Whether a session format refuses `kind: 'plugin'` and wants a kind of the producer's own.
 * @param format - the session header's `version`; anything but a number below 4 is taken as new.
 */
export const wantsOwnKind = (format: unknown): boolean => !(typeof format === 'number' && format < OWN_KIND_FORMAT)

/**
 * Sign a reading for a host.
 * @param text - the reading.
 * @param protocol - the protocol that carries it.
 * @param format - the session header's `version`; anything but a number below 4 is taken as new.
 */
export const sign = (text: string, protocol: Protocol, format: unknown): Source => {
  if (protocol === 'inject') return { kind: 'plugin', plugin: PLUGIN }
  const sections = [{ name: PLUGIN, text }] as const
  return wantsOwnKind(format) ? { kind: PLUGIN, form: 'snapshot', sections } : { kind: 'plugin', plugin: PLUGIN, form: 'snapshot', sections }
}

const isSnapshot = (sections: unknown, text: string | undefined): boolean => {
  if (!Array.isArray(sections) || sections.length !== 1) return false
  const section: unknown = sections[0]
  if (!isRecord(section) || section['name'] !== PLUGIN || Object.keys(section).length !== 2) return false
  return text === undefined ? typeof section['text'] === 'string' : section['text'] === text
}

/**
 * Whether a source is, member for member, one that some release has signed with: a kind that is
 * ours, bare or with the reading as a snapshot of one section.
 * @param source - anything.
 * @param text - the reading; `undefined` where the message has none, and then no text is compared.
 */
export const isWellSigned = (source: unknown, text: string | undefined): boolean => {
  if (!isRecord(source) || !isOurs(source)) return false
  const extras = Object.keys(source).length - (source['kind'] === 'plugin' ? 2 : 1)
  return extras === 0 || (extras === 2 && source['form'] === 'snapshot' && isSnapshot(source['sections'], text))
}
