import { type Kysely, sql } from 'kysely'

/** The shared catalog with its full-text index (SQLite FTS5), and the supply guides. */
export async function up(db: Kysely<unknown>): Promise<void> {
  const { schema } = db
  await schema
    .createTable('fabrics')
    .addColumn('position', 'integer', (column) => column.primaryKey())
    .addColumn('id', 'text', (column) => column.notNull().unique())
    .addColumn('manufacturer', 'text', (column) => column.notNull())
    .addColumn('collection', 'text', (column) => column.notNull())
    .addColumn('name', 'text', (column) => column.notNull())
    .addColumn('sku', 'text')
    .addColumn('color_hex', 'text')
    .addColumn('thumbnail_url', 'text')
    .addColumn('shipped', 'integer', (column) => column.notNull().defaultTo(0))
    .execute()
  await schema
    .createIndex('fabrics_order')
    .on('fabrics')
    .columns(['manufacturer', 'collection', 'name', 'id'])
    .execute()

  await schema
    .createTable('fabric_collections')
    .addColumn('id', 'integer', (column) => column.primaryKey())
    .addColumn('manufacturer', 'text', (column) => column.notNull())
    .addColumn('collection', 'text', (column) => column.notNull())
    .addColumn('folded_manufacturer', 'text', (column) => column.notNull())
    .addColumn('folded_collection', 'text', (column) => column.notNull())
    .addUniqueConstraint('fabric_collections_name', ['manufacturer', 'collection'])
    .execute()

  // Folded words, one rowid per fabrics.position; `facet` holds the token c{fabric_collections.id}.
  // Symbols count as letters, because an emoji in a query is text that must occur, not nothing.
  await sql`
    create virtual table fabric_search using fts5(
      name, collection, manufacturer, facet,
      content='', contentless_delete=1, prefix='1 2 3',
      tokenize="unicode61 remove_diacritics 0 categories 'L* N* So Co'"
    )`.execute(db)
  await sql`create virtual table fabric_terms using fts5vocab(fabric_search, col)`.execute(db)

  // Each distinct word once, with a trigram index: which words have "berry" inside?
  await schema
    .createTable('fabric_words')
    .addColumn('id', 'integer', (column) => column.primaryKey())
    .addColumn('word', 'text', (column) => column.notNull().unique())
    .execute()
  await sql`
    create virtual table fabric_word_parts using fts5(
      word, content='fabric_words', content_rowid='id', tokenize='trigram'
    )`.execute(db)

  await schema
    .createTable('supplies')
    .addColumn('category', 'text', (column) => column.notNull())
    .addColumn('position', 'integer', (column) => column.notNull())
    .addColumn('slug', 'text', (column) => column.notNull())
    .addColumn('name', 'text', (column) => column.notNull())
    .addColumn('summary', 'text', (column) => column.notNull())
    .addColumn('best_for', 'text')
    .addColumn('price_range', 'text')
    .addColumn('retailers', 'text', (column) => column.notNull().defaultTo('[]'))
    .addPrimaryKeyConstraint('supplies_key', ['category', 'position'])
    .addUniqueConstraint('supplies_slug', ['category', 'slug'])
    .execute()
}
