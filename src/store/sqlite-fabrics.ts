import type { Kysely, Selectable } from 'kysely'
import type { FabricFilter, FabricKey, FabricRecord, Fabrics, Page } from '../kit/repositories.ts'
import { readingCatalog } from './catalog.ts'
import { type Facets, facetsOf } from './fabric-filters.ts'
import { parseFabricQuery, withBareColor, withoutNoise } from './fabric-query.ts'
import { pageOf } from './paging.ts'
import type { Database, FabricsTable } from './schema.ts'
import { fabricOf } from './sqlite-catalog.ts'
import { byColor } from './sqlite-fabric-color-search.ts'
import { bySku, byWords, FIRST, type Ranked, rowsOf, type Start } from './sqlite-fabric-search.ts'
import { respellings } from './sqlite-fabric-words.ts'
import { inSnapshot } from './sqlite-snapshot.ts'

type Mode = FabricKey[0]

const toRecord = (row: Selectable<FabricsTable>): FabricRecord => ({ id: row.id, ...fabricOf(row) })

/** One way of reading the query; `undefined` when the query cannot be read so. */
type Reading = (start: Start, count: number) => Promise<Ranked[]>

/** By the first spelling of the words that finds anything (D16). */
async function byRespelling(
  db: Kysely<Database>,
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
  db: Kysely<Database>,
  query: string | undefined,
  facets: Facets,
): ReadonlyMap<Mode, Reading> {
  if (query === undefined)
    return new Map([['plain', (start, count) => rowsOf(db, facets.condition, start, count)]])
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
  const facets = await facetsOf(db, filter)
  if (facets.condition === undefined) return { mode: 'plain', rows: [] }
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
        const { mode, rows } = await inSnapshot(db, (snapshot) => find(snapshot, filter, after, limit + 1))
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
