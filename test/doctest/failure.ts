/**
 * A place in a document where something is wrong. Tests show it as if the document itself had thrown
 * there.
 */

/** Something wrong, and where. */
export interface Finding {
  /** The document, relative to the repository's root. */
  readonly file: string
  /** 1-based. */
  readonly line: number
  readonly message: string
}

/** Why a block does not hold, at a line of its body (0-based; -1 is its opening fence). */
export class Mismatch extends Error {
  readonly line: number

  constructor(message: string, line = -1) {
    super(message)
    this.name = 'Mismatch'
    this.line = line
  }
}

/** `README.md:10: message`. */
export const describe = ({ file, line, message }: Finding): string => `${file}:${line}: ${message}`

const WIDTH = 100

/** The lines around a place, the line itself marked. */
export const codeFrame = ({ line }: Finding, source: string): string => {
  const lines = source.split(/\r?\n/)
  const shown = lines.slice(Math.max(0, line - 3), line + 2)
  return shown
    .map((text, index) => {
      const number = Math.max(0, line - 3) + index + 1
      return `${number === line ? '>' : ' '}${String(number).padStart(4)} | ${text.length > WIDTH ? `${text.slice(0, WIDTH)}…` : text}`.trimEnd()
    })
    .join('\n')
}

/** An error that a test runner shows at the place in the document. */
export interface DocumentError extends Error {
  /** The code frame, for runners that print one. */
  readonly frame: string
}

/**
 * An error whose only stack frame is the place in the document.
 * @param finding - what is wrong, and where.
 * @param root - the repository's root, an absolute path.
 * @param source - the document's text.
 */
export const errorAt = (finding: Finding, root: string, source: string): DocumentError => {
  const { file, line, message } = finding
  const error = new Error(message)
  error.name = 'DocumentError'
  error.stack = `DocumentError: ${message}\n    at ${root}/${file}:${line}:1`
  return Object.assign(error, { frame: `${file}:${line}\n${codeFrame(finding, source)}` })
}
