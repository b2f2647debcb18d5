import { type Kysely, type Selectable, sql } from 'kysely'
import type { FabricFilter, FabricKey, FabricRecord, Fabrics, Page } from '../kit/repositories.ts'
import { readingCatalog } from './catalog.ts'
import { facetCondition } from './fabric-filters.ts'
import { parseFabricQuery, withBareColor, withoutNoise } from './fabric-query.ts'
import { type Condition, only, plainMatch, rankTiers } from './fabric-tiers.ts'
import { pageOf } from './paging.ts'
import type { Database, FabricsTable } from './schema.ts'
import { nearestColors } from './sqlite-fabric-colors.ts'
import { compact } from './sqlite-fabric-tokens.ts'
import { groupOf, mayMeet, respelled, wordsWithInside } from './sqlite-fabric-words.ts'

/** A row with its rank in the search: the number of its tier, or its distance from a colour. */
type Ranked = Selectable<FabricsTable> & { readonly rank: number }

/** Where a page starts: at the first row of `rank` from `position` on, then the ranks behind. */
interface Start {
  readonly rank: number
  readonly position: number
}

type Facets = Condition | 'all'
type Mode = FabricKey[0]

const FIRST: Start = { rank: 0, position: 0 }

const toRecord = (row: Selectable<FabricsTable>): FabricRecord => ({
  id: row.id,
  name: row.name,
  manufacturer: row.manufacturer,
  collection: row.collection,
  sku: row.sku ?? undefined,
  colorHex: row.color_hex ?? undefined,
  thumbnailUrl: row.thumbnail_url ?? undefined,
})

/** Rows of one condition in the order of D5; positions follow it, so nothing is sorted. */
async function rowsOf(
  db: Kysely<Database>,
  condition: Facets,
  { rank, position }: Start,
  count: number,
): Promise<Ranked[]> {
  if (condition === undefined) return []
  const { rows } =
    condition === 'all'
      ? await sql<Ranked>`
          select *, ${sql.lit(0)} as rank from fabrics where position >= ${position} order by position limit ${count}`.execute(
          db,
        )
      : await sql<Ranked>`
          select fabrics.*, ${rank} as rank from fabric_search
          join fabrics on fabrics.position = fabric_search.rowid
          where fabric_search match ${condition} and fabric_search.rowid >= ${position}
          order by fabric_search.rowid limit ${count}`.execute(db)
  return rows
}

/** D14 and D15: tier after tier, each without the fabrics of the tiers before it. */
async function byWords(
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
      ...(await rowsOf(db, only(condition, facets, before), { rank, position }, count - found.length)),
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

async function bySku(db: Kysely<Database>, text: string, facets: Facets, start: Start, count: number) {
  const sku = compact(text)
  return [...sku].length < 3 ? [] : rowsOf(db, only(`"k_${sku}" *`, facets, []), start, count)
}

/** The words that the colour ranks: as they are, or as a fallback reads them (D16); `undefined` when they match nothing. */
async function matchForColor(
  db: Kysely<Database>,
  words: readonly string[],
  facets: Facets,
): Promise<Facets> {
  if (words.length === 0) return facets
  const readings = [words, withoutNoise(words), await respelled(db, words)]
  for (const reading of readings) {
    if (reading === undefined) continue
    const groups = await Promise.all(reading.map((word) => groupOf(db, word)))
    const insides = await Promise.all(reading.map((word) => wordsWithInside(db, word)))
    const condition = only(plainMatch(groups, insides), facets, [])
    if ((await rowsOf(db, condition, FIRST, 1)).length > 0) return condition
  }
  return undefined
}

async function byColor(
  db: Kysely<Database>,
  { hex, match }: { readonly hex: string; readonly match: Facets },
  start: Start,
  count: number,
): Promise<Ranked[]> {
  if (match === undefined) return []
  const hits = await nearestColors(db, {
    hex,
    match,
    count,
    isAfter: ({ distance, position }) =>
      distance > start.rank || (distance === start.rank && position >= start.position),
  })
  if (hits.length === 0) return []
  const positions = JSON.stringify(hits.map(({ position }) => position))
  const { rows } = await sql<Selectable<FabricsTable>>`
    select fabrics.* from fabrics where position in (select value from json_each(${positions}))`.execute(db)
  const byPosition = new Map(rows.map((row) => [row.position, row]))
  return hits.flatMap(({ position, distance }) => {
    const row = byPosition.get(position)
    return row === undefined ? [] : [{ ...row, rank: distance }]
  })
}

/** One way of reading the query; `undefined` when the query cannot be read so. */
type Reading = (start: Start, count: number) => Promise<Ranked[]>

/** The readings of a query in the order of D16; the first that finds something is the answer. */
function readingsOf(
  db: Kysely<Database>,
  query: string | undefined,
  facets: Facets,
): ReadonlyMap<Mode, Reading> {
  if (query === undefined) return new Map([['plain', (start, count) => rowsOf(db, facets, start, count)]])
  const { words, color, text } = parseFabricQuery(query)
  const colored = (hex: string, others: readonly string[]): Reading => {
    return async (start, count) =>
      byColor(db, { hex, match: await matchForColor(db, others, facets) }, start, count)
  }
  if (color !== undefined) return new Map([['color', colored(color, words)]])
  const bare = withBareColor(query)
  return new Map<Mode, Reading>([
    ['plain', (start, count) => byWords(db, words, facets, start, count)],
    ['sku', (start, count) => bySku(db, text, facets, start, count)],
    ...(bare?.color === undefined ? [] : [['color', colored(bare.color, bare.words)] as const]),
    ['noise', async (start, count) => byWords(db, withoutNoise(words) ?? [], facets, start, count)],
    [
      'spelling',
      async (start, count) => byWords(db, (await respelled(db, words)) ?? [], facets, start, count),
    ],
  ])
}

/** The first position behind a key, whether its row still exists or not; `undefined` at the end. */
async function positionAfter(db: Kysely<Database>, [, , ...key]: FabricKey): Promise<number | undefined> {
  const row = await db
    .selectFrom('fabrics')
    .select('position')
    .where(({ eb, refTuple, tuple }) =>
      eb(refTuple('manufacturer', 'collection', 'name', 'id'), '>', tuple(...key)),
    )
    .orderBy('manufacturer')
    .orderBy('collection')
    .orderBy('name')
    .orderBy('id')
    .limit(1)
    .executeTakeFirst()
  return row?.position
}

async function find(
  db: Kysely<Database>,
  filter: FabricFilter,
  after: FabricKey | undefined,
  count: number,
): Promise<{ mode: Mode; rows: Ranked[] }> {
  const facets = await facetCondition(db, filter)
  if (facets === undefined) return { mode: 'plain', rows: [] }
  const readings = readingsOf(db, filter.query, facets)
  if (after !== undefined) {
    const [mode, rank] = after
    // Behind the last row of a rank there are still the ranks behind it.
    const position = (await positionAfter(db, after)) ?? Number.MAX_SAFE_INTEGER
    return { mode, rows: (await readings.get(mode)?.({ rank, position }, count)) ?? [] }
  }
  for (const [mode, read] of readings) {
    const rows = await read(FIRST, count)
    if (rows.length > 0) return { mode, rows }
  }
  return { mode: 'plain', rows: [] }
}

/** §4.2, D5, D14–D18 on SQLite FTS5. */
export function createSqliteFabrics(db: Kysely<Database>): Fabrics {
  const isEmpty = async () => (await db.selectFrom('fabrics').select('id').limit(1).execute()).length === 0

  return {
    search: ({ limit, after, ...filter }) =>
      readingCatalog(async () => {
        const { mode, rows } = await find(db, filter, after, limit + 1)
        const page = pageOf(
          rows,
          limit,
          (row): FabricKey => [mode, row.rank, row.manufacturer, row.collection, row.name, row.id],
        )
        const answer: Page<FabricRecord, FabricKey> = { items: page.items.map(toRecord), next: page.next }
        return { found: rows.length > 0 || !(await isEmpty()), answer }
      }),
  }
}
