import { type Kysely, type Selectable, sql } from 'kysely'
import type { FabricFilter, FabricKey, FabricRecord, Fabrics, Page } from '../kit/repositories.ts'
import { foldWords } from '../kit/text.ts'
import { readingCatalog } from './catalog.ts'
import { collectionMatches } from './fabric-filters.ts'
import { pageOf } from './paging.ts'
import type { Database, FabricsTable } from './schema.ts'

const toRecord = (row: Selectable<FabricsTable>): FabricRecord => ({
  id: row.id,
  name: row.name,
  manufacturer: row.manufacturer,
  collection: row.collection,
  sku: row.sku ?? undefined,
  colorHex: row.color_hex ?? undefined,
  thumbnailUrl: row.thumbnail_url ?? undefined,
})

const EMPTY: Page<FabricRecord, FabricKey> = { items: [], next: null }

/** A shorter word is looked for at the beginning of words only (D14). */
const INSIDE_WORD_LENGTH = 3

/**
 * The full-text condition of one word: its beginning of a word, or the catalog's words that have it
 * inside. `undefined` when no word of the catalog has it, which settles the whole search.
 */
async function wordCondition(db: Kysely<Database>, word: string): Promise<string | undefined> {
  const { rows: begins } = await sql<{ word: string }>`
    select word from fabric_words where word >= ${word} and word < ${`${word}\u{10FFFF}`} limit 1`.execute(db)
  const alternatives = begins.length > 0 ? [`"${word}" *`] : []
  if ([...word].length >= INSIDE_WORD_LENGTH) {
    const { rows: inside } = await sql<{ word: string }>`
      select word from fabric_word_parts where fabric_word_parts match ${`"${word}"`}`.execute(db)
    for (const { word: whole } of inside) if (!whole.startsWith(word)) alternatives.push(`"${whole}"`)
  }
  return alternatives.length === 0
    ? undefined
    : `{name collection manufacturer} : (${alternatives.join(' OR ')})`
}

/** The full-text condition of the filters; `undefined` when no collection is left. */
async function facetCondition(
  db: Kysely<Database>,
  filter: { manufacturer: string | undefined; collection: string | undefined },
): Promise<string | undefined> {
  const collections = await db
    .selectFrom('fabric_collections')
    .select('id')
    .where((builder) => collectionMatches(builder, filter))
    .execute()
  return collections.length === 0
    ? undefined
    : `facet : (${collections.map(({ id }) => `c${id}`).join(' OR ')})`
}

/** What full-text search is asked for: `all` without query and filters, `none` when it cannot match. */
async function matchExpression(
  db: Kysely<Database>,
  filter: FabricFilter,
): Promise<{ match: string } | 'all' | 'none'> {
  const { query, manufacturer, collection } = filter
  const conditions: (string | undefined)[] = []
  if (query !== undefined) {
    const words = foldWords(query)
    if (words.length === 0) return 'none'
    for (const word of new Set(words)) conditions.push(await wordCondition(db, word))
  }
  if (manufacturer !== undefined || collection !== undefined) {
    conditions.push(await facetCondition(db, { manufacturer, collection }))
  }
  if (conditions.includes(undefined)) return 'none'
  return conditions.length === 0 ? 'all' : { match: conditions.join(' AND ') }
}

/** The first position behind a key, whether its row still exists or not; `undefined` at the end. */
async function positionAfter(
  db: Kysely<Database>,
  after: FabricKey | undefined,
): Promise<number | undefined> {
  if (after === undefined) return 0
  const row = await db
    .selectFrom('fabrics')
    .select('position')
    .where(({ eb, refTuple, tuple }) =>
      eb(refTuple('manufacturer', 'collection', 'name', 'id'), '>', tuple(...after)),
    )
    .orderBy('manufacturer')
    .orderBy('collection')
    .orderBy('name')
    .orderBy('id')
    .limit(1)
    .executeTakeFirst()
  return row?.position
}

/**
 * §4.2, D5, D14, D18 on SQLite FTS5. Rowids follow the order of D5, so matches stream in the order
 * of the answer and nothing is sorted.
 */
export function createSqliteFabrics(db: Kysely<Database>): Fabrics {
  async function find(
    filter: FabricFilter,
    from: number,
    count: number,
  ): Promise<Selectable<FabricsTable>[]> {
    const wanted = await matchExpression(db, filter)
    if (wanted === 'none') return []
    if (wanted === 'all') {
      return db
        .selectFrom('fabrics')
        .selectAll()
        .where('position', '>=', from)
        .orderBy('position')
        .limit(count)
        .execute()
    }
    const { rows } = await sql<Selectable<FabricsTable>>`
      select fabrics.* from fabric_search
      join fabrics on fabrics.position = fabric_search.rowid
      where fabric_search match ${wanted.match} and fabric_search.rowid >= ${from}
      order by fabric_search.rowid limit ${count}`.execute(db)
    return rows
  }

  const isEmpty = async () => (await db.selectFrom('fabrics').select('id').limit(1).execute()).length === 0

  return {
    search: ({ limit, after, ...filter }) =>
      readingCatalog(async () => {
        const from = await positionAfter(db, after)
        const rows = from === undefined ? [] : await find(filter, from, limit + 1)
        if (rows.length === 0) return { found: !(await isEmpty()), answer: EMPTY }
        const page = pageOf(
          rows,
          limit,
          ({ manufacturer, collection, name, id }): FabricKey => [manufacturer, collection, name, id],
        )
        return { found: true, answer: { items: page.items.map(toRecord), next: page.next } }
      }),
  }
}
