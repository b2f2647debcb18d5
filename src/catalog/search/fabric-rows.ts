import type { FabricRecord } from '../../core/rooms.ts'
import type { Connection } from '../database.ts'
import type { Guides } from '../guide-files.ts'
import type { CatalogToIndex, FabricToIndex } from './load.ts'
import { type CatalogIndex, lineAt } from './memory.ts'

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

const recordOf = ({ id, name, sku, color_hex, thumbnail_url }: Row) => ({
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
  const { manufacturer, collection } = lineAt(index, fabric)
  return { ...recordOf(row), manufacturer, collection }
}

/** SQLite compares texts by their UTF-8 bytes, JavaScript by UTF-16 units. */
const compareTexts = (one: string, other: string): number =>
  one === other ? 0 : Buffer.compare(Buffer.from(one), Buffer.from(other))

const compare = (one: readonly string[], other: readonly string[]): number => {
  for (const [at, text] of one.entries()) {
    const order = compareTexts(text, other[at] ?? '')
    if (order !== 0) return order
  }
  return 0
}

/** The first number from `low` on for which something holds; it has to hold for all behind it. */
function firstThat(low: number, high: number, holds: (at: number) => boolean): number {
  while (low < high) {
    const middle = (low + high) >> 1
    if (holds(middle)) high = middle
    else low = middle + 1
  }
  return low
}

/** The first fabric behind a place in the order of D5, whether or not there still is a fabric at that place. */
export function placeBehind(db: Connection, index: CatalogIndex, sort: SortValues): number {
  const [manufacturer, collection, ...ofFabric] = sort
  const at = firstThat(0, index.lines.length, (number) => {
    const line = index.lines[number]
    return (
      line !== undefined && compare([line.manufacturer, line.collection], [manufacturer, collection]) >= 0
    )
  })
  const line = index.lines[at]
  if (line === undefined) return index.count
  if (line.manufacturer !== manufacturer || line.collection !== collection) return line.from
  return firstThat(line.from, line.to, (fabric) => {
    const { name, id } = fabricAt(db, index, fabric)
    return compare([name, id], ofFabric) > 0
  })
}
