import { randomBytes } from 'node:crypto'
import type { Kysely, Transaction } from 'kysely'
import { AT_START, type Database, type Patience } from '../database/index.ts'
import { createAssets } from './assets.ts'
import { allItems, type Item, nextSince, type Wanted } from './items.ts'
import { createProjects } from './projects.ts'
import { putItems } from './put-items.ts'
import { newId } from './queries.ts'
import { type Removed, removeItem, removeUser } from './remove.ts'
import { repositoriesOf } from './repositories.ts'
import type { AccountsTables } from './tables.ts'

/** One of our own databases of accounts. */
export type Accounts = ReturnType<typeof createAccounts>

async function readFact(db: Kysely<AccountsTables>, key: string): Promise<string | undefined> {
  const row = await db.selectFrom('meta').select('value').where('key', '=', key).executeTakeFirst()
  return row?.value
}

const writeFact = (db: Kysely<AccountsTables>, key: string, value: string) =>
  db
    .insertInto('meta')
    .values({ key, value })
    .onConflict((conflict) => conflict.column('key').doUpdateSet({ value }))
    .execute()

/**
 * Creates a project and an item and removes them. A write elsewhere would prove nothing: with a full disk it goes
 * on, as long as there is room in the pages that it needs.
 */
export async function tryCreates(transaction: Transaction<AccountsTables>): Promise<void> {
  const common = { name: '', folded_name: '', archived: 0, imported: 0, created_at: 0 } as const
  const project = { id: newId('prj'), ...common }
  const item = { id: newId('blk'), owner_id: '', resource: 'blocks', tags: '[]', ...common } as const
  await transaction.insertInto('projects').values(project).execute()
  await transaction.insertInto('assets').values(item).execute()
  await transaction.deleteFrom('projects').where('id', '=', project.id).execute()
  await transaction.deleteFrom('assets').where('id', '=', item.id).execute()
}

/** The functions of an accounts module, on one of our own databases. */
export const moduleOf = (database: Database<AccountsTables>) => ({
  ...createProjects(database),
  ...createAssets(database),
})

export function createAccounts(database: Database<AccountsTables>) {
  const { kysely, write, writeAlone, read, forCaller, problem, close } = database
  return {
    ...repositoriesOf(moduleOf(database), forCaller),
    /**
     * Runs a transaction that stores items, one at a time. If it throws, all of it is undone; it is called again if it
     * loses against another one.
     */
    importing: <Result>(
      run: (transaction: Transaction<AccountsTables>) => Promise<Result>,
      patience: Patience = AT_START,
    ): Promise<Result> => writeAlone('items', run, patience),
    /**
     * Calls `run` with items as they are at one moment, in an order in which they can be imported again, and with the
     * time from which on the next export has to begin, in epoch milliseconds.
     */
    async exporting<Result>(
      run: (items: AsyncGenerator<Item>, next: number) => Promise<Result>,
      wanted?: Wanted,
    ): Promise<Result> {
      // Asked first: what is created between the two is exported now, and once more next time.
      const next = await nextSince(database)
      return read((snapshot) => run(allItems(snapshot, wanted), next))
    },
    /** Removes everything of a person; `undefined` if there is nothing. */
    removeUser: (userId: string): Promise<Removed | undefined> =>
      write((transaction) => removeUser(transaction, userId), AT_START),
    /** Removes a project or a saved item; `undefined` if there is none of this id. */
    removeItem: (id: string): Promise<Removed | undefined> =>
      write((transaction) => removeItem(transaction, id), AT_START),
    /**
     * Loads shipped items and notes the hash of their files in one transaction, one process at a time, unless they are
     * loaded. Answers whether it loaded them.
     */
    async seed(
      {
        name,
        hash,
        items,
      }: { readonly name: string; readonly hash: string; readonly items: readonly Item[] },
      patience: Patience = AT_START,
    ): Promise<boolean> {
      const key = `seed:${name}`
      // Without a lock, which another process may hold for a long time.
      if ((await readFact(kysely, key)) === hash) return false
      const load = async (transaction: Transaction<AccountsTables>) => {
        if ((await readFact(transaction, key)) === hash) return false
        await putItems(transaction, items)
        await writeFact(transaction, key, hash)
        return true
      }
      return writeAlone('items', load, patience)
    },
    /** Small facts about the database: the cursor secret, and marks of the data that was loaded. */
    facts: {
      get: (key: string) => readFact(kysely, key),
      set: (key: string, value: string) => write((transaction) => writeFact(transaction, key, value)),
    },
    /** The secret that signs cursors if none is configured. It is the same for all instances. */
    async cursorSecret(): Promise<string> {
      const key = 'cursor-secret'
      const known = await readFact(kysely, key)
      if (known !== undefined) return known
      const value = randomBytes(32).toString('base64url')
      // If two processes start together, the secret of the first one stays.
      const insert = kysely
        .insertInto('meta')
        .values({ key, value })
        .onConflict((conflict) => conflict.doNothing())
      await write((transaction) => transaction.executeQuery(insert), AT_START)
      return (await readFact(kysely, key)) ?? value
    },
    /** The problem of the database, for operators; `undefined` if there is none. */
    problem,
    close,
  }
}
