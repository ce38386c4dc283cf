/**
 * The schemas of what the command line prints for machines.
 */

import { readFileSync } from 'node:fs'
import { Ajv2020 } from 'ajv/dist/2020.js'

const ajv = new Ajv2020({ allErrors: true, allowUnionTypes: true })

for (const name of ['verdict.schema.json', 'plan.schema.json', 'now.schema.json']) {
  ajv.addSchema(JSON.parse(readFileSync(new URL(`../../docs/schema/${name}`, import.meta.url), 'utf8')), name)
}

/**
 * What is wrong with a value, by a schema in `docs/schema/`.
 * @returns one line for each thing; none for a valid value.
 */
export const violations = (schema: string, value: unknown): string[] => {
  ajv.validate(schema, value)
  return (ajv.errors ?? []).map(({ instancePath, message }) => `${instancePath} ${message}`)
}
