/**
 * The zoned local time inside a reading, both directions, in the shape of RFC 9557 with the offset
 * always written: `2026-07-15T09:00:00+08:00[Asia/Shanghai]`. Pure arithmetic, so a stored timestamp
 * means the same on every engine.
 */

/** A moment, and how it is written in one zone. */
export interface Timestamp {
  /** Epoch milliseconds, a whole number of seconds. */
  readonly instant: number
  /** Local time minus UTC at that instant, in whole seconds. */
  readonly offset: number
  /** The zone's identifier as it is printed. */
  readonly zone: string
}

const MINUTE = 60
const HOUR = 3_600
const DAY = 86_400
const FIRST_YEAR = 1970
const LAST_YEAR = 9999

/** The characters of a zone identifier: a letter, then letters, digits and `_ + - . /`. */
const ZONE_SHAPE = /^[A-Za-z][A-Za-z0-9_+\-./]*$/

/** Names that engines give to "no zone". */
const NO_ZONE = /^(?:undefined|Etc\/Unknown)$/i

const SHAPE = /^(\d{4})-(\d\d)-(\d\d)T(\d\d):(\d\d):(\d\d)([+-])(\d\d):(\d\d)(?::(\d\d))?\[([^\][]+)\]$/

/**
 * Whether a string can stand between the brackets of a timestamp. This is about its characters; only
 * an engine knows which zones exist.
 * @param text - any string.
 */
export const isZoneIdentifier = (text: string): boolean => ZONE_SHAPE.test(text) && !NO_ZONE.test(text)

/**
 * Whether the local year at an instant, in some zone, is one that a timestamp can be written for.
 * @param instant - epoch milliseconds; anything that is no number of them is not.
 */
export const isWritable = (instant: number): boolean => instant >= Date.UTC(FIRST_YEAR, 0) - DAY * 1000 && instant < Date.UTC(LAST_YEAR + 1, 0) + DAY * 1000

const two = (value: number): string => String(value).padStart(2, '0')

const formatOffset = (offset: number): string => {
  const size = Math.abs(offset)
  const seconds = size % MINUTE
  const minutes = `${two(Math.floor(size / HOUR))}:${two(Math.floor(size / MINUTE) % 60)}`
  return `${offset < 0 ? '-' : '+'}${minutes}${seconds === 0 ? '' : `:${two(seconds)}`}`
}

const localTime = ({ instant, offset }: Timestamp): Date => new Date((Math.floor(instant / 1000) + offset) * 1000)

const problemOf = ({ instant, offset, zone }: Timestamp, local: Date): string | undefined => {
  if (!Number.isInteger(offset) || Math.abs(offset) >= DAY) return `an offset is whole seconds under a day, got ${offset}`
  if (!isZoneIdentifier(zone)) return `not a zone identifier: ${JSON.stringify(zone)}`
  const year = local.getUTCFullYear()
  return year >= FIRST_YEAR && year <= LAST_YEAR ? undefined : `the local year at ${instant} is not within ${FIRST_YEAR} to ${LAST_YEAR}`
}

/**
 * Write a timestamp. Fractions of a second are cut; UTC is `+00:00`; an offset with seconds is
 * written `±HH:MM:SS`.
 * @param timestamp - instant (epoch milliseconds), offset (seconds, under a day) and zone.
 * @returns ASCII text.
 * @throws RangeError when the local year is outside 1970 to 9999, the offset is not whole seconds
 * under a day, or the zone is not an identifier.
 */
export const formatTimestamp = (timestamp: Timestamp): string => {
  const local = localTime(timestamp)
  const problem = problemOf(timestamp, local)
  if (problem !== undefined) throw new RangeError(problem)
  return `${local.toISOString().slice(0, 19)}${formatOffset(timestamp.offset)}[${timestamp.zone}]`
}

/**
 * Read a timestamp. Only what {@link formatTimestamp} writes is accepted, so `Z`, `-00:00`, hour 24
 * and a thirtieth of February are not.
 * @param text - anything; only a string can be a timestamp.
 * @returns the timestamp, or `undefined` when the text is not one.
 */
export const parseTimestamp = (text: unknown): Timestamp | undefined => {
  const match = typeof text === 'string' ? SHAPE.exec(text) : null
  if (match === null) return undefined
  const [, year, month, day, hour, minute, second, sign, offsetHours, offsetMinutes, offsetSeconds = 0, zone = ''] = match
  const local = Date.UTC(Number(year), Number(month) - 1, Number(day), Number(hour), Number(minute), Number(second))
  const size = Number(offsetHours) * HOUR + Number(offsetMinutes) * MINUTE + Number(offsetSeconds)
  const offset = sign === '-' && size !== 0 ? -size : size
  const timestamp = { instant: local - offset * 1000, offset, zone }
  return problemOf(timestamp, localTime(timestamp)) === undefined && formatTimestamp(timestamp) === text ? timestamp : undefined
}
