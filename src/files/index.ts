export { csvLine, plainName } from './csv.ts'
export { createPrivately, datedName, moveLog, replaceFile } from './disk.ts'
export {
  type Counts,
  type FileImportOptions,
  type Issue,
  Report,
  type Row,
} from './import-report.ts'
export { codeOf, meaningOf, plainWords, reasonOf } from './os-errors.ts'
export { type FileFormat, readInput, readShipped, readValues } from './reading.ts'
