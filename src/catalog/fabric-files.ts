import type { Readable } from 'node:stream'
import {
  asCsv,
  asNdjson,
  countImport,
  type FileImport,
  type FileImportOptions,
  patienceOf,
  Reading,
  readAll,
  Undone,
} from '../files/index.ts'
import { FABRIC_COLUMNS, FABRIC_FORMAT, type FabricRow, type IncomingFabric } from './fabric-records.ts'
import type { Batches, Imported, ImportOptions } from './import.ts'

/** How many warnings are given. */
const MOST_WARNINGS = 20

export interface FabricImportOptions extends FileImportOptions, Pick<ImportOptions, 'isForced'> {
  /** Withdraw what the makers of the file have in the catalog and not in the file. */
  readonly replacesMakers?: boolean | undefined
}

/**
 * Puts the fabrics of a file into the catalog by their stable ids (D3): all or none, unless bad ones are to be
 * skipped. Reads CSV or NDJSON.
 */
export async function importFabricFile(
  catalog: { importFabrics(batches: Batches, options: ImportOptions): Promise<Imported | undefined> },
  input: Readable,
  options: FabricImportOptions,
): Promise<FileImport> {
  const { skipBad, isDryRun, replacesMakers, isForced, report } = options
  if (replacesMakers && skipBad) throw new Error('To replace a maker, the file must have no bad records.')
  const reading = new Reading(FABRIC_FORMAT, options.report)
  let good = 0
  async function* batches(): AsyncGenerator<IncomingFabric[]> {
    for await (const batch of reading.batches(input)) {
      good += batch.length
      yield batch.map(({ value }) => value)
    }
    if (reading.bad > 0 && !skipBad) throw new Undone()
  }
  return countImport(reading, async () => {
    const patience = patienceOf(options)
    const imported = await catalog.importFabrics(batches(), {
      dryRun: isDryRun,
      replacesMakers,
      isForced,
      patience,
    })
    const { added = 0, updated = 0, unchanged = 0, withdrawn, nearMakers = [] } = imported ?? {}
    for (const [maker, known] of nearMakers.slice(0, MOST_WARNINGS))
      report.warnings.push(`${maker} is a new maker, and there is ${known}. If they are one, write it so.`)
    return { added, updated, unchanged, removed: withdrawn, duplicate: good - added - updated - unchanged }
  })
}

/** The lines of a file that an import reads. */
export function fabricLines(
  fabrics: Iterable<FabricRow> | AsyncIterable<FabricRow>,
  format: 'csv' | 'ndjson',
): AsyncGenerator<string> {
  return format === 'csv' ? asCsv(FABRIC_COLUMNS, fabrics) : asNdjson(fabrics)
}

/** The fabrics of a shipped file; throws at the first thing that is wrong. */
export const readFabrics = (csv: string): Promise<IncomingFabric[]> => readAll(csv, FABRIC_FORMAT)
