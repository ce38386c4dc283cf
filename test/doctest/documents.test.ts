import { runDocuments } from './run-documents.js'

// The quick suite (npm run docs:test) leaves out what needs a process of its own or real time.
runDocuments(import.meta.env.MODE !== 'quick')
