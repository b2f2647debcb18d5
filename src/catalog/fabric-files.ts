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

/**
 * Puts the fabrics of a file into the catalog by their stable ids (D3): all or none, unless bad ones are to be
 * skipped. Reads CSV or NDJSON.
 */
export async function importFabricFile(
  catalog: { importFabrics(batches: Batches, options: ImportOptions): Promise<Imported | undefined> },
  input: Readable,
  options: FileImportOptions,
): Promise<FileImport> {
  const reading = new Reading(FABRIC_FORMAT, options)
  let good = 0
  async function* batches(): AsyncGenerator<IncomingFabric[]> {
    for await (const batch of reading.batches(input)) {
      good += batch.length
      yield batch.map(({ value }) => value)
    }
    if (reading.bad > 0 && !options.skipBad) throw new Undone()
  }
  return countImport(reading, async () => {
    const {
      added = 0,
      updated = 0,
      unchanged = 0,
    } = (await catalog.importFabrics(batches(), {
      dryRun: options.isDryRun,
      patience: patienceOf(options),
    })) ?? {}
    return { added, updated, unchanged, duplicate: good - added - updated - unchanged }
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
