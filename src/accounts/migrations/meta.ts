import type { SchemaModule } from 'kysely'

/** Each database knows small facts about itself. */
export async function createMeta(schema: SchemaModule): Promise<void> {
  await schema
    .createTable('meta')
    .addColumn('key', 'text', (column) => column.primaryKey())
    .addColumn('value', 'text', (column) => column.notNull())
    .execute()
}
