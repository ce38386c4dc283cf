/**
 * A reading's two lines, both directions. This file owns the text: nothing else spells it.
 */

import { formatDuration, parseDuration } from './duration.js'
import { formatTimestamp, parseTimestamp, type Timestamp } from './timestamp.js'

/** What a reading says. */
export interface Reading {
  /** The turn that was being prepared; a positive safe integer. */
  readonly turn: number
  /** The step that was being prepared; a positive safe integer. */
  readonly step: number
  /** The time that was sampled. */
  readonly timestamp: Timestamp
  /** Milliseconds since the baseline, a multiple of 1000; `undefined` where nothing was left to measure from. */
  readonly elapsed: number | undefined
}

/** What the second line says that the duration is measured from. */
export type BaselineWording = 'model-visible message' | 'step context'

const UNAVAILABLE = 'unavailable'

const SHAPE = /^Time sampled while preparing turn ([1-9]\d*), step ([1-9]\d*): (\S+)\nElapsed since the preceding (model-visible message|step context): ([^\n]+)\.$/

/**
 * The wording that belongs to a step.
 * @param step - a positive integer.
 */
export const wordingOf = (step: number): BaselineWording => (step === 1 ? 'model-visible message' : 'step context')

const isCount = (value: number): boolean => Number.isSafeInteger(value) && value >= 1

const write = ({ turn, step, timestamp, elapsed }: Reading, wording: BaselineWording): string => {
  if (!isCount(turn) || !isCount(step)) throw new RangeError(`turn and step are positive safe integers, got ${turn} and ${step}`)
  const duration = elapsed === undefined ? UNAVAILABLE : formatDuration(elapsed)
  return `Time sampled while preparing turn ${turn}, step ${step}: ${formatTimestamp(timestamp)}\nElapsed since the preceding ${wording}: ${duration}.`
}

/**
 * Write a reading.
 * @param reading - turn, step, timestamp and elapsed time.
 * @returns two lines of ASCII, one line feed between them and none at the end.
 * @throws RangeError when a member is out of its range.
 */
export const formatReading = (reading: Reading): string => write(reading, wordingOf(reading.step))

/**
 * Read a text that is a reading in everything but, perhaps, the wording of its baseline.
 * @param text - anything.
 * @returns the reading and the wording that stands there, or `undefined`.
 */
export const parseAnyWording = (text: unknown): { reading: Reading; wording: BaselineWording } | undefined => {
  const match = typeof text === 'string' ? SHAPE.exec(text) : null
  if (match === null) return undefined
  const [, turn, step, time = '', words, duration = ''] = match
  const timestamp = parseTimestamp(time)
  const elapsed = duration === UNAVAILABLE ? undefined : parseDuration(duration)
  if (timestamp === undefined || (elapsed === undefined && duration !== UNAVAILABLE)) return undefined
  const reading = { turn: Number(turn), step: Number(step), timestamp, elapsed }
  if (!isCount(reading.turn) || !isCount(reading.step)) return undefined
  const wording = words === 'step context' ? words : 'model-visible message'
  return write(reading, wording) === text ? { reading, wording } : undefined
}

/**
 * Read a reading. Only what {@link formatReading} writes is accepted; no input makes this throw, and
 * no time-zone data is used.
 * @param text - anything; only a string can be a reading.
 * @returns the reading, or `undefined` when the text is not exactly one.
 */
export const parseReading = (text: unknown): Reading | undefined => {
  const found = parseAnyWording(text)
  return found !== undefined && found.wording === wordingOf(found.reading.step) ? found.reading : undefined
}

/**
 * Read the three-line form that other releases write: our two lines with one line of their own
 * between them.
 * @param text - anything; only a string can be a reading.
 * @returns the reading that its first and last line state, or `undefined`.
 */
export const parseForeignReading = (text: unknown): Reading | undefined => {
  if (typeof text !== 'string') return undefined
  const lines = text.split('\n', 4)
  return lines.length === 3 && lines[1] !== '' ? parseReading(`${lines[0]}\n${lines[2]}`) : undefined
}
