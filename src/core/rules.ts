/**
 * The rules that a reading in a log obeys, and what it costs to break one. Failures are data: a
 * finding names the rule, and its sentence is built in one place.
 */

import { formatDuration } from './duration.js'
import { messageOf, soleTextOf, type Event } from './event.js'
import { quote } from './quote.js'
import { parseAnyWording, parseForeignReading, wordingOf, type BaselineWording, type Reading } from './reading.js'
import { isRecord } from './record.js'
import { isWellSigned, sign, wantsOwnKind, type Protocol, type Source } from './source.js'
import type { Timeline } from './timeline.js'
import { formatTimestamp } from './timestamp.js'
import type { Zone } from './zone.js'

/** The rules, in the order in which findings about one row come. */
export const RULE_IDS = [
  'content',
  'format',
  'surface',
  'source',
  'turn',
  'position',
  'order',
  'baseline',
  'duplicate',
  'clock',
  'elapsed',
  'unavailable',
  'foreign',
  'late',
  'zone',
  'version',
] as const

/** A rule's name, in code, in the documents and among the cases. */
export type RuleId = (typeof RULE_IDS)[number]

/** What is being checked: a row that a host is about to store, a session that a host has loaded, or a stored log. */
export type Use = 'live' | 'loaded' | 'check'

/** What a finding means: the row is refused, it is reported, the log is wrong, or it is only worth knowing. */
export type Severity = 'fail' | 'report' | 'error' | 'note'

/** A rule: what it says, and how severe a finding is in each use. */
export interface Rule {
  readonly holds: string
  readonly severity: Readonly<Record<Use, Severity>>
}

/** Something a check found out about one row. */
export interface Finding {
  readonly rule: RuleId
  readonly severity: Severity
  /** The row's sequence number; `null` for a finding about the log as a whole. */
  readonly seq: number | null
  readonly expected: string
  readonly actual: string
}

const STRICT = { live: 'fail', loaded: 'report', check: 'error' } as const
const REPORTED = { live: 'report', loaded: 'report', check: 'error' } as const
const NOTED = { live: 'note', loaded: 'note', check: 'note' } as const

/** Every rule. */
export const RULES: Readonly<Record<RuleId, Rule>> = {
  content: { holds: 'a reading is exactly one text block', severity: STRICT },
  format: { holds: 'the text is a reading, byte for byte', severity: STRICT },
  surface: { holds: 'a reading is appended as a user message', severity: STRICT },
  source: { holds: 'the source is signed in a known shape', severity: STRICT },
  turn: { holds: 'a reading stands inside an open turn', severity: STRICT },
  position: { holds: 'a reading names the open step, or the next one where no step is open', severity: STRICT },
  order: { holds: "a reading stands before its step's request", severity: STRICT },
  baseline: { holds: 'step 1 measures from the model-visible message, later steps from the step context', severity: STRICT },
  duplicate: { holds: 'a step has one reading', severity: STRICT },
  clock: { holds: 'the timestamp is not later than its row', severity: STRICT },
  elapsed: { holds: "the duration runs from the log's own baseline to the timestamp", severity: REPORTED },
  unavailable: { holds: 'a duration is shown where the log has a baseline', severity: NOTED },
  foreign: { holds: 'a reading has the two lines that this release writes', severity: NOTED },
  late: { holds: 'a reading lands in its own turn', severity: NOTED },
  zone: { holds: "the offset fits the zone at that instant, by this engine's data", severity: NOTED },
  version: { holds: "the log's format is a known one", severity: NOTED },
}

/** How rows are judged. */
export interface Judgement {
  readonly use: Use
  /** The `version` of the log's header. */
  readonly format: unknown
  /** Milliseconds that a timestamp may be ahead of its row. */
  readonly clockTolerance: number
  /** A zone as this engine knows it; `undefined` where it does not. */
  readonly zoneOf: (name: string) => Zone | undefined
}

type Form =
  | { readonly kind: 'two-line'; readonly reading: Reading; readonly wording: BaselineWording }
  | { readonly kind: 'three-line'; readonly reading: Reading }
  | { readonly kind: 'none'; readonly reading?: undefined }

/** One row of ours, and the log before it. */
interface Sighting {
  readonly row: Readonly<Record<string, unknown>>
  readonly message: Readonly<Record<string, unknown>>
  readonly time: number | undefined
  readonly text: string | undefined
  readonly form: Form
  readonly late: boolean
  readonly timeline: Timeline
}

interface Breach {
  readonly expected: string
  readonly actual: string
}

type ReadingRule = Exclude<RuleId, 'version'>

const nameOf = ({ turn, step }: { readonly turn: number; readonly step: number }): string => `turn ${turn}, step ${step}`

const writtenAs = ({ row, message }: Sighting): string => {
  const role = 'role' in message ? `, role ${quote(message['role'])}` : ''
  return `${quote(row['type'])}${role}, surfaceOp ${quote(row['surfaceOp'])}`
}

/** Where no step is open, the reading came before its step, as only inject hosts do it. */
const protocolAt = ({ timeline }: Sighting, format: unknown): Protocol => (timeline.step === undefined && !wantsOwnKind(format) ? 'inject' : 'decision')

const isSignedAs = (source: unknown, wanted: Source): boolean =>
  isRecord(source) && source['kind'] === wanted.kind && 'form' in source === 'form' in wanted

const isPlaced = ({ form, late, timeline }: Sighting): boolean => {
  const expected = timeline.expectedStep
  return !late && expected !== undefined && form.reading?.turn === expected.turn && form.reading.step === expected.step
}

/** The two-line reading of a row whose place and wording leave no doubt what its duration measures. */
const measured = (sighting: Sighting): Reading | undefined => {
  const { form } = sighting
  return form.kind === 'two-line' && form.wording === wordingOf(form.reading.step) && isPlaced(sighting) ? form.reading : undefined
}

const shown = (elapsed: number | undefined): string => (elapsed === undefined ? 'unavailable' : formatDuration(elapsed))

const wholeSeconds = (elapsed: number): number => Math.max(0, Math.floor(elapsed / 1000)) * 1000

const KNOWN_FORMATS: readonly unknown[] = [0, 1, 2, 3, 4]

const contentOf = (content: unknown): string => {
  if (!Array.isArray(content)) return `content ${quote(content)}`
  return content.length === 1 ? `one block, ${quote(content[0])}` : `${content.length} blocks`
}

/** What each rule finds wrong with a row of ours. */
const BREACHES: Readonly<Record<ReadingRule, (sighting: Sighting, judgement: Judgement) => Breach | undefined>> = {
  content: ({ text, message }) => (text === undefined ? { expected: 'one text block', actual: contentOf(message['content']) } : undefined),

  format: ({ text, form }) => (text !== undefined && form.kind === 'none' ? { expected: 'the two lines of a reading', actual: quote(text) } : undefined),

  surface: (sighting) => {
    const { row, message } = sighting
    const isUserMessage = (row['type'] === 'user/message' || row['type'] === 'context/message') && (!('role' in message) || message['role'] === 'user')
    return isUserMessage && row['surfaceOp'] === 'append' ? undefined : { expected: '"user/message", surfaceOp "append"', actual: writtenAs(sighting) }
  },

  source: (sighting, { use, format }) => {
    const { message, text } = sighting
    const source = message['source']
    const wanted = use === 'live' ? sign(text ?? '', protocolAt(sighting, format), format) : undefined
    if (isWellSigned(source, text) && (wanted === undefined || isSignedAs(source, wanted))) return undefined
    return { expected: wanted === undefined ? 'a source of this plugin, bare or with its text as a snapshot' : quote(wanted), actual: quote(source) }
  },

  turn: ({ timeline }) => (timeline.turn === undefined ? { expected: 'an open turn', actual: 'none is open' } : undefined),

  position: (sighting) => {
    const { form, late, timeline } = sighting
    const expected = timeline.expectedStep
    if (late || expected === undefined || form.reading === undefined || isPlaced(sighting)) return undefined
    return { expected: nameOf(expected), actual: nameOf(form.reading) }
  },

  order: ({ timeline }) => (timeline.requested ? { expected: "a reading before the step's request", actual: 'the request stands before it' } : undefined),

  baseline: ({ form }) => {
    if (form.kind !== 'two-line') return undefined
    const expected = wordingOf(form.reading.step)
    return form.wording === expected ? undefined : { expected, actual: form.wording }
  },

  duplicate: ({ late, timeline }) => (!late && timeline.hasReading ? { expected: 'one reading for the step', actual: 'another stands before it' } : undefined),

  clock: ({ form, time }, { clockTolerance }) => {
    if (form.reading === undefined || time === undefined) return undefined
    const ahead = form.reading.timestamp.instant - time
    return ahead <= clockTolerance ? undefined : { expected: `at most ${clockTolerance} ms ahead`, actual: `${ahead} ms ahead` }
  },

  elapsed: (sighting) => {
    const reading = measured(sighting)
    if (reading?.elapsed === undefined) return undefined
    const baseline = sighting.timeline.baseline(reading.step)
    const actual = shown(reading.elapsed)
    if (baseline === undefined) return { expected: shown(undefined), actual }
    const least = wholeSeconds(reading.timestamp.instant - baseline)
    const most = wholeSeconds(reading.timestamp.instant + 999 - baseline)
    if (reading.elapsed === least || reading.elapsed === most) return undefined
    return { expected: least === most ? shown(least) : `${shown(least)} or ${shown(most)}`, actual }
  },

  unavailable: (sighting) => {
    const reading = measured(sighting)
    if (reading === undefined || reading.elapsed !== undefined) return undefined
    const baseline = sighting.timeline.baseline(reading.step)
    return baseline === undefined ? undefined : { expected: shown(reading.timestamp.instant - baseline), actual: shown(undefined) }
  },

  foreign: ({ form }) => (form.kind === 'three-line' ? { expected: 'two lines', actual: 'three lines, as other releases write them' } : undefined),

  late: ({ form, late, timeline }) =>
    late && form.reading !== undefined ? { expected: `turn ${form.reading.turn}`, actual: `turn ${timeline.turn}` } : undefined,

  zone: ({ form }, { zoneOf }) => {
    if (form.reading === undefined) return undefined
    const { timestamp } = form.reading
    const zone = zoneOf(timestamp.zone)
    if (zone === undefined) return { expected: 'a zone that this engine knows', actual: timestamp.zone }
    const offset = zone.offsetAt(timestamp.instant)
    return offset === timestamp.offset ? undefined : { expected: formatTimestamp({ ...timestamp, offset }), actual: formatTimestamp(timestamp) }
  },
}

const isReadingRule = (rule: RuleId): rule is ReadingRule => rule !== 'version'

const READING_RULES = RULE_IDS.filter(isReadingRule)

const formOf = (text: string | undefined): Form => {
  if (text === undefined) return { kind: 'none' }
  const found = parseAnyWording(text)
  if (found !== undefined) return { kind: 'two-line', ...found }
  const foreign = parseForeignReading(text)
  return foreign === undefined ? { kind: 'none' } : { kind: 'three-line', reading: foreign }
}

const seqOf = (row: Readonly<Record<string, unknown>>, timeline: Timeline): number => {
  const seq = row['seq']
  return typeof seq === 'number' && Number.isSafeInteger(seq) && seq >= 0 ? seq : timeline.rows
}

/** A row of ours, understood, and the rows before it. */
export interface ReadingRow {
  readonly row: Readonly<Record<string, unknown>>
  readonly event: Extract<Event, { kind: 'reading' }>
  readonly timeline: Timeline
}

/**
 * Judge a row of ours. The timeline is only looked at; advance it afterwards.
 */
export const judgeReading = ({ row, event, timeline }: ReadingRow, judgement: Judgement): readonly Finding[] => {
  const message = messageOf(row['data']) ?? {}
  const text = soleTextOf(message)
  const form = formOf(text)
  const sighting: Sighting = { row, message, time: event.time, text, form, late: timeline.isLate(form.reading), timeline }
  return READING_RULES.flatMap((rule) => {
    const breach = BREACHES[rule](sighting, judgement)
    return breach === undefined ? [] : [{ rule, severity: RULES[rule].severity[judgement.use], seq: seqOf(row, timeline), ...breach }]
  })
}

/**
 * Judge the header of a log.
 * @param format - the header's `version`, anything.
 * @param use - what is being checked.
 */
export const judgeFormat = (format: unknown, use: Use): readonly Finding[] =>
  KNOWN_FORMATS.includes(format) ? [] : [{ rule: 'version', severity: RULES.version.severity[use], seq: null, expected: 'a format from 0 to 4', actual: quote(format) }]

/**
 * Say a finding in one sentence, without its severity.
 */
export const sentence = ({ rule, seq, expected, actual }: Finding): string =>
  `${seq === null ? 'header' : `row ${seq}`}, ${rule}: ${RULES[rule].holds}; expected ${expected}, got ${actual}`
