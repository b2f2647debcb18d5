import { Kysely, PostgresDialect, sql } from 'kysely'
import Cursor from 'pg-cursor'
import { reasonOf } from '../../files/index.ts'
import { type Database, type Migrations, migrate, type PostgresLocation, whenFree } from '../database.ts'
import { faultOf, isConflict } from '../failures.ts'
import { createPool } from './pool.ts'

/** PostgreSQL ends the transaction of a process that hangs for so long, because others wait for it. */
const STANDSTILL_MS = '60000'

/** Compared byte by byte, as in SQLite, so that the order is the same everywhere. */
const ID_TYPE = 'text collate "C"'

class Taken extends Error {}

const isBusy = (error: unknown) => error instanceof Taken || isConflict(error)

/**
 * For PostgreSQL 15 or later. A server starts even while it is away: the schema waits, and calls are refused until then.
 */
export async function openPostgres<Tables>(
  location: PostgresLocation,
  migrations: Migrations,
  serves: boolean,
): Promise<Database<Tables>> {
  /** Throws the failure in words for people, without the password. */
  function fail(error: unknown): never {
    const place = `PostgreSQL at ${new URL(location.url).host} (DATABASE_URL)`
    // What a migration throws is in words already.
    if (error instanceof Error && error.message.startsWith(place)) throw error
    const reason = reasonOf(error instanceof AggregateError ? error.errors[0] : error)
    const advice = faultOf(error) === undefined ? '' : ' Try again when it is back.'
    throw new Error(`${place} cannot be used: ${reason}.${advice}`, { cause: error })
  }
  const failIfAway = (error: unknown): never => {
    if (faultOf(error) === undefined) throw error
    return fail(error)
  }

  function connect(pool: number, hasLimits: boolean) {
    const dialect = new PostgresDialect({
      pool: createPool({ ...location, pool }, hasLimits),
      cursor: Cursor,
    })
    const kysely = new Kysely<Tables>({ dialect })
    const write: Database<Tables>['write'] = (run, lockWait) =>
      whenFree(() => kysely.transaction().execute(run), isBusy, lockWait).catch(failIfAway)
    // The lock belongs to the transaction, because a pooler may give each one another connection.
    const writeAlone: Database<Tables>['writeAlone'] = (name, run, lockWait) =>
      write(async (transaction) => {
        const { rows } = await sql<{ isFree: boolean }>`
          select pg_try_advisory_xact_lock(hashtextextended(${name}, 0)) as "isFree",
            set_config('idle_in_transaction_session_timeout', ${STANDSTILL_MS}, true)`.execute(transaction)
        if (!rows[0]?.isFree) throw new Taken()
        return run(transaction)
      }, lockWait)
    const snapshot = kysely.transaction().setIsolationLevel('repeatable read').setAccessMode('read only')
    return {
      kysely,
      now: sql<number>`(extract(epoch from statement_timestamp()) * 1000)::bigint`,
      write,
      writeAlone,
      read: (run) => snapshot.execute(run).catch(failIfAway),
      close: () => kysely.destroy(),
    } satisfies Partial<Database<Tables>>
  }

  let isPrepared = false
  async function bringUp() {
    // A migration may take longer than a request waits.
    const preparing = connect(1, false)
    await migrate(preparing, migrations, ID_TYPE).finally(() => preparing.close())
    isPrepared = true
  }
  await bringUp().catch((error) => (serves && faultOf(error) !== undefined ? undefined : fail(error)))
  const database = connect(location.pool, serves)
  return {
    ...database,
    prepareOrPing: () => (isPrepared ? sql`select 1`.execute(database.kysely) : bringUp()),
  }
}
