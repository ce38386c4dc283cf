import { describe, expect, it } from 'vitest'
import { isOurs, sign } from '../../src/core/source.js'

describe('a message is ours', () => {
  it.each([
    [{ kind: 'plugin', plugin: 'time-context' }],
    [{ kind: 'time-context' }],
    [{ kind: 'plugin:time-context' }],
    [{ kind: 'plugin', plugin: 'time-context', form: 'snapshot', sections: [] }],
    [{ kind: 'time-context', more: 1 }],
  ])('C62: by its source: %j', (source) => {
    expect(isOurs(source)).toBe(true)
  })

  it.each([
    [undefined],
    [null],
    ['time-context'],
    [['time-context']],
    [{}],
    [{ kind: 'user' }],
    [{ kind: 'plugin' }],
    [{ kind: 'plugin', plugin: 'compact' }],
    [{ kind: 'plugin:compact', plugin: 'time-context' }],
    [{ kind: 'user', plugin: 'time-context' }],
    [{ plugin: 'time-context' }],
    [{ kind: 'Time-Context' }],
    [{ kind: ['time-context'] }],
  ])('C60: not by %j', (source) => {
    expect(isOurs(source)).toBe(false)
  })
})

describe('a reading is signed', () => {
  const sections = [{ name: 'time-context', text: 'a reading' }]

  it('in the bare form on inject hosts, whatever the format', () => {
    for (const format of [0, 4, undefined]) expect(sign('a reading', 'inject', format)).toStrictEqual({ kind: 'plugin', plugin: 'time-context' })
  })

  it.each([0, 2, 3])('C61: as a plugin on format %s', (format) => {
    expect(sign('a reading', 'decision', format)).toStrictEqual({ kind: 'plugin', plugin: 'time-context', form: 'snapshot', sections })
  })

  it.each([4, 5, undefined, null, '0', NaN])('C61: by its own kind on format %s', (format) => {
    expect(sign('a reading', 'decision', format)).toStrictEqual({ kind: 'time-context', form: 'snapshot', sections })
  })

  it('C63: so that it is recognised, and loses nothing as JSON', () => {
    for (const source of [sign('a', 'inject', 0), sign('a', 'decision', 0), sign('a', 'decision', 4)]) {
      expect(isOurs(source)).toBe(true)
      expect(JSON.parse(JSON.stringify(source))).toStrictEqual(source)
    }
  })
})
