/**
 * A clock for language-model agents: before each step, one short durable message that says what
 * time it is and how long ago the last thing happened.
 *
 * @module
 */

import { Config, hintAbout, zoneFor } from './config.js'
import { PLUGIN } from './core/source.js'
import { environment } from './environment.js'
import type { Mount } from './host/attempt.js'
import { decide } from './host/decision.js'
import { notify } from './host/inject.js'
import { History } from './host/log.js'
import { loggerOf } from './host/logger.js'
import { recognise } from './host/protocol.js'
import { warnOnce } from './host/warning.js'

export { Config }
export type { ConfigIssue, ConfigIssueCode, ConfigSchema } from './config.js'

/** The plugin's name. */
export const name = PLUGIN

/** The host services that the plugin needs. */
export const inject: ['agents'] = ['agents']

/** What the plugin uses of a host's context. */
export interface HostContext {
  /** Register a listener that goes with the plugin. */
  on(event: string, listener: (...args: unknown[]) => unknown, options?: { readonly prepend?: boolean }): unknown
  /** The host's logger: called with a name, it gives an object with a `warn` method. */
  readonly logger?: unknown
}

/**
 * Mount the plugin.
 * @param ctx - the host's context.
 * @param config - a configuration that {@link Config} has checked.
 * @throws Error, which fails the load, when no usable time zone is set.
 */
export const apply = (ctx: HostContext, config: Config = {}): void => {
  const logger = loggerOf(ctx, PLUGIN)
  const zone = zoneFor(config, environment())
  const hint = hintAbout(config)
  const warn = warnOnce((text) => logger.warn(text))
  if (hint !== undefined) warn(undefined, 'hint', hint)
  const history = new History()
  const mount: Mount = { zone, interval: config.refreshIntervalMs ?? 0, now: () => Date.now(), history, warn }
  for (const event of ['agent/pre-step', 'agent/step'] as const) {
    const listener = (...args: unknown[]): unknown => {
      const call = recognise(event, args)
      return call.kind === 'decision' ? decide(mount, call) : notify(mount, call)
    }
    ctx.on(event, listener, { prepend: true })
  }
  ctx.on('session/event', (session, row) => history.follow(session, row))
}
