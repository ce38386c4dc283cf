/**
 * Warnings, each said once per session and kind.
 */

import { isRecord } from '../core/record.js'

/** What can go wrong without costing a load or a turn. */
export type WarningKind =
  /** The configuration is valid but probably not what was meant. */
  | 'hint'
  /** Something failed, so an attempt got no reading. */
  | 'no-reading'
  /** The session's log could not be read, so a reading says `unavailable`. */
  | 'no-log'
  /** Another mount of this plugin has already given the step its reading. */
  | 'mounted-twice'
  /** The host announces a step that is open already; an injection would only reach the next one. */
  | 'step-open'

/** Where warnings go. */
export type Warn = (session: unknown, kind: WarningKind, text: string) => void

/**
 * Say each warning once per session and kind.
 * @param write - takes the text of one warning, and does not throw.
 */
export const warnOnce = (write: (text: string) => void): Warn => {
  const said = new WeakMap<object, Set<WarningKind>>()
  const saidWithoutSession = new Set<WarningKind>()
  return (session, kind, text) => {
    const kinds = isRecord(session) ? (said.get(session) ?? new Set()) : saidWithoutSession
    if (isRecord(session)) said.set(session, kinds)
    if (kinds.has(kind)) return
    kinds.add(kind)
    write(text)
  }
}
