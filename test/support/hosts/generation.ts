/**
 * What sets the generations of the host apart. Everything else the stand-ins share.
 *
 * Of the generations named here only G3 can be installed (see `published.ts`); it stands in this
 * list all the same, so that its stand-in can be compared with it.
 */

/** Spelling of messages in rows: bare `{content, source}`, or complete messages with id and role. */
type Messages = 'bare' | 'complete'

/** How a listener learns of a step that is coming. */
export type Announcement =
  /** Serial, before `step/start`. */
  | { readonly kind: 'notification'; readonly event: 'agent/pre-step' | 'agent/step'; readonly extraArguments: boolean }
  /** Serial, after `step/start`. */
  | { readonly kind: 'late-notification'; readonly event: 'agent/step' }
  /** A waterfall whose result is the step's batch. */
  | { readonly kind: 'waterfall'; readonly event: 'agent/pre-step'; readonly positional: boolean }

/** What `agent.inject` does in an open turn. */
export type Injection =
  /** The row is appended at once. */
  | 'at-once'
  /** Kept in an outbox that is drained after the announcement's listeners. */
  | 'buffered'
  /** Kept for the next step, which it causes. */
  | 'next-step'

/** What differs from generation to generation. */
export interface Generation {
  readonly id: string
  /** The session format it writes and reads. */
  readonly format: 0 | 2 | 3 | 4
  readonly announcement: Announcement
  readonly injection: Injection
  /** Whether `agent.inject` takes `(content, {source})` or one message. */
  readonly injectTakes: 'content' | 'message'
  readonly injectedType: 'context/message' | 'user/message'
  readonly messages: Messages
  /** Which members a session offers to read its log. */
  readonly readers: readonly ('events' | 'eventAt' | 'readLog')[]
  /** How a forked session says what it inherited. */
  readonly lineage: 'seedLength' | 'isSeeded'
  /** Whether the decision's `startsRequestSeries` is honoured. */
  readonly requestSeries: boolean
}

const INJECTING = { format: 0, readers: ['events'], lineage: 'seedLength', requestSeries: false } as const

const DECIDING = {
  announcement: { kind: 'waterfall', event: 'agent/pre-step', positional: false },
  injection: 'next-step',
  injectTakes: 'message',
  injectedType: 'user/message',
  messages: 'complete',
  requestSeries: false,
} as const

/** Every generation, oldest first. */
export const GENERATIONS = {
  G1: {
    ...INJECTING,
    id: 'G1',
    announcement: { kind: 'notification', event: 'agent/pre-step', extraArguments: true },
    injection: 'at-once',
    injectTakes: 'content',
    injectedType: 'context/message',
    messages: 'bare',
  },
  G1b: {
    ...INJECTING,
    id: 'G1b',
    announcement: { kind: 'notification', event: 'agent/pre-step', extraArguments: false },
    // Nobody has watched when this generation's injection lands; at once is the harder case.
    injection: 'at-once',
    injectTakes: 'content',
    injectedType: 'user/message',
    messages: 'bare',
  },
  G2a: {
    ...INJECTING,
    id: 'G2a',
    announcement: { kind: 'notification', event: 'agent/step', extraArguments: false },
    injection: 'buffered',
    injectTakes: 'content',
    injectedType: 'user/message',
    messages: 'bare',
  },
  G2b: {
    ...INJECTING,
    id: 'G2b',
    announcement: { kind: 'notification', event: 'agent/step', extraArguments: false },
    injection: 'buffered',
    injectTakes: 'message',
    injectedType: 'user/message',
    messages: 'bare',
  },
  G2: {
    ...INJECTING,
    id: 'G2',
    announcement: { kind: 'notification', event: 'agent/step', extraArguments: false },
    injection: 'buffered',
    injectTakes: 'message',
    injectedType: 'user/message',
    messages: 'complete',
  },
  G2c: {
    ...INJECTING,
    id: 'G2c',
    announcement: { kind: 'late-notification', event: 'agent/step' },
    injection: 'next-step',
    injectTakes: 'message',
    injectedType: 'user/message',
    messages: 'complete',
  },
  G3a: {
    ...DECIDING,
    id: 'G3a',
    format: 0,
    announcement: { kind: 'waterfall', event: 'agent/pre-step', positional: true },
    readers: ['events'],
    lineage: 'seedLength',
  },
  G3: { ...DECIDING, id: 'G3', format: 0, readers: ['events'], lineage: 'seedLength' },
  'G3-readLog': { ...DECIDING, id: 'G3-readLog', format: 0, readers: ['events', 'readLog'], lineage: 'seedLength' },
  'G3.5': { ...DECIDING, id: 'G3.5', format: 0, readers: ['eventAt'], lineage: 'isSeeded' },
  'G3.6': { ...DECIDING, id: 'G3.6', format: 2, readers: ['eventAt'], lineage: 'isSeeded' },
  'G3.7': { ...DECIDING, id: 'G3.7', format: 3, readers: ['eventAt'], lineage: 'isSeeded' },
  G4: { ...DECIDING, id: 'G4', format: 4, readers: ['eventAt'], lineage: 'isSeeded', requestSeries: true },
} as const satisfies Record<string, Generation>

/** The name of a generation. */
export type GenerationId = keyof typeof GENERATIONS

/** The protocol that a generation speaks. */
export const protocolOf = ({ announcement }: Generation): 'inject' | 'decision' => (announcement.kind === 'waterfall' ? 'decision' : 'inject')

/** The order of things in a step, as far as a reading shows it. */
export type Order = 'at-once' | 'buffered' | 'too-late' | 'decision'

/** The order of things that a generation keeps. */
export const orderOf = ({ announcement, injection }: Generation): Order => {
  if (announcement.kind === 'waterfall') return 'decision'
  return injection === 'next-step' ? 'too-late' : injection
}
