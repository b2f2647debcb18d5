import { sql, type Transaction } from 'kysely'
import { foldWords } from '../kit/text.ts'
import type { Database } from './schema.ts'

/**
 * A word in this many fabrics or more is frequent: which frequent words occur together is recorded,
 * because finding out by search would walk both of their lists.
 */
export const FREQUENT = 200

async function indexCollections(db: Transaction<Database>): Promise<void> {
  await db.deleteFrom('fabric_collections').execute()
  await sql`
    insert into fabric_collections
      (id, maker_id, manufacturer, collection, folded_manufacturer, folded_collection)
    select row_number() over (order by manufacturer, collection), dense_rank() over (order by manufacturer),
      manufacturer, collection, fold(manufacturer), fold(collection)
    from (select distinct manufacturer, collection from fabrics)`.execute(db)
}

async function indexTokens(db: Transaction<Database>): Promise<void> {
  await sql`insert into fabric_search(fabric_search) values ('delete-all')`.execute(db)
  await sql`
    insert into fabric_search(rowid, tokens)
    select position, fabric_tokens(name, folded_collection, folded_manufacturer, sku, known.id, known.maker_id)
    from fabrics join fabric_collections as known using (manufacturer, collection)
    order by position`.execute(db)
  await sql`insert into fabric_search(fabric_search) values ('optimize')`.execute(db)
}

async function indexWords(db: Transaction<Database>): Promise<void> {
  await sql`delete from fabric_words`.execute(db)
  await sql`
    insert into fabric_words(word, reversed, fabrics, in_collection, in_maker)
    select word, reversed(word), max(doc * (space = 'a_')), max(space = 'c_'), max(space = 'm_')
    from (select substr(term, 1, 2) as space, substr(term, 3) as word, doc from fabric_terms)
    where space in ('a_', 'c_', 'm_')
    group by word order by word`.execute(db)
  await sql`insert into fabric_word_parts(fabric_word_parts) values ('rebuild')`.execute(db)
}

/** Which frequent words some fabric has together, by the words' ids. */
async function indexPairs(db: Transaction<Database>): Promise<void> {
  await sql`delete from fabric_word_pairs`.execute(db)
  const { rows: frequent } = await sql<{ id: number; word: string }>`
    select id, word from fabric_words where fabrics >= ${FREQUENT}`.execute(db)
  const ids = new Map(frequent.map(({ id, word }) => [word, id]))
  const pairs = new Map<number, Set<number>>()
  const fabrics = db.selectFrom('fabrics').select(['name', 'collection', 'manufacturer'])
  for await (const { name, collection, manufacturer } of fabrics.stream()) {
    const text = `${name} ${collection} ${manufacturer}`
    const known = [...new Set(foldWords(text))].flatMap((word) => ids.get(word) ?? [])
    for (const first of known) {
      for (const second of known) {
        if (first >= second) continue
        const partners = pairs.get(first)
        if (partners === undefined) pairs.set(first, new Set([second]))
        else partners.add(second)
      }
    }
  }
  for (const [first, partners] of pairs) {
    await sql`
      insert into fabric_word_pairs select ${first}, value from json_each(${JSON.stringify([...partners])})`.execute(
      db,
    )
  }
}

async function indexColors(db: Transaction<Database>): Promise<void> {
  await sql`delete from fabric_colors`.execute(db)
  await sql`
    insert into fabric_colors(cell, position, l, a, b)
    select lab ->> 0, position, lab ->> 1, lab ->> 2, lab ->> 3
    from (select position, lab(color_hex) as lab from fabrics where color_hex is not null)
    order by 1, 2`.execute(db)
  await sql`delete from fabric_color_cells`.execute(db)
  await sql`insert into fabric_color_cells select distinct cell from fabric_colors`.execute(db)
}

/** Makes all search indexes anew from the table `fabrics`. */
export async function indexFabrics(db: Transaction<Database>): Promise<void> {
  await indexCollections(db)
  await indexTokens(db)
  await indexWords(db)
  await indexPairs(db)
  await indexColors(db)
}
