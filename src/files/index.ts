export { inBatches } from './batches.ts'
export { csvLine, plainName } from './csv.ts'
export { createPrivately, makePrivate, replaceFile } from './disk.ts'
export {
  beginningOf,
  type Counts,
  type FileImportOptions,
  type Finding,
  type Issue,
  longWait,
  quotedValue,
  Report,
  shownValue,
} from './findings.ts'
export { isReaderGone, meaningOf, plainWords, reasonOf } from './os-errors.ts'
export {
  bySchema,
  type FileFormat,
  type Parsed,
  type ReadValue,
  readInput,
  readShipped,
  readValues,
} from './reading.ts'
