/**
 * Configurations as hosts check them: the part of Standard Schema (version 1) that every host
 * generation calls, and the faults that any mapping can have.
 */

import { listed, nearest } from './core/names.js'
import { quote } from './core/quote.js'
import { isRecord } from './core/record.js'

/** One thing that is wrong with a configuration. */
export interface Issue<Code extends string> {
  readonly code: Code
  /** What is wrong, and what to write instead. */
  readonly message: string
  /** The key that is meant; empty for the configuration itself. */
  readonly path: readonly string[]
}

/** What can be wrong with any configuration. */
export type MappingIssueCode = 'not-a-mapping' | 'unknown-key'

/** A schema, as hosts look for it. */
export interface Schema<Output, Code extends string> {
  readonly '~standard': {
    readonly version: 1
    readonly vendor: string
    readonly validate: (value: unknown) => { readonly value: Output; readonly issues?: undefined } | { readonly issues: readonly Issue<Code>[] }
    readonly types?: { readonly input: Output; readonly output: Output }
  }
}

/** What the members of a configuration come to. */
export interface Members<Output, Code extends string> {
  readonly issues: readonly Issue<Code>[]
  /** The configuration, of use only where there are no issues. */
  readonly value: Output
}

/**
 * Make a schema whose keys are all optional. Every issue is reported, not only the first.
 * @param keys - the known keys, at least two.
 * @param read - checks the members and gives the configuration, which is then frozen.
 */
export const schemaOf = <Output extends object, Code extends string>(
  keys: readonly string[],
  read: (given: Readonly<Record<string, unknown>>) => Members<Output, Code>,
): Schema<Output, Code | MappingIssueCode> => {
  const unknownKey = (key: string, value: unknown): Issue<MappingIssueCode> => ({
    code: 'unknown-key',
    message: `unknown key ${quote(key)} with the value ${quote(value)}; the nearest key is ${nearest(key, keys)} (the keys are ${listed(keys)})`,
    path: [key],
  })
  const validate: Schema<Output, Code | MappingIssueCode>['~standard']['validate'] = (written) => {
    const given = written ?? {}
    if (!isRecord(given)) return { issues: [{ code: 'not-a-mapping', message: `config must be a mapping of ${listed(keys)}, got ${quote(written)}`, path: [] }] }
    const { issues, value } = read(given)
    const all = [...Object.keys(given).filter((key) => !keys.includes(key)).map((key) => unknownKey(key, given[key])), ...issues]
    return all.length > 0 ? { issues: all } : { value: Object.freeze(value) }
  }
  return { '~standard': { version: 1, vendor: 'time-context', validate } }
}
