import { memoize } from '../core/memoize.ts'
import type { FabricRecord } from '../core/rooms.ts'
import type { CatalogReader } from './catalog-file.ts'
import type { FabricRow } from './rows.ts'
import type { CatalogIndex, CatalogToIndex, FabricToIndex } from './search/catalog-index.ts'
import type { Guides } from './supplies.ts'

const PRESENT = 'from catalog_fabrics where removed = 0'
const ORDER = 'order by manufacturer, collection, name, id'

const statementsOf = memoize((db: CatalogReader) => ({
  fact: db.prepare<[string], string>('select value from catalog_facts where key = ?').pluck(),
  byId: db.prepare<[string], FabricRow>(`select * ${PRESENT} and id = ?`),
  byKey: db.prepare<[number], FabricRow>('select * from catalog_fabrics where rowid = ?'),
  behind: db
    .prepare<string[], number>(
      `select rowid ${PRESENT} and (manufacturer, collection, name, id) > (?, ?, ?, ?) ${ORDER} limit 1`,
    )
    .pluck(),
}))

/** Call it within a transaction: the rows are read while the index is built. */
export const catalogToIndex = (db: CatalogReader, guides: Guides): CatalogToIndex => ({
  version: versionOf(db),
  counts: db
    .prepare<[], number>(`select count(*) ${PRESENT} group by manufacturer, collection`)
    .pluck()
    .iterate(),
  fabrics: db
    .prepare<[], FabricToIndex>(
      `select rowid as key, manufacturer, collection, name, sku, color_hex ${PRESENT} ${ORDER}`,
    )
    .iterate(),
  guides: [...guides.values()].flat(),
})

export const factIn = (db: CatalogReader, key: string): string | undefined => statementsOf(db).fact.get(key)

export const versionOf = (db: CatalogReader): string => factIn(db, 'version') ?? ''

const toRecord = (row: FabricRow): FabricRecord => ({
  id: row.id,
  name: row.name,
  manufacturer: row.manufacturer,
  collection: row.collection,
  sku: row.sku ?? undefined,
  colorHex: row.color_hex ?? undefined,
  thumbnailUrl: row.thumbnail_url ?? undefined,
})

export function fabricOf(db: CatalogReader, id: string): FabricRecord | undefined {
  const row = statementsOf(db).byId.get(id)
  return row && toRecord(row)
}

/** In the order of D5, in one statement, which sees one state of the catalog. Closes the connection. */
export function* allIn(db: CatalogReader): Generator<FabricRecord> {
  try {
    const rows = db.prepare<[], FabricRow>(`select * ${PRESENT} ${ORDER}`)
    for (const row of rows.iterate()) yield toRecord(row)
  } finally {
    db.close()
  }
}

export function fabricAt(db: CatalogReader, index: CatalogIndex, fabric: number): FabricRecord {
  const row = statementsOf(db).byKey.get(index.keys[fabric] ?? 0)
  if (row === undefined) throw new Error(`The index knows a fabric ${fabric}, the table does not.`)
  return toRecord(row)
}

/**
 * The number of the first fabric after these sort values (D5); their own fabric may be gone. SQL compares, because
 * JavaScript orders texts in another way.
 */
export function placeBehind(
  db: CatalogReader,
  { keys, count }: CatalogIndex,
  sortValues: readonly [manufacturer: string, collection: string, name: string, id: string],
): number {
  const key = statementsOf(db).behind.get(...sortValues)
  return key === undefined ? count : keys.indexOf(key)
}
