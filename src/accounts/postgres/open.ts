import { Kysely, PostgresDialect, sql } from 'kysely'
import Cursor from 'pg-cursor'
import { type OnProblem, unwatched } from '../availability.ts'
import { type Database, DatabaseBusyError } from '../database.ts'
import { migrate } from '../migrate.ts'
import type { Location } from '../open.ts'
import type { AccountsDatabase } from '../schema.ts'
import { watchAvailability } from './availability.ts'
import { copyIn } from './copy-in.ts'
import { isConflict, isUnavailable } from './failures.ts'
import { createPool, type PoolOptions } from './pool.ts'

type PostgresLocation = Extract<Location, { kind: 'postgres' }>

/** How often a transaction is tried when it loses against others. */
const ATTEMPTS = 5

async function retrying<Result>(attempt: () => Promise<Result>, left = ATTEMPTS): Promise<Result> {
  try {
    return await attempt()
  } catch (error) {
    if (left > 1 && isConflict(error)) return retrying(attempt, left - 1)
    throw error
  }
}

function connect(options: PoolOptions, availability = unwatched): Database {
  const kysely = new Kysely<AccountsDatabase>({
    dialect: new PostgresDialect({ pool: createPool(options), cursor: Cursor }),
  })
  const write: Database['write'] = (run) => retrying(() => kysely.transaction().execute(run))
  return {
    kysely,
    types: { id: sql`text collate "C"`, bytes: 'bytea' },
    now: sql<number>`(extract(epoch from statement_timestamp()) * 1000)::bigint`,
    hasOneWriter: false,
    insertNew: copyIn,
    isAmong: (column, texts) => sql`${column} = any(${texts})`,
    write,
    // Each runs alone, because PostgreSQL itself groups the commits of its connections.
    writeTogether: async (run) => void (await write(run)),
    read: (run) =>
      kysely.transaction().setIsolationLevel('repeatable read').setAccessMode('read only').execute(run),
    availability,
    close: () => kysely.destroy(),
  }
}

function reasonOf(error: unknown): string {
  // A name with several addresses fails with one error for each, and none of its own.
  const [first] = error instanceof AggregateError ? error.errors : [error]
  return first instanceof Error ? first.message : String(first)
}

/** Adds the place of the database to an error from opening it. The password is left out. */
function withPlace(url: string, error: unknown): Error {
  return new Error(`PostgreSQL at ${new URL(url).host} (DATABASE_URL) cannot be used: ${reasonOf(error)}`, {
    cause: error,
  })
}

/** For commands, which have no caller to answer: a server that is lost is named, with what to do. */
function forCommand(url: string, database: Database): Database {
  const named = (error: unknown): never => {
    if (!isUnavailable(error)) throw error
    const place = `PostgreSQL at ${new URL(url).host} was lost`
    throw new Error(`${place}: ${reasonOf(error)}. When it is back, run the command again.`, { cause: error })
  }
  return {
    ...database,
    write: (run, patience) => database.write(run, patience).catch(named),
    read: (run) => database.read(run).catch(named),
  }
}

/**
 * Opens a database of PostgreSQL 15 or later and brings it to the newest schema.
 *
 * @param onProblem set by a server: no answer is waited for longer than a request waits.
 */
export async function openPostgres(
  { url, pool: size, prepare }: PostgresLocation,
  onProblem?: OnProblem,
): Promise<Database> {
  const options: PoolOptions = { url, size, prepare, serves: false, onLost: () => {} }
  // A migration may take longer than a request waits.
  const preparing = connect({ ...options, size: 1 })
  try {
    await migrate(preparing)
  } catch (error) {
    throw error instanceof DatabaseBusyError ? error : withPlace(url, error)
  } finally {
    await preparing.close()
  }
  if (onProblem === undefined) return forCommand(url, connect(options))
  const availability = watchAvailability(onProblem)
  const database = connect({ ...options, serves: true, onLost: availability.lost }, availability)
  availability.watch(database.kysely)
  return {
    ...database,
    async close() {
      availability.close()
      await database.close()
    },
  }
}
