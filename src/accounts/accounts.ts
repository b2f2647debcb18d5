import { randomBytes } from 'node:crypto'
import { type Logger, SILENT } from '../core/logger.ts'
import {
  createAvailability,
  faultOf,
  type Location,
  type LockWait,
  openDatabase,
  PATIENT,
  type Statements,
  watch,
} from '../database/index.ts'
import type { Item, Removal } from './item-lines.ts'
import { putItems, removeItem, removeUser } from './put-items.ts'
import { allItems, type Wanted } from './read-items.ts'
import { createRepositories, newId } from './repositories.ts'
import { type AccountsTables, type Db, MIGRATIONS } from './tables.ts'

export type Accounts = Awaited<ReturnType<typeof openAccounts>>

/** After this time a create has been stored or has failed. */
const LONGEST_CREATE_MS = 60_000

async function readFact(db: Db, key: string) {
  const row = await db.selectFrom('meta').select('value').where('key', '=', key).executeTakeFirst()
  return row?.value
}

export const writeFact = (db: Db, key: string, value: string) =>
  db
    .insertInto('meta')
    .values({ key, value })
    .onConflict((conflict) => conflict.column('key').doUpdateSet({ value }))
    .execute()

/** In the real tables: on a full disk, others may still have room. */
async function tryCreates(db: Db) {
  const common = { owner: '', name: '', archived: false, createdAt: 0 }
  const project = { ...common, type: 'project', id: newId('prj') } as const
  const block = { ...common, type: 'block', id: newId('blk'), tags: [] } as const
  const deleted = true
  await putItems(db, [project, block, { ...project, deleted }, { ...block, deleted }])
}

/** A server (`serves`) starts while PostgreSQL is away, and watches the database. */
export async function openAccounts(
  location: Location,
  { serves = false, log = SILENT }: { serves?: boolean; log?: Logger } = {},
) {
  const database = await openDatabase<AccountsTables>(location, MIGRATIONS, serves)
  const { kysely, now, write, writeAlone, read } = database
  const availability = createAvailability({
    of: 'accounts',
    log,
    path: location.kind === 'sqlite' ? location.path : undefined,
    problemOf: faultOf,
  })
  const stop = serves ? watch(database, availability, tryCreates) : undefined
  return {
    ...createRepositories(database, availability),
    database,
    problem: availability.problem,
    busySeconds: availability.busySeconds,
    /** `run` is undone if it throws, and called again if it loses against another transaction. */
    importing: <Result>(run: Statements<AccountsTables, Result>, lockWait: LockWait) =>
      writeAlone('items', run, lockWait),
    /** Gives `run` the items of one moment, and when the next export has to begin, in epoch milliseconds. */
    async exporting<Result>(
      run: (items: AsyncGenerator<Item>, next: number) => Promise<Result>,
      wanted?: Wanted,
    ): Promise<Result> {
      // Read the time first: what is created before the rows are read comes twice. A create that is under way already
      // has its time, so go back by the longest one.
      const { time } = await kysely.selectNoFrom(now.as('time')).executeTakeFirstOrThrow()
      return read((snapshot) => run(allItems(snapshot, wanted), time - LONGEST_CREATE_MS))
    },
    /** `undefined` if there is nothing of this user, or of this id. */
    remove: (what: 'user' | 'item', id: string) =>
      write((transaction) => (what === 'user' ? removeUser : removeItem)(transaction, id), PATIENT),
    /** Loads shipped items with the hash of their file. `false` if they were loaded before. */
    async seed(hash: string, items: readonly (Item | Removal)[], lockWait: LockWait): Promise<boolean> {
      const key = 'seed:demo'
      // Look without the lock first: another process may hold it for a long time.
      if ((await readFact(kysely, key)) === hash) return false
      const load = async (transaction: Db) => {
        if ((await readFact(transaction, key)) === hash) return false
        await putItems(transaction, items)
        await writeFact(transaction, key, hash)
        return true
      }
      return writeAlone('items', load, lockWait)
    },
    /** The same for all instances. */
    async cursorSecret(): Promise<string> {
      const key = 'cursor-secret'
      const make = async (transaction: Db) => {
        // If two processes start together, the secret of the first one stays.
        const value = (await readFact(transaction, key)) ?? randomBytes(32).toString('base64url')
        await writeFact(transaction, key, value)
        return value
      }
      return (await read((snapshot) => readFact(snapshot, key))) ?? writeAlone(key, make, PATIENT)
    },
    async close() {
      stop?.()
      await database.close()
    },
  }
}
