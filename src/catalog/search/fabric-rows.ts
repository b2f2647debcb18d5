import type { FabricRecord } from '../../core/rooms.ts'
import type { Connection } from '../database.ts'
import type { Guides } from '../supplies.ts'
import type { CatalogIndex, CatalogToIndex, FabricToIndex } from './catalog-index.ts'

/** All that a search reads from the catalog's file. */

/** The sort values of D5. */
export type SortValues = readonly [manufacturer: string, collection: string, name: string, id: string]

const ALL = `
  select rowid as key, manufacturer, collection, name, sku, color_hex as colorHex
  from catalog_fabrics where removed = 0
  order by manufacturer, collection, name, id`

/** Everything that the index is built from. Call it in a transaction: the rows are read while it is built. */
export const catalogToIndex = (db: Connection, guides: Guides): CatalogToIndex => ({
  version: versionOf(db),
  count: db.value<number>('select count(*) from catalog_fabrics where removed = 0') ?? 0,
  fabrics: db.each<FabricToIndex>(ALL),
  guides: [...guides.values()]
    .flat()
    .map(({ name, summary, bestFor = '' }) => ({ name, text: `${summary} ${bestFor}` })),
})

export const factIn = (db: Connection, key: string): string | undefined =>
  db.value<string>('select value from catalog_facts where key = ?', key)

export const versionOf = (db: Connection): string => factIn(db, 'version') ?? ''

export function fabricOf(db: Connection, id: string): FabricRecord | undefined {
  const row = db.row<Row & Pick<FabricRecord, 'manufacturer' | 'collection'>>(
    'select * from catalog_fabrics where id = ? and removed = 0',
    id,
  )
  return row && { ...recordOf(row), manufacturer: row.manufacturer, collection: row.collection }
}

interface Row {
  readonly id: string
  readonly name: string
  readonly sku: string | null
  readonly color_hex: string | null
  readonly thumbnail_url: string | null
}

export const recordOf = ({ id, name, sku, color_hex, thumbnail_url }: Row) => ({
  id,
  name,
  sku: sku ?? undefined,
  colorHex: color_hex ?? undefined,
  thumbnailUrl: thumbnail_url ?? undefined,
})

const ROW = 'select id, name, sku, color_hex, thumbnail_url from catalog_fabrics where rowid = ?'

export function fabricAt(db: Connection, index: CatalogIndex, fabric: number): FabricRecord {
  const row = db.row<Row>(ROW, index.keys[fabric] ?? -1)
  if (row === undefined) throw new Error(`The index knows a fabric ${fabric}, the table does not.`)
  const { manufacturer, collection } = index.lineAt(fabric)
  return { ...recordOf(row), manufacturer, collection }
}

const BEFORE = 'select count(*) from catalog_fabrics where removed = 0 and'

/**
 * The number of the first fabric after these sort values in the order of D5. A fabric that has them need not exist any
 * more. SQL compares, because JavaScript orders texts in another way.
 */
export function placeBehind(
  db: Connection,
  { lines }: CatalogIndex,
  [manufacturer, collection, name, id]: SortValues,
): number {
  const line = lines.find((each) => each.manufacturer === manufacturer && each.collection === collection)
  if (line === undefined)
    return db.value<number>(`${BEFORE} (manufacturer, collection) < (?, ?)`, manufacturer, collection) ?? 0
  const beforeInLine = `${BEFORE} manufacturer = ? and collection = ? and (name, id) <= (?, ?)`
  return line.from + (db.value<number>(beforeInLine, manufacturer, collection, name, id) ?? 0)
}
