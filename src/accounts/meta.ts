import { randomBytes } from 'node:crypto'
import { type Kysely, sql } from 'kysely'
import type { AccountsDatabase } from './schema.ts'
import { AT_START, inWriteTransaction } from './writing.ts'

/** A small fact that either database knows about itself. */
export async function readMeta<Tables>(db: Kysely<Tables>, key: string): Promise<string | undefined> {
  const { rows } = await sql<{ value: string }>`select value from meta where key = ${key}`.execute(db)
  return rows[0]?.value
}

export async function writeMeta<Tables>(db: Kysely<Tables>, key: string, value: string): Promise<void> {
  await inWriteTransaction(db, (transaction) =>
    sql`insert into meta (key, value) values (${key}, ${value})
      on conflict (key) do update set value = excluded.value`.execute(transaction),
  )
}

/** The secret that signs cursors when none is configured: made once, kept with the data. */
export async function cursorSecret(db: Kysely<AccountsDatabase>): Promise<string> {
  const fresh = randomBytes(32).toString('base64url')
  // Two processes may start together: the first one's secret stays.
  await inWriteTransaction(
    db,
    (transaction) =>
      transaction
        .insertInto('meta')
        .values({ key: 'cursor-secret', value: fresh })
        .onConflict((conflict) => conflict.doNothing())
        .execute(),
    AT_START,
  )
  return (await readMeta(db, 'cursor-secret')) ?? fresh
}
