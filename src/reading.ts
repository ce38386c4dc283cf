/**
 * Readings for other plugins: write one, read one, and recognise a message that carries one, for
 * instance to leave it out of titles, memory or search.
 *
 * @module
 */

import { isRecord } from './core/record.js'
import { isOurs } from './core/source.js'

export { formatDuration, parseDuration } from './core/duration.js'
export { formatReading, parseForeignReading, parseReading, type Reading } from './core/reading.js'
export { formatTimestamp, parseTimestamp, type Timestamp } from './core/timestamp.js'

/**
 * Whether a message carries a reading, told by its source alone, in every shape that hosts have
 * stored.
 * @param message - anything; a malformed message carries none.
 */
export const isReadingMessage = (message: unknown): boolean => isRecord(message) && isOurs(message['source'])
