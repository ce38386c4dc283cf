/**
 * Long logs, generated row by row: turns of two steps with a tool and streamed answers, a reading at
 * each step, and, where asked for, compaction.
 */

import { closeSync, openSync, writeSync } from 'node:fs'
import { formatReading } from '../../src/core/reading.js'

/** What a log is like. */
export interface LogShape {
  readonly events: number
  /** Streamed pieces of each answer; 6 where it is left out. */
  readonly pieces?: number
  /** Turns between compactions; 0 for none. */
  readonly compactEvery?: number
  /** Called for each row before it is written; what it returns is written. */
  readonly change?: (row: Record<string, unknown>) => unknown
}

/** The lines of a log, without line feeds. */
export function* generatedLines({ events, pieces = 6, compactEvery = 0, change = (row) => row }: LogShape): Generator<string, void, void> {
  let seq = 0
  let time = Date.UTC(2026, 6, 1)
  let visible: number[] = []
  const row = (type: string, data: unknown, more: object = {}): string => JSON.stringify(change({ type, seq: seq++, time, data, ...more }))
  const append = (type: string, data: unknown): string => {
    visible.push(seq)
    return row(type, data, { surfaceOp: 'append' })
  }
  const message = (text: string, source: unknown): object => ({ id: `m${seq}`, role: 'user', content: [{ type: 'text', text }], source })
  yield JSON.stringify({ type: 'session', version: 0, id: 'generated', createdAt: time, delegationDepth: 0 })
  for (let turn = 1; seq < events; turn++) {
    const prompt = message('please do it', { kind: 'user' })
    let sampled = time
    yield row('agent/inbox/spliced', { target: 'next-turn', start: 0, inserted: [prompt] })
    yield row('turn/start', { turn })
    yield row('agent/inbox/spliced', { target: 'next-turn', start: 0, removedCount: 1, inserted: [] })
    if (compactEvery > 0 && turn % compactEvery === 0) {
      const [start, end] = [visible[0], visible.at(-1)]
      const shadowed = visible
      visible = [seq]
      yield row('user/message', message('a summary', { kind: 'plugin', plugin: 'compact' }), { surfaceOp: { op: 'replace', start, end }, sourceEventSeqs: shadowed })
    }
    for (const step of [1, 2]) {
      yield row('step/start', { turn, step })
      if (step === 1) yield append('user/message', prompt)
      const text = formatReading({ turn, step, timestamp: { instant: time, offset: 28_800, zone: 'Asia/Shanghai' }, elapsed: step === 1 ? 0 : time - sampled })
      sampled = time
      yield append('user/message', message(text, { kind: 'plugin', plugin: 'time-context', form: 'snapshot', sections: [{ name: 'time-context', text }] }))
      for (let piece = 0; piece < pieces; piece++) {
        time += 20
        yield row('assistant/chunk', { turn, step, chunk: { type: 'text-delta', index: 0, text: `word ${piece}` } })
      }
      yield append('assistant/message', { turn, step, message: { id: `a${seq}`, role: 'assistant', content: [{ type: 'text', text: 'an answer' }] } })
      if (step === 1) {
        yield row('tool/call', { turn, step, callId: `c${turn}`, name: 'wait', arguments: '{}' })
        time += 3000
        yield append('tool/result', { turn, step, message: { id: `t${seq}`, role: 'user', content: [{ type: 'text', text: 'waited' }], source: { kind: 'tool', callId: `c${turn}` } } })
      }
      yield row('step/end', { turn, step })
    }
    yield row('turn/end', { turn, reason: { kind: 'completed' } })
    time += 60_000
  }
}

/** Write a log to a file. */
export const writeGeneratedLog = (path: string, shape: LogShape): void => {
  const file = openSync(path, 'w')
  let batch: string[] = []
  for (const line of generatedLines(shape)) {
    batch.push(line)
    if (batch.length < 5000) continue
    writeSync(file, `${batch.join('\n')}\n`)
    batch = []
  }
  if (batch.length > 0) writeSync(file, `${batch.join('\n')}\n`)
  closeSync(file)
}
