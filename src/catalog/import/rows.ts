import type { Connection } from '../database.ts'

/** A row of the table `fabrics`. */
export interface Row {
  readonly position: number
  readonly id: string
  readonly line: number
  readonly name: string
  readonly sku: string | null
  readonly color_hex: string | null
  readonly thumbnail_url: string | null
}

/** A row of the tables without lines: `incoming`, and `kept` from an older format. */
export interface FabricColumns {
  readonly manufacturer: string
  readonly collection: string
  readonly name: string
  readonly sku: string | null
  readonly color_hex: string | null
  readonly thumbnail_url: string | null
}

/** The sort values of D5. */
type SortKey = readonly [manufacturer: string, collection: string, name: string, id: string]

/** The first position after a fabric, which may be deleted by now. */
export function positionAfter(db: Connection, [manufacturer, collection, name, id]: SortKey): number {
  const inLine = db.value<number>(
    `select min(fabrics.position) from lines join fabrics on fabrics.line = lines.id
     where lines.manufacturer = ? and lines.collection = ? and (fabrics.name, fabrics.id) > (?, ?)`,
    manufacturer,
    collection,
    name,
    id,
  )
  return inLine ?? firstPositionBehind(db, { manufacturer, collection })
}

/** The first position in the lines after a line; after all fabrics when no line follows. */
function firstPositionBehind(
  db: Connection,
  { manufacturer, collection }: Readonly<Record<'manufacturer' | 'collection', string>>,
): number {
  const next = db.value<number>(
    `select fabrics.position from lines join fabrics on fabrics.line = lines.id
     where (lines.manufacturer, lines.collection) > (?, ?)
     order by lines.manufacturer, lines.collection, fabrics.name, fabrics.id limit 1`,
    manufacturer,
    collection,
  )
  return next ?? Number.MAX_SAFE_INTEGER
}
