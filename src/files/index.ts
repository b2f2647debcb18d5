/** Reads and writes the files of imports and exports, whatever they hold, and creates files that stay private. */
export { asCsv } from './csv.ts'
export { createPrivately, FOR_OTHERS, makePrivate, replaceFile } from './disk.ts'
export { bySchema, type Finding, issuesOf, type Outcome, Report } from './findings.ts'
export { type Headings, plainName } from './headings.ts'
export { asNdjson } from './ndjson.ts'
export {
  countImport,
  type FileImport,
  type FileImportOptions,
  patienceOf,
  Reading,
  type ReadRecord,
  type RecordFormat,
  readAll,
  Undone,
} from './reading.ts'
