/**
 * Where output goes: verdicts to standard output, errors and progress to standard error; colour and
 * progress only where somebody looks at a terminal.
 */

/** A stream that can be written to, as far as it is used here. */
export interface Sink {
  write(text: string): unknown
  readonly isTTY?: boolean
  readonly columns?: number
}

/** What output looks like, and where it goes. */
export interface Surroundings {
  readonly stdout: Sink
  readonly stderr: Sink
  readonly environment: Readonly<Record<string, string | undefined>>
  readonly platform: string
  /** Milliseconds that only go forward. */
  readonly now: () => number
}

/** What a piece of text is about. */
export type Tone = 'error' | 'note' | 'good' | 'plain'

const ESCAPES: Readonly<Record<Tone, string>> = { error: '31', note: '33', good: '32', plain: '0' }

/** Progress is worth a line only when there is something to wait for. */
const PATIENCE = 500
const EVERY = 100

const CLEAR = '\r\u001b[K'

/** Control characters in a file's name or a log's text must not command the terminal. */
const printable = (text: string): string => text.replace(/[\0-\x09\x0b-\x1f\x7f-\x9f]/g, (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`)

/** Whether the locale says that the terminal understands more than ASCII (POSIX: the first of the three that is set). */
const speaksUnicode = ({ environment, platform }: Surroundings): boolean => {
  const { LC_ALL, LC_CTYPE, LANG } = environment
  return platform === 'win32' || /utf-?8/i.test(LC_ALL || LC_CTYPE || LANG || '')
}

/** Standard output and standard error. */
export class Terminal {
  readonly #surroundings: Surroundings
  readonly #began: number
  readonly isUnicode: boolean
  #shown: number | undefined

  constructor(surroundings: Surroundings) {
    this.#surroundings = surroundings
    this.#began = surroundings.now()
    this.isUnicode = speaksUnicode(surroundings)
  }

  /** Write a part of the result, such as JSON, as it is. */
  raw(text: string): void {
    this.#hideProgress()
    this.#surroundings.stdout.write(text)
  }

  /** Write a line, or several, of the result. */
  say(text: string, tone: Tone = 'plain'): void {
    this.#hideProgress()
    this.#line(this.#surroundings.stdout, text, tone)
  }

  /** Write a line to standard error. */
  complain(text: string, tone: Tone = 'error'): void {
    this.#hideProgress()
    this.#line(this.#surroundings.stderr, text, tone)
  }

  /**
   * Show how far a long job is, if anybody is looking; otherwise nothing.
   * @param text - makes the text, where it is shown at all.
   */
  progress(text: () => string): void {
    const { stderr, now } = this.#surroundings
    if (stderr.isTTY !== true) return
    const at = now()
    if (at - this.#began < PATIENCE || (this.#shown !== undefined && at - this.#shown < EVERY)) return
    this.#shown = at
    stderr.write(`${CLEAR}${printable(text()).slice(0, (stderr.columns ?? 80) - 1)}`)
  }

  /** Take the progress line away. */
  #hideProgress(): void {
    if (this.#shown === undefined) return
    this.#surroundings.stderr.write(CLEAR)
    this.#shown = undefined
  }

  /** Leave the terminal as it was. */
  finish(): void {
    this.#hideProgress()
  }

  #line(sink: Sink, text: string, tone: Tone): void {
    const safe = printable(text)
    sink.write(tone !== 'plain' && this.#isColoured(sink) ? `\u001b[${ESCAPES[tone]}m${safe}\u001b[0m\n` : `${safe}\n`)
  }

  #isColoured(sink: Sink): boolean {
    const { NO_COLOR, TERM } = this.#surroundings.environment
    return sink.isTTY === true && !NO_COLOR && TERM !== 'dumb'
  }
}
