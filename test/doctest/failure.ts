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

/**
 * An error whose only stack frame is the place in the document, so that a test runner frames it.
 * @param finding - what is wrong, and where.
 * @param root - the repository's root, an absolute path.
 */
export const errorAt = ({ file, line, message }: Finding, root: string): Error => {
  const error = new Error(message)
  error.name = 'DocumentError'
  error.stack = `DocumentError: ${message}\n    at ${file} (${root}/${file}:${line}:1)`
  return error
}
