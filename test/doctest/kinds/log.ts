/**
 * `log`: stored rows, and what the checker says about them in the `verdict` that follows.
 */

import { Checker, RULE_IDS, sentence } from '../../../src/check.js'
import { isRecord } from '../../../src/core/record.js'
import { Mismatch } from '../failure.js'
import type { Kind } from '../kind.js'
import { StoredRows } from './stored-row.js'

const several = (count: number, noun: string): string => `${count} ${noun}${count === 1 ? '' : 's'}`

export const log: Kind = {
  languages: ['jsonl'],
  keys: { rule: 'optional', clockToleranceMs: 'optional' },
  answer: { kind: 'verdict', required: true },
  run: async ({ keys, body }) => {
    const { rule, clockToleranceMs } = keys
    if (rule !== undefined && !RULE_IDS.some((known) => known === rule)) throw new Mismatch(`there is no rule ${rule}`)
    const checker = new Checker(clockToleranceMs === undefined ? {} : { clockToleranceMs: Number(clockToleranceMs) })
    const stored = new StoredRows()
    const versions: unknown[] = []
    for (const [line, text] of body.entries()) {
      try {
        const row: unknown = JSON.parse(text)
        stored.next(row)
        if (isRecord(row) && row['type'] === 'session') versions.push(row['version'])
        checker.row(row)
      } catch (error) {
        throw new Mismatch(error instanceof Error ? error.message : String(error), line)
      }
    }
    const { readings, rows, notUnderstood, counts, findings } = checker.verdict()
    const head = [...versions.map((version) => `format ${String(version)}`), several(rows, 'row'), several(readings, 'reading'), ...(notUnderstood > 0 ? [`${notUnderstood} not understood`] : []), several(counts.error, 'error'), several(counts.note, 'note')]
    if (rule !== undefined && !findings.some((finding) => finding.rule === rule) && findings.length > 0) throw new Mismatch(`the log breaks ${findings[0]?.rule}, not ${rule}`)
    return [head.join(', '), ...findings.map((finding) => `${finding.severity}: ${sentence(finding)}`)]
  },
}
