import { type Kysely, type Selectable, sql } from 'kysely'
import { type Possible, wordsOf } from './fabric-conditions.ts'
import type { CatalogDatabase, FabricsTable } from './schema.ts'

/** A fabric as the catalog has it. */
export type CatalogRow = Selectable<FabricsTable>

/** A row with its rank in the search: the number of its tier, or its distance from a colour. */
export type Ranked = CatalogRow & { readonly rank: number }

/** Where a page starts: at the first row of `rank` from `position` on, then the ranks behind. */
export interface Start {
  readonly rank: number
  readonly position: number
}

export const FIRST: Start = { rank: 0, position: 0 }

/** Whether a ranked row belongs to the page or one behind it. */
export const isFrom = (start: Start, { rank, position }: Start): boolean =>
  rank > start.rank || (rank === start.rank && position >= start.position)

export const byRank = (one: Start, other: Start): number =>
  one.rank - other.rank || one.position - other.position

/** Any fabrics from a position on; positions follow the order of D5, so nothing is sorted. */
export async function anyRows(
  db: Kysely<CatalogDatabase>,
  { rank, position }: Start,
  count: number,
): Promise<Ranked[]> {
  const { rows } = await sql<Ranked>`
    select *, ${rank} as rank from fabrics
    where position >= ${position} order by position limit ${count}`.execute(db)
  return rows
}

/** What the match of a condition lets through from a position on, in the order of D5. */
export async function rowsOf(
  db: Kysely<CatalogDatabase>,
  condition: Possible,
  { rank, position }: Start,
  count: number,
): Promise<Ranked[]> {
  if (condition === undefined) return []
  // The driver binds numbers as REAL, and from a REAL full-text search does not seek: it walks from the first match.
  const { rows } = await sql<Ranked>`
    select fabrics.*, ${rank} as rank from fabric_search
    join fabrics on fabrics.position = fabric_search.rowid
    where fabric_search match ${condition.match} and fabric_search.rowid >= cast(${position} as integer)
    order by fabric_search.rowid limit ${count}`.execute(db)
  return rows
}

/** So many rows are held against a condition at first, then twice as many each time. */
const FIRST_BATCH = 64
const LARGEST_BATCH = 1_024

/** The same for a condition whose match may let through more. */
export async function acceptedRowsOf(
  db: Kysely<CatalogDatabase>,
  condition: Possible,
  { rank, position }: Start,
  count: number,
): Promise<Ranked[]> {
  const accepted: Ranked[] = []
  let from = position
  for (let batch = FIRST_BATCH; condition !== undefined && accepted.length < count; batch *= 2) {
    const size = Math.min(batch, LARGEST_BATCH)
    const rows = await rowsOf(db, condition, { rank, position: from }, size)
    accepted.push(...rows.filter((row) => condition.accepts(wordsOf(row))))
    const last = rows.at(-1)
    if (last === undefined || rows.length < size) break
    from = last.position + 1
  }
  return accepted.slice(0, count)
}

/** The first positions that the match of a condition lets through. */
export async function positionsOf(
  db: Kysely<CatalogDatabase>,
  condition: Possible,
  count: number,
): Promise<number[]> {
  if (condition === undefined) return []
  const { rows } = await sql<{ position: number }>`
    select rowid as position from fabric_search where fabric_search match ${condition.match}
    order by rowid limit ${count}`.execute(db)
  return rows.map(({ position }) => position)
}

/** The fabrics at these positions, in the order of D5. */
export async function rowsAt(
  db: Kysely<CatalogDatabase>,
  positions: readonly number[],
): Promise<CatalogRow[]> {
  const { rows } = await sql<CatalogRow>`
    select * from fabrics where position in (select value from json_each(${JSON.stringify(positions)}))
    order by position`.execute(db)
  return rows
}
