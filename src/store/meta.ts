import { randomBytes } from 'node:crypto'
import type { Kysely } from 'kysely'
import type { Database } from './schema.ts'
import { inWriteTransaction } from './writing.ts'

export async function readMeta(db: Kysely<Database>, key: string): Promise<string | undefined> {
  const row = await db.selectFrom('meta').select('value').where('key', '=', key).executeTakeFirst()
  return row?.value
}

export async function writeMeta(db: Kysely<Database>, key: string, value: string): Promise<void> {
  await inWriteTransaction(db, (transaction) =>
    transaction
      .insertInto('meta')
      .values({ key, value })
      .onConflict((conflict) => conflict.column('key').doUpdateSet({ value }))
      .execute(),
  )
}

/** The secret that signs cursors when none is configured: made once, kept with the data. */
export async function cursorSecret(db: Kysely<Database>): Promise<string> {
  const fresh = randomBytes(32).toString('base64url')
  // Two processes may start together: the first one's secret stays.
  await inWriteTransaction(db, (transaction) =>
    transaction
      .insertInto('meta')
      .values({ key: 'cursor-secret', value: fresh })
      .onConflict((conflict) => conflict.doNothing())
      .execute(),
  )
  return (await readMeta(db, 'cursor-secret')) ?? fresh
}
