import type { Readable } from 'node:stream'
import { createRenaming, type Fields, type NameListener } from './fields.ts'
import type { Finding, Outcome } from './findings.ts'
import { type RawRecord, readRecords } from './records.ts'

const BATCH = 1_000

/** How records of one kind are read. */
export interface RecordFormat<Value> {
  /** `undefined` if the records are JSON only and their fields are named exactly. */
  readonly fields?: Fields
  readonly read: (record: unknown) => Outcome<Value>
}

/** Is told about the progress of reading a file. */
export interface ReadingListener extends NameListener {
  /** Called for each issue in a record; `isLeftOut` if the whole record is left out for it. */
  onFinding(finding: Finding, isLeftOut: boolean): void
  /** Called from time to time with the number of records read so far. */
  onProgress(read: number): void
}

export interface Read<Value> {
  readonly line: number
  readonly value: Value
}

/**
 * Reads a file in batches of good records. It counts all records and reports what is wrong with the bad ones.
 */
export class Reading<Value> {
  read = 0
  bad = 0
  /** Rows of empty cells, which spreadsheets like to write. */
  skipped = 0
  readonly #format: RecordFormat<Value>
  readonly #listener: ReadingListener
  readonly #renamed: (record: unknown) => unknown

  constructor(format: RecordFormat<Value>, listener: ReadingListener) {
    this.#format = format
    this.#listener = listener
    const { fields } = format
    const rename = fields && createRenaming(fields, listener)
    const isObject = (record: unknown): record is object =>
      typeof record === 'object' && record !== null && !Array.isArray(record)
    this.#renamed = (record) => (rename && isObject(record) ? rename(record) : record)
  }

  /** Counts a record as bad. */
  refuse(finding: Finding): void {
    this.bad += 1
    this.#listener.onFinding(finding, true)
  }

  #take(raw: RawRecord): Read<Value> | undefined {
    const { line } = raw
    if ('above' in raw) {
      this.#listener.onFinding(
        { line, kind: 'is above the header, and is left out', value: raw.above },
        false,
      )
      return undefined
    }
    this.read += 1
    if ('isEmpty' in raw) {
      this.skipped += 1
      return undefined
    }
    if ('problem' in raw) {
      this.refuse({ line, kind: raw.problem, value: raw.value })
      return undefined
    }
    const outcome = this.#format.read(this.#renamed(raw.record))
    if ('problems' in outcome) {
      this.bad += 1
      for (const issue of outcome.problems) this.#listener.onFinding({ line, ...issue }, true)
      return undefined
    }
    for (const issue of outcome.dropped) this.#listener.onFinding({ line, ...issue }, false)
    return { line, value: outcome.value }
  }

  async *batches(input: Readable, size = BATCH): AsyncGenerator<Read<Value>[]> {
    let batch: Read<Value>[] = []
    for await (const raw of readRecords(input, this.#format.fields)) {
      const record = this.#take(raw)
      if (record !== undefined) batch.push(record)
      if (this.read % BATCH === 0) this.#listener.onProgress(this.read)
      if (batch.length < size) continue
      yield batch
      batch = []
    }
    yield batch
  }
}

/** All values of a trusted input. Throws at the first issue. */
export async function readAll<Value>(input: Readable, format: RecordFormat<Value>): Promise<Value[]> {
  const reading = new Reading(format, {
    onFinding({ line, kind }) {
      throw new Error(`line ${line}: ${kind}`)
    },
    onProgress() {},
    onRenamed() {},
    onUnknownField() {},
  })
  const values: Value[] = []
  for await (const batch of reading.batches(input)) values.push(...batch.map(({ value }) => value))
  return values
}
