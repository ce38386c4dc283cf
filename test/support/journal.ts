/**
 * What plugins write to the host's logger.
 */

import type { Context, Message } from '@deepseek-ai/cordis'

/** One line of a host's log. */
export interface JournalLine {
  readonly name: string
  readonly type: Message['type']
  readonly text: string
}

/** Keep what one name writes from now on. */
export const journalOf = (ctx: Context, name: string): JournalLine[] => {
  const lines: JournalLine[] = []
  ctx.logger.exporter({
    levels: { default: 3 },
    export: (message) => {
      if (message.name === name) lines.push({ name, type: message.type, text: message.args.map(String).join(' ') })
    },
  })
  return lines
}
