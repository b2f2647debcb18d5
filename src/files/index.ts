/** Reads and writes the files of imports and exports, whatever they hold, and creates files that stay private. */
export { csvLine } from './csv.ts'
export { createPrivately, FOR_OTHERS, makePrivate, replaceFile } from './disk.ts'
export {
  type Counts,
  countImport,
  type FileImport,
  type FileImportOptions,
  longWait,
  readShipped,
} from './file-import.ts'
export { plainName } from './headings.ts'
export {
  bySchema,
  type FileFormat,
  type Parsed,
  type ReadValue,
  readInput,
  readValues,
} from './reading.ts'
export { type Finding, type Issue, Report, shownValue } from './report.ts'
