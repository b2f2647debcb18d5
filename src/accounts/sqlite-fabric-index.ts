import { sql, type Transaction } from 'kysely'
import { foldWords } from '../kit/text.ts'
import type { CatalogDatabase } from './schema.ts'
import { rangeOf } from './word-range.ts'

/**
 * A word in this many fabrics or more is frequent: which frequent words occur together is recorded,
 * because finding out by search would walk both of their lists.
 */
export const FREQUENT = 200

/** A line is a collection of a maker. */
async function indexLines(db: Transaction<CatalogDatabase>): Promise<void> {
  await sql`delete from fabric_lines`.execute(db)
  await sql`
    insert into fabric_lines (id, maker_id, manufacturer, collection, tokens)
    select id, maker_id, manufacturer, collection, line_tokens(fold(collection), fold(manufacturer), id, maker_id)
    from (
      select row_number() over (order by manufacturer, collection) as id,
        dense_rank() over (order by manufacturer) as maker_id, manufacturer, collection
      from (select distinct manufacturer, collection from fabrics)
    )`.execute(db)
  await sql`delete from fabric_line_starts`.execute(db)
  await sql`
    insert into fabric_line_starts (space, start, id)
    select distinct 't', start.value, line.id from fabric_lines as line, json_each(word_starts(line.collection)) as start
    union all
    select distinct 'g', start.value, line.maker_id from fabric_lines as line, json_each(word_starts(line.manufacturer)) as start`.execute(
    db,
  )
}

async function indexTokens(db: Transaction<CatalogDatabase>): Promise<void> {
  await sql`insert into fabric_search(fabric_search) values ('delete-all')`.execute(db)
  await sql`
    insert into fabric_search(rowid, tokens)
    select position, fabric_tokens(name, sku, color_hex) || ' ' || line.tokens
    from fabrics cross join fabric_lines as line using (manufacturer, collection)
    order by position`.execute(db)
  await sql`insert into fabric_search(fabric_search) values ('optimize')`.execute(db)
}

async function indexWords(db: Transaction<CatalogDatabase>): Promise<void> {
  const [nameWords, afterNameWords] = rangeOf('n_')
  const [lineWords, afterLineWords] = rangeOf('l_')
  await sql`delete from fabric_words`.execute(db)
  await sql`
    insert into fabric_words(word, reversed, fabrics, in_name, in_line)
    select word, reversed(word), max(doc), max(field = 'n'), max(field = 'l')
    from (
      select 'n' as field, substr(term, 3) as word, doc from fabric_terms
      where term >= ${nameWords} and term < ${afterNameWords}
      union all
      select 'l' as field, substr(term, 3) as word, doc from fabric_terms
      where term >= ${lineWords} and term < ${afterLineWords}
    )
    group by word order by word`.execute(db)
  await sql`insert into fabric_word_parts(fabric_word_parts) values ('rebuild')`.execute(db)
}

/** Which words some fabric has together, by the words' ids. */
class Pairs {
  readonly #partners = new Map<number, Set<number>>()

  add(one: number, other: number): void {
    if (one === other) return
    const first = Math.min(one, other)
    const partners = this.#partners.get(first)
    if (partners === undefined) this.#partners.set(first, new Set([one + other - first]))
    else partners.add(one + other - first)
  }

  *[Symbol.iterator](): Generator<readonly [first: number, partners: readonly number[]]> {
    for (const [first, partners] of this.#partners) yield [first, [...partners]]
  }
}

async function frequentWords(db: Transaction<CatalogDatabase>): Promise<ReadonlyMap<string, number>> {
  const { rows } = await sql<{ id: number; word: string }>`
    select id, word from fabric_words where fabrics >= ${FREQUENT}`.execute(db)
  return new Map(rows.map(({ id, word }) => [word, id]))
}

async function indexPairs(db: Transaction<CatalogDatabase>): Promise<void> {
  await sql`delete from fabric_word_pairs`.execute(db)
  const ids = await frequentWords(db)
  const known = (text: string) => [...new Set(foldWords(text))].flatMap((word) => ids.get(word) ?? [])
  const pairs = new Pairs()
  let line:
    | { readonly key: string; readonly words: readonly number[]; readonly seen: Set<number> }
    | undefined
  const fabrics = db.selectFrom('fabrics').select(['name', 'collection', 'manufacturer']).orderBy('position')
  for await (const { name, collection, manufacturer } of fabrics.stream()) {
    const key = `${collection} ${manufacturer}`
    // The fabrics of a line come one after the other.
    if (line?.key !== key) {
      line = { key, words: known(key), seen: new Set() }
      for (const one of line.words) for (const other of line.words) pairs.add(one, other)
    }
    const words = known(name)
    for (const [index, one] of words.entries()) {
      for (const other of words.slice(index + 1)) pairs.add(one, other)
      if (line.seen.has(one)) continue
      line.seen.add(one)
      for (const other of line.words) pairs.add(one, other)
    }
  }
  for (const [first, partners] of pairs) {
    await sql`
      insert into fabric_word_pairs select ${first}, value from json_each(${JSON.stringify(partners)})`.execute(
      db,
    )
  }
}

async function indexColors(db: Transaction<CatalogDatabase>): Promise<void> {
  await sql`delete from fabric_colors`.execute(db)
  await sql`
    insert into fabric_colors(cell, position, hex)
    select cell_of(color_hex), position, color_hex from fabrics where color_hex is not null
    order by 1, 2`.execute(db)
  await sql`delete from fabric_color_cells`.execute(db)
  await sql`
    insert into fabric_color_cells(block, cell, fabrics)
    select block_of(cell), cell, count(*) from fabric_colors group by cell`.execute(db)
}

/** Makes all search indexes anew from the table `fabrics`. */
export async function indexFabrics(db: Transaction<CatalogDatabase>): Promise<void> {
  await indexLines(db)
  await indexTokens(db)
  await indexWords(db)
  await indexPairs(db)
  await indexColors(db)
}
