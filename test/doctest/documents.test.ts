import { runDocuments } from './run-documents.js'

runDocuments(false)
