import { type Kysely, sql } from 'kysely'
import type { CatalogDatabase } from './schema.ts'
import { inWriteTransaction } from './sqlite/writing.ts'

/** A small fact that the catalog knows about itself. */
export async function readMeta(db: Kysely<CatalogDatabase>, key: string): Promise<string | undefined> {
  const row = await db.selectFrom('meta').select('value').where('key', '=', key).executeTakeFirst()
  return row?.value
}

export async function writeMeta(db: Kysely<CatalogDatabase>, key: string, value: string): Promise<void> {
  await inWriteTransaction(db, (transaction) =>
    sql`insert into meta (key, value) values (${key}, ${value})
      on conflict (key) do update set value = excluded.value`.execute(transaction),
  )
}
