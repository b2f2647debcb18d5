import { randomBytes } from 'node:crypto'
import type { Kysely } from 'kysely'
import { AT_START, type Database } from './database.ts'
import type { AccountsDatabase } from './schema.ts'

/** A small fact about the database. */
export async function readMeta(db: Kysely<AccountsDatabase>, key: string): Promise<string | undefined> {
  const row = await db.selectFrom('meta').select('value').where('key', '=', key).executeTakeFirst()
  return row?.value
}

export async function writeMeta(db: Kysely<AccountsDatabase>, key: string, value: string): Promise<void> {
  await db
    .insertInto('meta')
    .values({ key, value })
    .onConflict((conflict) => conflict.column('key').doUpdateSet({ value }))
    .execute()
}

const SECRET = 'cursor-secret'

/**
 * The secret that signs cursors if none is configured. It is created once and kept with the data, so that it
 * is the same for all instances.
 */
export async function cursorSecret({ kysely, write }: Database): Promise<string> {
  const known = await readMeta(kysely, SECRET)
  if (known !== undefined) return known
  const value = randomBytes(32).toString('base64url')
  // If two processes start together, the secret of the first one stays.
  await write(
    (transaction) =>
      transaction
        .insertInto('meta')
        .values({ key: SECRET, value })
        .onConflict((conflict) => conflict.doNothing())
        .execute(),
    AT_START,
  )
  return (await readMeta(kysely, SECRET)) ?? value
}
