export { inBatches } from './batches.ts'
export { csvLine, plainName } from './csv.ts'
export { createPrivately, makePrivate, replaceFile } from './disk.ts'
export { isReaderGone, meaningOf, plainWords, reasonOf } from './os-errors.ts'
export {
  bySchema,
  type FileFormat,
  readInput,
  readShipped,
  readValues,
} from './reading.ts'
export {
  beginningOf,
  type Counts,
  type FileImportOptions,
  type Issue,
  longWait,
  quotedValue,
  Report,
  type Row,
  shownValue,
} from './report.ts'
