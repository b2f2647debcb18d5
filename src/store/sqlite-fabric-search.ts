import { type Kysely, type Selectable, sql } from 'kysely'
import type { Facets } from './fabric-filters.ts'
import { type Condition, only, plainMatch, rankTiers } from './fabric-tiers.ts'
import type { Database, FabricsTable } from './schema.ts'
import { compact } from './sqlite-fabric-tokens.ts'
import { groupOf, mayMeet, wordsWithInside } from './sqlite-fabric-words.ts'

/** A row with its rank in the search: the number of its tier, or its distance from a colour. */
export type Ranked = Selectable<FabricsTable> & { readonly rank: number }

/** Where a page starts: at the first row of `rank` from `position` on, then the ranks behind. */
export interface Start {
  readonly rank: number
  readonly position: number
}

export const FIRST: Start = { rank: 0, position: 0 }

/** Rows of one condition in the order of D5; positions follow it, so nothing is sorted. */
export async function rowsOf(
  db: Kysely<Database>,
  condition: Condition | 'all',
  { rank, position }: Start,
  count: number,
): Promise<Ranked[]> {
  if (condition === undefined) return []
  // The driver binds numbers as REAL, and from a REAL full-text search does not seek: it walks from the first match.
  const { rows } =
    condition === 'all'
      ? await sql<Ranked>`
          select *, ${sql.lit(0)} as rank from fabrics where position >= ${position} order by position limit ${count}`.execute(
          db,
        )
      : await sql<Ranked>`
          select fabrics.*, ${rank} as rank from fabric_search
          join fabrics on fabrics.position = fabric_search.rowid
          where fabric_search match ${condition} and fabric_search.rowid >= cast(${position} as integer)
          order by fabric_search.rowid limit ${count}`.execute(db)
  return rows
}

/** D14 and D15: tier after tier, each without the fabrics of the tiers before it. */
export async function byWords(
  db: Kysely<Database>,
  words: readonly string[],
  facets: Facets,
  start: Start,
  count: number,
): Promise<Ranked[]> {
  if (words.length === 0) return []
  const groups = await Promise.all(words.map((word) => groupOf(db, word)))
  const tiers = (await mayMeet(db, groups)) ? rankTiers(groups) : []
  const found: Ranked[] = []
  const collect = async (rank: number, condition: Condition, before: readonly Condition[]) => {
    if (rank < start.rank || found.length === count) return
    const position = rank === start.rank ? start.position : 0
    found.push(
      ...(await rowsOf(
        db,
        only(condition, facets.condition, before),
        { rank, position },
        count - found.length,
      )),
    )
  }
  for (const [rank, tier] of tiers.entries()) await collect(rank, tier, tiers.slice(0, rank))
  if (found.length < count) {
    const insides = await Promise.all(words.map((word) => wordsWithInside(db, word)))
    const anyInside = insides.some((inside) => inside.length > 0)
    // The last tier holds all those before it.
    if (anyInside) await collect(RANK_INSIDE, plainMatch(groups, insides), tiers.slice(-1))
  }
  return found
}

/** Behind every tier of `rankTiers`. */
const RANK_INSIDE = 100

export async function bySku(db: Kysely<Database>, text: string, facets: Facets, start: Start, count: number) {
  const sku = compact(text)
  return [...sku].length < 3 ? [] : rowsOf(db, only(`"k_${sku}" *`, facets.condition, []), start, count)
}
