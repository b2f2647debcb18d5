import { type FileFormat, readValues } from './reading.ts'
import { Report } from './report.ts'

/** How a file is imported into a database. */
export interface FileImportOptions {
  /** Leave bad records out instead of refusing the whole file. */
  readonly skipBad: boolean
  /** Report what would be done, but change nothing. */
  readonly isDryRun: boolean
  /** Is filled while the file is read. */
  readonly report: Report
  /** Called when another process is writing, and this import waits for it. */
  onWait(): void
}

/** What happened to the records that were written. */
export interface Counts {
  readonly added: number
  readonly updated: number
  /** What was there and goes, because the file says so or does not have it. */
  readonly removed?: number | undefined
  /** Records that were already there with the same content; `undefined` if that is not looked at. */
  readonly unchanged: number | undefined
  /** Records that occur again later in the file. The last one counts. */
  readonly duplicate: number
}

/** The counts of an import. Added, updated, unchanged, duplicate and bad add up to `read`. */
export interface FileImport extends Counts, Pick<Report, 'read' | 'bad'> {
  /** False if nothing was written because of bad records. */
  readonly isDone: boolean
}

const NOTHING: Counts = { added: 0, updated: 0, unchanged: undefined, duplicate: 0 }

/** @param counts of what was written; `undefined` if bad records kept everything out. */
export const countImport = ({ read, bad }: Report, counts: Counts | undefined): FileImport => ({
  ...(counts ?? NOTHING),
  read,
  bad,
  isDone: counts !== undefined,
})

/** Another import may take a minute or two. */
export const longWait = ({ onWait }: FileImportOptions) => ({ seconds: 600, onWait })

/** All values of a file that is shipped. Throws if anything is wrong with it. */
export function readShipped<Value>(text: string, format: FileFormat<Value>): Value[] {
  const report = new Report()
  const values = [...readValues(Buffer.from(text), format, report)].map(({ value }) => value)
  const [finding] = [...report.refused.first, ...report.dropped.first]
  if (finding !== undefined) throw new Error(`line ${finding.line}: ${finding.kind}`)
  return values
}
