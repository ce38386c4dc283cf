/**
 * What the demo prints for people. Colour appears on a terminal only, and not where `NO_COLOR` is
 * set; the mark before a reading is always there.
 */

import { styleText } from 'node:util'
import type { ContentBlock, Message } from '@deepseek-ai/dsh-llm'
import type { Config } from '@deepseek-ai/dsh-time-context'
import { isReadingMessage, parseReading } from '@deepseek-ai/dsh-time-context/reading'
import type { Request } from './turn.ts'

const bold = (text: string): string => styleText('bold', text)
const faint = (text: string): string => styleText('dim', text)
const highlighted = (text: string): string => styleText(['bold', 'cyan'], text)

const count = (number: number, noun: string): string => `${number} ${noun}${number === 1 ? '' : 's'}`

const textOf = (block: ContentBlock): string => {
  switch (block.type) {
    case 'text':
    case 'reasoning':
      return block.text
    case 'tool-call':
      return `${block.name}(${block.arguments})`
    case 'tool-result':
      return block.content.map(textOf).join('\n')
    default:
      return `(${block.type})`
  }
}

/** The text of a message, as the model reads it. */
export const messageText = ({ content }: Message): string => content.map(textOf).join('\n')

const labelOf = (message: Message): string => {
  if (isReadingMessage(message)) return '> reading'
  return `  ${message.source.kind === 'tool' ? 'tool' : message.role}`
}

const showMessage = (message: Message, isNew: boolean): string => {
  const [first, ...rest] = messageText(message).split('\n')
  const lines = [`  ${labelOf(message).padEnd(13)}${first}`, ...rest.map((line) => `${' '.repeat(15)}${line}`)]
  const style = isReadingMessage(message) ? highlighted : isNew ? String : faint
  return lines.map(style).join('\n')
}

const isPrepared = ({ turn, step, messages }: Request): boolean =>
  messages.filter(isReadingMessage).some((message) => {
    const reading = parseReading(messageText(message))
    return reading?.turn === turn && reading.step === step
  })

/** What the demo is about, before anything runs. */
export const introduction = (live: boolean): string => `${bold('A clock for agents')}: a host runs one session in two processes, and you see what the model receives.
Lines marked > are readings. The plugin appends one before a request: an ordinary user message that
stays where it is, so that each request begins with all of the request before it. The system prompt
and the tools hold nothing of it.${live ? '' : '\nThe model is scripted: no key, no network. The clock, the host and the log are real.'}
`

/** The heading of a process. */
export const processHeading = (pid: number | undefined, resumed: boolean): string =>
  bold(resumed ? `Process ${pid} resumes the session from disk; the first process has ended` : `Process ${pid} starts the session`)

/**
 * One request: its messages in order, those that an earlier request held already in a fainter colour.
 * @param request - the request.
 * @param number - which request of the session it is, from 1.
 * @param known - how many messages the request before it held.
 * @param config - the configuration that was mounted.
 */
export const showRequest = (request: Request, number: number, { known, config }: { readonly known: number; readonly config: Config }): string => {
  const { turn, step, messages } = request
  const heading = `Request ${number} (turn ${turn}, step ${step}): ${count(messages.length, 'message')}${known > 0 ? `, the first ${known} as before` : ''}`
  const remark = isPrepared(request) ? [] : [faint(`  no new reading: refreshIntervalMs is ${config.refreshIntervalMs}, and less has passed since the last one`)]
  return [heading, ...messages.map((message, index) => showMessage(message, index >= known)), ...remark, ''].join('\n')
}

/** What a reader should take away, the path of the log, and the counts. */
export const conclusion = (log: string, config: Config, counts: { readonly requests: number; readonly readings: number }): string =>
  `${bold('Why these durations?')} Step 1 measures from the latest message, normally the prompt that was just
accepted: 0s. Later steps measure from the turn's previous reading. All of it is read from the log,
so the second process, which had nothing else, went on where the first one had stopped.

Mounted from  docs/demo/cordis.yml with timeZone: ${config.timeZone}, refreshIntervalMs: ${config.refreshIntervalMs}${config.refreshIntervalMs === 0 ? ' (for a run this short)' : ''}
Also try      ${faint('npm run demo -- --time-zone Europe/Paris --refresh-interval-ms 60000')}
Session log   ${log}
Check it      ${faint(`npx --no-install dsh-time-context check ${log}`)}
${count(counts.requests, 'request')}, ${count(counts.readings, 'reading')}.`
