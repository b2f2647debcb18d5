import { type Kysely, sql } from 'kysely'
import { createMeta } from './meta.ts'

/** The shared catalog with its search indexes (SQLite FTS5), and the supply guides. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await createMeta(db.schema)
  await createFabrics(db)
  await createLines(db)
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
}

async function createLines(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('fabric_lines')
    .addColumn('id', 'integer', (column) => column.primaryKey())
    .addColumn('maker_id', 'integer', (column) => column.notNull())
    .addColumn('manufacturer', 'text', (column) => column.notNull())
    .addColumn('collection', 'text', (column) => column.notNull())
    .addColumn('tokens', 'text', (column) => column.notNull())
    .addUniqueConstraint('fabric_lines_name', ['manufacturer', 'collection'])
    .execute()
  await sql`create table fabric_line_starts (
    space text not null, start text not null, id integer not null, primary key (space, start, id)
  ) without rowid`.execute(db)
}

/** See `sqlite-fabric-tokens.ts` for what the tokens are. */
async function createWordIndexes(db: Kysely<unknown>): Promise<void> {
  // What is indexed is folded already: punctuation left in it is that of the tokens.
  await sql`
    create virtual table fabric_search using fts5(
      tokens, content='', contentless_delete=1, detail=none, tokenize="ascii tokenchars '_.'"
    )`.execute(db)
  await sql`create virtual table fabric_terms using fts5vocab(fabric_search, row)`.execute(db)

  await db.schema
    .createTable('fabric_words')
    .addColumn('id', 'integer', (column) => column.primaryKey())
    .addColumn('word', 'text', (column) => column.notNull().unique())
    .addColumn('reversed', 'text', (column) => column.notNull())
    .addColumn('fabrics', 'integer', (column) => column.notNull())
    .addColumn('in_name', 'integer', (column) => column.notNull())
    .addColumn('in_line', 'integer', (column) => column.notNull())
    .execute()
  await db.schema.createIndex('fabric_words_reversed').on('fabric_words').column('reversed').execute()
  await sql`
    create virtual table fabric_word_parts using fts5(
      word, content='fabric_words', content_rowid='id', tokenize='trigram case_sensitive 1'
    )`.execute(db)
  await sql`create table fabric_word_pairs (
    first integer not null, second integer not null, primary key (first, second)
  ) without rowid`.execute(db)
}

async function createColorIndex(db: Kysely<unknown>): Promise<void> {
  await sql`create table fabric_colors (
    cell integer not null, position integer not null, hex text not null, primary key (cell, position)
  ) without rowid`.execute(db)
  await sql`create table fabric_color_cells (
    block integer not null, cell integer not null, fabrics integer not null, primary key (block, cell)
  ) without rowid`.execute(db)
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
