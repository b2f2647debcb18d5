import { type Kysely, sql } from 'kysely'

/** The shared catalog with its search indexes (SQLite FTS5), and the supply guides. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await createFabrics(db)
  await createWordIndexes(db)
  await createColorIndex(db)
  await createSupplies(db)
}

async function createFabrics({ schema }: Kysely<unknown>): Promise<void> {
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
    .addColumn('maker_id', 'integer', (column) => column.notNull())
    .addColumn('manufacturer', 'text', (column) => column.notNull())
    .addColumn('collection', 'text', (column) => column.notNull())
    .addColumn('folded_manufacturer', 'text', (column) => column.notNull())
    .addColumn('folded_collection', 'text', (column) => column.notNull())
    .addUniqueConstraint('fabric_collections_name', ['manufacturer', 'collection'])
    .execute()
}

/** See `sqlite-fabric-index.ts` for what the tokens are. */
async function createWordIndexes(db: Kysely<unknown>): Promise<void> {
  // Prefix indexes for a namespace of two characters and one to three characters of a word. What is
  // indexed is folded already: everything but a space belongs to a token.
  await sql`
    create virtual table fabric_search using fts5(
      tokens, content='', contentless_delete=1, detail=none, prefix='3 4 5',
      tokenize="unicode61 remove_diacritics 0 categories 'L* M* N* P* S* C*'"
    )`.execute(db)
  await sql`create virtual table fabric_terms using fts5vocab(fabric_search, row)`.execute(db)

  await db.schema
    .createTable('fabric_words')
    .addColumn('id', 'integer', (column) => column.primaryKey())
    .addColumn('word', 'text', (column) => column.notNull().unique())
    .addColumn('reversed', 'text', (column) => column.notNull())
    .addColumn('fabrics', 'integer', (column) => column.notNull())
    .addColumn('in_collection', 'integer', (column) => column.notNull())
    .addColumn('in_maker', 'integer', (column) => column.notNull())
    .execute()
  await db.schema.createIndex('fabric_words_reversed').on('fabric_words').column('reversed').execute()
  await sql`
    create virtual table fabric_word_parts using fts5(
      word, content='fabric_words', content_rowid='id', tokenize='trigram'
    )`.execute(db)
  await sql`create table fabric_word_pairs (
    first integer not null, second integer not null, primary key (first, second)
  ) without rowid`.execute(db)
}

async function createColorIndex(db: Kysely<unknown>): Promise<void> {
  await sql`create table fabric_colors (
    cell integer not null, position integer not null, l real not null, a real not null, b real not null,
    primary key (cell, position)
  ) without rowid`.execute(db)
  await sql`create table fabric_color_cells (cell integer primary key)`.execute(db)
}

async function createSupplies({ schema }: Kysely<unknown>): Promise<void> {
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
