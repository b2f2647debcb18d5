import type { FabricRecord } from '../../core/repositories.ts'
import type { Connection } from '../database.ts'
import type { Bounds, Condition } from './conditions/conditions.ts'
import type { Candidate } from './conditions/predicate.ts'
import { matchOf } from './conditions/tokens.ts'
import type { Line, Lines } from './lines.ts'
import { type FabricWords, wordsOfFabric } from './query/words.ts'

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

/** A fabric as searches keep it in memory. */
export interface Fabric extends Candidate {
  readonly row: Row
}

/** A fabric with its place in an answer: the rank, then the order of D5. */
export interface Ranked {
  readonly row: Row
  readonly rank: number
}

export const rowAt = (db: Connection, position: number): Row => {
  const row = db.row<Row>('select * from fabrics where position = ?', position)
  if (row === undefined) throw new Error(`The index knows a fabric at ${position}, the table does not.`)
  return row
}

/** The first positions that a match finds within bounds, in the order of D5. */
export const positionsOf = (
  db: Connection,
  match: string,
  { from, to }: Bounds,
  count: number,
): readonly number[] =>
  // The driver binds numbers as REAL. Full-text search cannot seek to a REAL: it walks from the first match.
  db.values(
    `select rowid from features where features match ? and rowid >= cast(? as integer)
     and rowid < cast(? as integer) order by rowid limit cast(? as integer)`,
    match,
    from,
    to,
    count,
  )

/** How many fabrics meet a condition that a match tells exactly, counted up to a bound. */
export function countMatches(db: Connection, condition: Condition, most: number): number {
  const match = matchOf(condition)
  if (match === undefined) return 0
  const sql = 'select count(*) from (select 1 from features where features match ? limit cast(? as integer))'
  return db.value<number>(sql, match, most) ?? 0
}

/** Its words are folded when they are asked for, because some conditions need only those of its line. */
export function candidateOf(lines: Lines, row: Row): Fabric {
  let fabric: FabricWords | undefined
  return {
    row,
    get fabric() {
      fabric ??= wordsOfFabric(row.name, row.sku)
      return fabric
    },
    line: lines.byId(row.line).words,
    hasColor: row.color_hex !== null,
  }
}

export const recordOf = ({ manufacturer, collection }: Line, row: Row): FabricRecord => ({
  id: row.id,
  name: row.name,
  manufacturer,
  collection,
  sku: row.sku ?? undefined,
  colorHex: row.color_hex ?? undefined,
  thumbnailUrl: row.thumbnail_url ?? undefined,
})

/** The sort values of D5. */
export type SortKey = readonly [manufacturer: string, collection: string, name: string, id: string]

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
  { manufacturer, collection }: Pick<Line, 'manufacturer' | 'collection'>,
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
