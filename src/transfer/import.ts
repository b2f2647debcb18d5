import type { Readable } from 'node:stream'
import type { Accounts, Item, Patience } from '../accounts/index.ts'
import type { Catalog, FabricRow } from '../catalog/index.ts'
import { FABRIC_COLUMNS, fabricRecord, NEEDED_COLUMNS } from './fabric-records.ts'
import { itemRecord } from './item-records.ts'
import { type Parsed, type Records, readRecords, validated } from './records.ts'

const BATCH = 1_000

export interface ImportOptions {
  /** Leave bad records out instead of refusing the whole input. */
  readonly skipBad: boolean
  onProblem(line: number, problem: string): void
  /** Called now and then with the number of records read so far. */
  onProgress(read: number): void
  /** Called once for each field that no fabric has; it is left out. */
  onUnknownField(field: string): void
  /** Called when another process is writing, and this import waits for it. */
  onWait(): void
}

export interface ImportResult {
  readonly read: number
  readonly bad: number
  /** False when bad records kept everything out. */
  readonly done: boolean
  readonly added: number
  readonly updated: number
}

/** The good records in batches; bad ones are reported and counted. */
class Reader<Value> {
  read = 0
  bad = 0
  readonly #options: ImportOptions

  constructor(options: ImportOptions) {
    this.#options = options
  }

  report(line: number, problem: string): void {
    this.bad += 1
    this.#options.onProblem(line, problem)
  }

  async *batches(records: AsyncIterable<Parsed<Value>>): AsyncGenerator<{ line: number; value: Value }[]> {
    let batch: { line: number; value: Value }[] = []
    for await (const parsed of records) {
      this.read += 1
      if ('problem' in parsed) this.report(parsed.line, parsed.problem)
      else batch.push(parsed)
      if (batch.length === BATCH) {
        this.#options.onProgress(this.read)
        yield batch
        batch = []
      }
    }
    yield batch
  }

  /** Whether bad records forbid the import. */
  get refuses(): boolean {
    return this.bad > 0 && !this.#options.skipBad
  }

  result(done: boolean, counts: { added: number; updated: number }): ImportResult {
    return { read: this.read, bad: this.bad, done, ...counts }
  }
}

const NOTHING = { added: 0, updated: 0 }

/** Another import may take a minute or two. */
const patienceOf = ({ onWait }: ImportOptions): Patience => ({ seconds: 600, onWait })

const isFields = (value: unknown): value is object =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** The records as they are; fields that are not among the known ones are told of. */
async function* tellingUnknown(
  records: Records,
  known: readonly string[],
  { onUnknownField }: ImportOptions,
): Records {
  const told = new Set(known)
  for await (const record of records) {
    if ('value' in record && isFields(record.value)) {
      for (const field of Object.keys(record.value)) {
        if (told.has(field)) continue
        told.add(field)
        onUnknownField(field)
      }
    }
    yield record
  }
}

/** Thrown to undo a transaction; says nothing. */
class Refused extends Error {}

/** Upserts fabrics by their stable ids (D3), all or none unless bad ones are skipped. */
export async function importFabrics(
  catalog: Catalog,
  input: Readable,
  options: ImportOptions,
): Promise<ImportResult> {
  const reader = new Reader<FabricRow>(options)
  const records = tellingUnknown(readRecords(input, NEEDED_COLUMNS), ['id', ...FABRIC_COLUMNS], options)
  async function* batches() {
    for await (const batch of reader.batches(validated(records, fabricRecord))) {
      yield batch.map(({ value }) => value)
    }
    if (reader.refuses) throw new Refused()
  }
  try {
    const patience = patienceOf(options)
    const { added, updated, unchanged } = await catalog.importFabrics(batches(), { patience })
    return reader.result(true, { added, updated: updated + unchanged })
  } catch (error) {
    if (error instanceof Refused) return reader.result(false, NOTHING)
    throw error
  }
}

/**
 * Upserts projects, members and saved items by their ids, all or none unless bad ones are skipped.
 * An item may refer to what stands before it in the input, or in the database.
 */
export async function importItems(
  accounts: Accounts,
  input: Readable,
  options: ImportOptions,
): Promise<ImportResult> {
  const reader = new Reader<Item>(options)
  const batches: { line: number; value: Item }[][] = []
  // Read whole before the transaction begins: a slow input must not hold up the server's creates.
  for await (const batch of reader.batches(validated(readRecords(input), itemRecord))) batches.push(batch)
  const counts = { added: 0, updated: 0 }
  try {
    await accounts.importing(async (put) => {
      for (const batch of batches) {
        const outcomes = await put(batch.map(({ value }) => value))
        for (const [index, { line }] of batch.entries()) {
          const outcome = outcomes[index]
          if (typeof outcome === 'object') reader.report(line, outcome.problem)
          else if (outcome !== undefined) counts[outcome] += 1
        }
        options.onProgress(reader.read)
      }
      if (reader.refuses) throw new Refused()
    }, patienceOf(options))
  } catch (error) {
    if (error instanceof Refused) return reader.result(false, NOTHING)
    throw error
  }
  return reader.result(true, counts)
}
