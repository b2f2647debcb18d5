import { type Kysely, type Selectable, sql } from 'kysely'
import type {
  FabricFilter,
  FabricKey,
  FabricPage,
  FabricRecord,
  Fabrics,
  SearchReport,
} from '../kit/repositories.ts'
import { readingCatalog } from './catalog.ts'
import { type Facets, facetsOf } from './fabric-filters.ts'
import { parseFabricQuery, withBareColor, withoutNoise } from './fabric-query.ts'
import { pageOf } from './paging.ts'
import type { CatalogDatabase, FabricsTable } from './schema.ts'
import { inSnapshot } from './sqlite/snapshot.ts'
import { fabricOf } from './sqlite-catalog.ts'
import { byColor } from './sqlite-fabric-color-search.ts'
import { anyRows, FIRST, type Ranked, rowsOf, type Start } from './sqlite-fabric-rows.ts'
import { bySku, byWords } from './sqlite-fabric-search.ts'
import { respellings } from './sqlite-fabric-spelling.ts'

type Mode = FabricKey[0]

const toRecord = (row: Selectable<FabricsTable>): FabricRecord => ({ id: row.id, ...fabricOf(row) })

/** One way of reading the query; `undefined` when the query cannot be read so. */
type Reading = (start: Start, count: number) => Promise<Ranked[]>

/** By the first spelling of the words that finds anything (D16). */
async function byRespelling(
  db: Kysely<CatalogDatabase>,
  words: readonly string[],
  facets: Facets,
  start: Start,
  count: number,
): Promise<Ranked[]> {
  for (const respelling of await respellings(db, words)) {
    if ((await byWords(db, respelling, facets, FIRST, 1)).length === 0) continue
    return byWords(db, respelling, facets, start, count)
  }
  return []
}

/** The readings of a query in the order of D16; the first that finds something is the answer. */
function readingsOf(
  db: Kysely<CatalogDatabase>,
  query: string | undefined,
  facets: Facets,
): ReadonlyMap<Mode, Reading> {
  if (query === undefined) {
    const browse: Reading = (start, count) =>
      facets === 'all' ? anyRows(db, start, count) : rowsOf(db, facets, start, count)
    return new Map([['plain', browse]])
  }
  const { words, color, text } = parseFabricQuery(query)
  const colored =
    (hex: string, others: readonly string[]): Reading =>
    (start, count) =>
      byColor(db, { hex, words: others, facets }, start, count)
  if (color !== undefined) return new Map([['color', colored(color, words)]])
  const bare = withBareColor(query)
  return new Map<Mode, Reading>([
    ['plain', (start, count) => byWords(db, words, facets, start, count)],
    ['sku', (start, count) => bySku(db, text, facets, start, count)],
    ...(bare?.color === undefined ? [] : [['color', colored(bare.color, bare.words)] as const]),
    ['noise', async (start, count) => byWords(db, withoutNoise(words) ?? [], facets, start, count)],
    ['spelling', (start, count) => byRespelling(db, words, facets, start, count)],
  ])
}

/**
 * The first position behind a key, whether its row still exists or not: positions are the ranks in the
 * order of D5 without gaps, so the place is found by halving.
 */
async function positionAfter(db: Kysely<CatalogDatabase>, [, , ...key]: FabricKey): Promise<number> {
  const isBehind = sql`(manufacturer, collection, name, id) > (${sql.join(key)})`
  const { rows } = await sql<{ position: number }>`
    with recursive place(low, high) as (
      select 0, (select coalesce(max(position), 0) + 1 from fabrics)
      union all
      select iif(${isBehind}, low, (low + high) / 2), iif(${isBehind}, (low + high) / 2, high)
      from place join fabrics on position = (low + high) / 2
      where high - low > 1
    )
    select high as position from place where high - low = 1`.execute(db)
  return rows[0]?.position ?? 1
}

async function find(
  db: Kysely<CatalogDatabase>,
  filter: FabricFilter,
  after: FabricKey | undefined,
  count: number,
): Promise<{ mode: Mode; rows: Ranked[] }> {
  const facets = await facetsOf(db, filter)
  if (facets === undefined) return { mode: 'plain', rows: [] }
  const readings = readingsOf(db, filter.query, facets)
  if (after !== undefined) {
    const [mode, rank] = after
    const position = await positionAfter(db, after)
    return { mode, rows: (await readings.get(mode)?.({ rank, position }, count)) ?? [] }
  }
  for (const [mode, read] of readings) {
    const rows = await read(FIRST, count)
    if (rows.length > 0) return { mode, rows }
  }
  return { mode: 'plain', rows: [] }
}

const UNKNOWN: SearchReport = {
  level: undefined,
  leftOut: [],
  readAs: [],
  manufacturers: [],
  collections: [],
  colors: [],
  distances: [],
  total: { count: 0, isExact: false },
  fault: undefined,
}

/** §4.2, D5, D14–D18 on SQLite FTS5. */
export function createSqliteFabrics(db: Kysely<CatalogDatabase>): Fabrics {
  const isEmpty = async () => (await db.selectFrom('fabrics').select('id').limit(1).execute()).length === 0

  return {
    makers: async () => {
      const rows = await db
        .selectFrom('fabrics')
        .select([
          'manufacturer',
          'collection',
          (expression) => expression.fn.countAll<number>().as('fabrics'),
        ])
        .groupBy(['manufacturer', 'collection'])
        .orderBy('manufacturer')
        .orderBy('collection')
        .execute()
      return [...new Set(rows.map(({ manufacturer }) => manufacturer))].map((manufacturer) => {
        const collections = rows.filter((row) => row.manufacturer === manufacturer)
        return {
          manufacturer,
          fabrics: collections.reduce((sum, { fabrics }) => sum + fabrics, 0),
          collections,
        }
      })
    },
    version: async () => '',
    search: ({ limit, after, ...filter }) =>
      readingCatalog(async () => {
        const { mode, rows } = await inSnapshot(db, (snapshot) => find(snapshot, filter, after, limit + 1))
        const page = pageOf(
          rows,
          limit,
          (row): FabricKey => [mode, row.rank, row.manufacturer, row.collection, row.name, row.id],
        )
        const answer: FabricPage = { items: page.items.map(toRecord), next: page.next, report: UNKNOWN }
        return { found: rows.length > 0 || !(await isEmpty()), answer }
      }),
  }
}
