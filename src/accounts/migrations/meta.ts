import type { SchemaModule } from 'kysely'

/** Small facts about the database. */
export async function createMeta(schema: SchemaModule): Promise<void> {
  await schema
    .createTable('meta')
    .addColumn('key', 'text', (column) => column.primaryKey())
    .addColumn('value', 'text', (column) => column.notNull())
    .execute()
}
