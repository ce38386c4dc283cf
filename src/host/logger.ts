/**
 * The host's logger, under the plugin's name.
 */

/** Where a plugin writes. */
export interface Logger {
  readonly warn: (text: string) => void
  readonly info: (text: string) => void
}

const isLogger = (value: unknown): value is { readonly warn: (text: string) => void; readonly info?: unknown } =>
  typeof value === 'object' && value !== null && 'warn' in value && typeof value.warn === 'function'

const namedLogger = (ctx: { readonly logger?: unknown }, name: string): unknown => {
  try {
    return typeof ctx.logger === 'function' ? ctx.logger(name) : undefined
  } catch {
    // A context without a logger may refuse even the look.
    return undefined
  }
}

/**
 * The logger of a context. Where it has none, warnings go through `process.emitWarning` and notes
 * nowhere.
 * @param ctx - a host's context.
 * @param name - who writes.
 */
export const loggerOf = (ctx: { readonly logger?: unknown }, name: string): Logger => {
  const logger = namedLogger(ctx, name)
  if (!isLogger(logger)) return { warn: (text) => process.emitWarning(`${name}: ${text}`), info: () => {} }
  const { info } = logger
  return { warn: (text) => logger.warn(text), info: (text) => { if (typeof info === 'function') Reflect.apply(info, logger, [text]) } }
}
