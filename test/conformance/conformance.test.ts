import { readFileSync, writeFileSync } from 'node:fs'
import { afterAll, describe, expect, it } from 'vitest'
import { COLUMNS, play, printed, scenarios, tableData, type Cell } from './table.js'

const file = new URL('../../docs/data/conformance.json', import.meta.url)

const cells = new Map<string, Cell>()

afterAll(() => console.log(`\n${printed(cells)}`))

describe.each(COLUMNS)('on $id', (column) => {
  it.each(scenarios)('%s', async (id, scenario) => {
    cells.set(`${id} on ${column.id}`, await play(scenario, column))
  })
})

it('agrees with the table in the documentation', () => {
  const data = `${JSON.stringify(tableData(cells), undefined, 2)}\n`
  if (process.env['UPDATE_CONFORMANCE'] === '1') writeFileSync(file, data)
  expect(readFileSync(file, 'utf8'), 'docs/data/conformance.json is not what the suite saw; refresh it with UPDATE_CONFORMANCE=1 npm exec -c "vitest run --config test/vitest.config.ts test/conformance/conformance.test.ts"').toBe(data)
})
