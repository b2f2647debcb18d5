import type { SchemaModule } from 'kysely'
import type { ColumnTypes } from '../database.ts'

/** Editions of the catalog, in chunks, for all instances to fetch. */
export async function up(schema: SchemaModule, { bytes }: ColumnTypes): Promise<void> {
  await schema
    .createTable('editions')
    .addColumn('format', 'integer', (column) => column.notNull())
    .addColumn('number', 'integer', (column) => column.notNull())
    .addColumn('release', 'text', (column) => column.notNull())
    .addColumn('chunks', 'integer', (column) => column.notNull())
    .addColumn('sha256', 'text', (column) => column.notNull())
    .addPrimaryKeyConstraint('editions_key', ['format', 'number'])
    .execute()
  await schema
    .createTable('edition_chunks')
    .addColumn('format', 'integer', (column) => column.notNull())
    .addColumn('number', 'integer', (column) => column.notNull())
    .addColumn('position', 'integer', (column) => column.notNull())
    .addColumn('bytes', bytes, (column) => column.notNull())
    .addPrimaryKeyConstraint('edition_chunks_key', ['format', 'number', 'position'])
    .execute()
}
