export { csvLine, plainName } from './csv.ts'
export { COMPANIONS, createPrivately, makePrivate, replaceFile } from './disk.ts'
export {
  type Counts,
  type FileImportOptions,
  type Issue,
  longWait,
  Report,
  type Row,
} from './import-report.ts'
export { isReaderGone, meaningOf, plainWords, reasonOf } from './os-errors.ts'
export { bySchema, type FileFormat, readInput, readShipped, readValues } from './reading.ts'
