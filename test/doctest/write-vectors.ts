/**
 * `npm run vectors`: write `vectors.json` from the documents.
 */

import { writeFileSync } from 'node:fs'
import { isChinese, readDocuments, root } from './document.js'
import { suiteOf } from './suite.js'
import { buildVectors, printVectors } from './vectors.js'

const { blocks } = suiteOf(readDocuments())
const vectors = await buildVectors(blocks.filter(({ file }) => !isChinese(file)))
writeFileSync(`${root}/vectors.json`, printVectors(vectors))
console.log(`vectors.json: ${vectors.cases.length} cases`)
