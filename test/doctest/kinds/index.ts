/**
 * The closed table of kinds, and of the kinds that answer others.
 */

import type { Kind } from '../kind.js'
import { api } from './api.js'
import { duration, parse, schedule, timestamp, zone } from './cases.js'
import { config, configError } from './config.js'
import { cost } from './cost.js'
import { log } from './log.js'
import { message } from './message.js'
import { reading } from './reading.js'
import { scenario } from './scenario.js'
import { shell } from './shell.js'
import { vector } from './vector.js'

/** Every kind of block. */
export const kinds: Readonly<Record<string, Kind>> = {
  api,
  config,
  'config-error': configError,
  cost,
  duration,
  log,
  message,
  parse,
  reading,
  scenario,
  schedule,
  shell,
  timestamp,
  vector,
  zone,
}

/** Every kind of answer, all of them plain text. */
export const answers: readonly string[] = ['error', 'output', 'verdict']
