/**
 * A situation that a reader of the page shapes by hand, and its spelling in an address.
 */

/** One thing that happens, in order. Lengths are seconds. */
export type Act =
  /** A prompt is accepted, waits, and starts a turn; each number is a tool call of that length. */
  | { readonly kind: 'prompt'; readonly waits: number; readonly tools: readonly number[] }
  /** Nothing happens. */
  | { readonly kind: 'idle'; readonly seconds: number }
  /** The clock is set forward, or back where negative. */
  | { readonly kind: 'clock'; readonly seconds: number }
  /** The host replaces all history by a summary. */
  | { readonly kind: 'compaction' }
  /** The process ends and a new one resumes the session. */
  | { readonly kind: 'restart' }

/** Everything that the page shows follows from this. */
export interface Situation {
  readonly timeZone: string
  /** Milliseconds; 0 means a reading at every step. */
  readonly refreshIntervalMs: number
  /** Epoch milliseconds, whole seconds. */
  readonly start: number
  readonly acts: readonly Act[]
}

const HOUR = 3600
const DAY = 24 * HOUR

const prompt = (waits: number, ...tools: readonly number[]): Act => ({ kind: 'prompt', waits, tools })
const idle = (seconds: number): Act => ({ kind: 'idle', seconds })

const morning = { timeZone: 'Asia/Shanghai', start: Date.UTC(2026, 6, 15, 1) }

/** What the page opens with; the document below it writes the same session out. */
export const INITIAL: Situation = {
  ...morning,
  refreshIntervalMs: 60_000,
  acts: [prompt(0, 63, 12, 20), idle(8 * HOUR), prompt(45)],
}

/** Situations to start from, each about one thing. */
export const EXAMPLES = {
  night: { ...morning, start: Date.UTC(2026, 6, 15, 10), refreshIntervalMs: 0, acts: [prompt(0, 90), idle(15 * HOUR), prompt(0)] },
  waiting: { ...morning, refreshIntervalMs: 0, acts: [prompt(0, 30), prompt(45), prompt(600, 5)] },
  back: { ...morning, refreshIntervalMs: 10 * 60_000, acts: [prompt(0, 20), { kind: 'clock', seconds: -3600 }, prompt(0, 20, 20)] },
  compaction: { ...morning, refreshIntervalMs: HOUR * 1000, acts: [prompt(0, 300), { kind: 'compaction' }, prompt(0, 60, 60), idle(HOUR), prompt(0)] },
  restart: { ...morning, refreshIntervalMs: 10 * 60_000, acts: [prompt(0, 40), { kind: 'restart' }, prompt(0), idle(DAY), { kind: 'restart' }, prompt(0)] },
} satisfies Readonly<Record<string, Situation>>

/** The name of an example. */
export type Example = keyof typeof EXAMPLES

/** More than this is more than anybody shapes by hand, and keeps the page quick. */
export const MOST_ACTS = 60
const MOST_TOOLS = 20
const MOST_SECONDS = 10 * 365 * DAY

const UNITS: Readonly<Record<string, number>> = { d: DAY, h: HOUR, m: 60, s: 1 }
const LENGTH = /^(?:\d+d ?)?(?:\d+h ?)?(?:\d+m ?)?(?:\d+s?)?$/

/**
 * Read a length as people write it: `90`, `8h`, `1m 30s`.
 * @returns seconds; `undefined` where the text is none, or longer than ten years.
 */
export const readLength = (text: string): number | undefined => {
  const plain = text.trim().toLowerCase()
  if (plain === '' || !LENGTH.test(plain)) return undefined
  const seconds = [...plain.matchAll(/(\d+)([dhms]?)/g)].reduce((sum, [, count, unit]) => sum + Number(count) * (UNITS[unit ?? ''] ?? 1), 0)
  return seconds <= MOST_SECONDS ? seconds : undefined
}

/**
 * Read how far a clock is set: a length with a sign in front of it, back where that is a minus.
 * @returns seconds; `undefined` where the text says no such thing.
 */
export const readShift = (text: string): number | undefined => {
  const [, sign, rest] = /^\s*([-−+]?)(.*)$/s.exec(text) ?? []
  const seconds = readLength(rest ?? '')
  return seconds === undefined || sign === '' || sign === '+' ? seconds : 0 - seconds
}

/**
 * Read the lengths of a turn's tool calls, separated by commas.
 * @returns seconds; none for an empty text, `undefined` where one of them is no length or they are too many.
 */
export const readLengths = (text: string): readonly number[] | undefined => {
  const lengths = text.trim() === '' ? [] : text.split(/[,，、;；]/).map(readLength)
  const known = lengths.filter((length) => length !== undefined)
  return known.length === lengths.length && known.length <= MOST_TOOLS ? known : undefined
}

const writeAct = (act: Act): string => {
  switch (act.kind) {
    case 'prompt':
      return `p${[act.waits, ...act.tools].join('-')}`
    case 'idle':
      return `i${act.seconds}`
    case 'clock':
      return act.seconds < 0 ? `b${-act.seconds}` : `f${act.seconds}`
    case 'compaction':
      return 'c'
    case 'restart':
      return 'r'
    default:
      return act satisfies never
  }
}

const lengthsOf = (text: string): number[] | undefined => {
  const lengths = text.split('-').map(Number)
  return /^\d+(-\d+)*$/.test(text) && lengths.every((seconds) => seconds <= MOST_SECONDS) ? lengths : undefined
}

const readAct = (text: string): Act | undefined => {
  if (text === 'c') return { kind: 'compaction' }
  if (text === 'r') return { kind: 'restart' }
  const lengths = lengthsOf(text.slice(1))
  const [seconds, ...more] = lengths ?? []
  if (seconds === undefined) return undefined
  if (text.startsWith('p') && more.length <= MOST_TOOLS) return { kind: 'prompt', waits: seconds, tools: more }
  if (more.length > 0) return undefined
  if (text.startsWith('i')) return { kind: 'idle', seconds }
  if (text.startsWith('f')) return { kind: 'clock', seconds }
  return text.startsWith('b') ? { kind: 'clock', seconds: -seconds } : undefined
}

/**
 * Spell a situation for an address.
 * @returns a query string without its question mark.
 */
export const writeSituation = ({ timeZone, refreshIntervalMs, start, acts }: Situation): string =>
  new URLSearchParams({ zone: timeZone, every: String(refreshIntervalMs), from: new Date(start).toISOString().slice(0, 19), acts: acts.map(writeAct).join('.') }).toString()

/**
 * Read a situation from an address.
 * @param query - the part of an address behind the question mark.
 * @returns `undefined` where the query holds no situation or a damaged one.
 */
export const readSituation = (query: string): Situation | undefined => {
  const fields = new URLSearchParams(query)
  const start = Date.parse(`${fields.get('from') ?? ''}Z`)
  const every = fields.get('every') ?? ''
  const spelled = fields.get('acts') ?? ''
  const acts = spelled === '' ? [] : spelled.split('.').map(readAct)
  if (Number.isNaN(start) || !/^\d{1,15}$/.test(every) || acts.length > MOST_ACTS) return undefined
  const known = acts.filter((act) => act !== undefined)
  return known.length === acts.length ? { timeZone: fields.get('zone') ?? '', refreshIntervalMs: Number(every), start, acts: known } : undefined
}
