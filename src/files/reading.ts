import { Readable } from 'node:stream'
import { inBatches } from '../core/batches.ts'
import { csvRecords, MOST_COLUMNS } from './csv.ts'
import { textOf } from './decode.ts'
import { type Finding, type Outcome, type RawRecord, Report } from './findings.ts'
import { createRenaming, type Headings } from './headings.ts'
import { ndjsonRecords } from './ndjson.ts'

/**
 * The records of an input: NDJSON, or CSV if headings are given. The first character shows which. Throws if the
 * input has neither format.
 */
async function* rawRecords(input: Readable, headings: Headings | undefined): AsyncGenerator<RawRecord> {
  const text = textOf(input)
  let begin = ''
  while (begin.trim() === '') {
    const { value, done } = await text.next()
    if (done) return
    begin += value
  }
  const all = (async function* () {
    yield begin
    yield* text
  })()
  const [first] = begin.trimStart()
  if (first === '[')
    throw new Error(
      'The input is a JSON array. Write each object on a line of its own, without commas between them (NDJSON), as with: jq -c ".[]" FILE',
    )
  yield* first === '{' || headings === undefined ? ndjsonRecords(all) : csvRecords(all, headings)
}

/** How records of one kind are read. */
export interface RecordFormat<Value> {
  /** `undefined` if the records are JSON only and their fields are named exactly. */
  readonly headings?: Headings
  readonly read: (record: unknown) => Outcome<Value>
}

export interface ReadRecord<Value> {
  readonly line: number
  readonly value: Value
}

const isObject = (record: unknown): record is object =>
  typeof record === 'object' && record !== null && !Array.isArray(record)

/** Reads a file in batches of good records. It counts all records and reports what is wrong with the bad ones. */
export class Reading<Value> {
  read = 0
  bad = 0
  /** Rows of empty cells, which spreadsheets like to write. */
  skipped = 0
  readonly #format: RecordFormat<Value>
  readonly #report: Report
  readonly #renamed: (record: object) => object

  /** @param report is filled while the file is read. */
  constructor(format: RecordFormat<Value>, report: Report) {
    this.#format = format
    this.#report = report
    const { headings } = format
    this.#renamed = headings === undefined ? (record) => record : createRenaming(headings, report)
  }

  /** Counts a record as bad. */
  refuse(...findings: readonly Finding[]): void {
    this.bad += 1
    for (const finding of findings) this.#report.bad.add(finding)
  }

  #take(raw: RawRecord): ReadRecord<Value> | undefined {
    const { line } = raw
    if ('above' in raw) {
      this.#report.dropped.add({ line, kind: 'is above the header, and is left out', value: raw.above })
      return undefined
    }
    this.read += 1
    if ('isEmpty' in raw) this.skipped += 1
    else if ('problem' in raw) this.refuse({ line, kind: raw.problem, value: raw.value })
    else if (isObject(raw.record) && Object.keys(raw.record).length > MOST_COLUMNS)
      this.refuse({ line, kind: `has more than ${MOST_COLUMNS} fields` })
    else {
      const { record } = raw
      const outcome = this.#format.read(isObject(record) ? this.#renamed(record) : record)
      if ('value' in outcome) {
        for (const issue of outcome.dropped) this.#report.dropped.add({ line, ...issue })
        return { line, value: outcome.value }
      }
      this.refuse(...outcome.problems.map((issue) => ({ line, ...issue })))
    }
    return undefined
  }

  async *#good(input: Readable): AsyncGenerator<ReadRecord<Value>> {
    for await (const raw of rawRecords(input, this.#format.headings)) {
      const record = this.#take(raw)
      if (record !== undefined) yield record
    }
  }

  batches(input: Readable): AsyncGenerator<ReadRecord<Value>[]> {
    return inBatches(this.#good(input))
  }
}

/** All values of a trusted text. Throws if anything is wrong with it. */
export async function readAll<Value>(text: string, format: RecordFormat<Value>): Promise<Value[]> {
  const report = new Report()
  const values: Value[] = []
  for await (const batch of new Reading(format, report).batches(Readable.from([text])))
    values.push(...batch.map(({ value }) => value))
  const [finding] = [...report.bad.first, ...report.dropped.first]
  if (finding !== undefined) throw new Error(`line ${finding.line}: ${finding.kind}`)
  return values
}

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
export interface Put {
  readonly added: number
  readonly updated: number
  /** What was there and goes, because the file says so or does not have it. */
  readonly removed?: number | undefined
  /** Records that were already there with the same content; `undefined` if that is not looked at. */
  readonly unchanged: number | undefined
  /** Records that occur again later in the file. The last one counts. */
  readonly duplicate: number
}

/** The counts of an import. Added, updated, unchanged, duplicate, bad and skipped add up to `read`. */
export interface FileImport extends Put {
  readonly read: number
  readonly bad: number
  /** Rows of empty cells. */
  readonly skipped: number
  /** False if nothing was written because of bad records. */
  readonly isDone: boolean
}

/** Thrown during an import to undo it, because it was a dry run or because it was refused. */
export class Undone extends Error {
  readonly put: Put | undefined

  /** @param put what would have been written; `undefined` if bad records kept everything out. */
  constructor(put?: Put) {
    super('The import is undone.')
    this.put = put
  }
}

/** Runs an import until it ends or is undone. The result is not done if it was refused for bad records. */
export async function countImport(
  reading: Pick<Reading<unknown>, 'read' | 'bad' | 'skipped'>,
  run: () => Promise<Put>,
): Promise<FileImport> {
  const put = await run().catch((error: unknown) => {
    if (error instanceof Undone) return error.put
    throw error
  })
  const { read, bad, skipped } = reading
  const nothing = { added: 0, updated: 0, unchanged: undefined, duplicate: 0 }
  return { read, bad, skipped, ...(put ?? nothing), isDone: put !== undefined }
}

/** Another import may take a minute or two. */
export const patienceOf = ({ onWait }: FileImportOptions) => ({ seconds: 600, onWait })
