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

/** A logger that fails costs its line and nothing else: nobody is left to tell. */
const contained = (write: (text: string) => unknown): ((text: string) => void) => (text) => {
  try {
    write(text)
  } catch {
    return
  }
}

/**
 * The logger of a context; it never throws. Where the context has none, warnings go through
 * `process.emitWarning` and notes nowhere.
 * @param ctx - a host's context.
 * @param name - who writes.
 */
export const loggerOf = (ctx: { readonly logger?: unknown }, name: string): Logger => {
  const logger = namedLogger(ctx, name)
  if (!isLogger(logger)) return { warn: (text) => process.emitWarning(`${name}: ${text}`), info: () => {} }
  const { info } = logger
  return { warn: contained((text) => logger.warn(text)), info: contained((text) => typeof info === 'function' && Reflect.apply(info, logger, [text])) }
}
