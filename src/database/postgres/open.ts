import { Kysely, PostgresDialect, sql, type Transaction } from 'kysely'
import Cursor from 'pg-cursor'
import { withTimeout } from '../../core/timeout.ts'
import {
  type Database,
  DatabaseBusyError,
  type Location,
  type LockWait,
  type Migrations,
  PATIENT,
  type Serving,
  whenFree,
} from '../database.ts'
import { migrate } from '../migrate.ts'
import { UNWATCHED, watch } from '../watch.ts'
import { isConflict, isUnavailable, reasonOf } from './failures.ts'
import { createPool } from './pool.ts'

type PostgresLocation = Extract<Location, { kind: 'postgres' }>

/** How often a transaction is tried when it loses against others. */
const ATTEMPTS = 5
/** The limit of a whole read or write with all its statements. A request is answered within two seconds (D9). */
const CALL_MS = 1_500
/** PostgreSQL ends the transaction of a process that stands still for so long while others wait for it. */
const STANDSTILL_MS = '60000'
/** How often a waiting transaction asks whether it may run. */
const ASK_MS = 250

async function retrying<Result>(attempt: () => Promise<Result>, left = ATTEMPTS): Promise<Result> {
  try {
    return await attempt()
  } catch (error) {
    if (left > 1 && isConflict(error)) return retrying(attempt, left - 1)
    throw error
  }
}

class Taken extends Error {}

/**
 * Waits until no other transaction of this name runs. The lock belongs to the transaction and not to the connection,
 * because a pooler may give each transaction another one.
 */
async function waitForTurn<Tables>(
  transaction: Transaction<Tables>,
  name: string,
  lockWait: LockWait,
): Promise<void> {
  async function takeTurn(): Promise<void> {
    const { rows } = await sql<{ isFree: boolean }>`
      select pg_try_advisory_xact_lock(hashtextextended(${name}, 0)) as "isFree",
        set_config('idle_in_transaction_session_timeout', ${STANDSTILL_MS}, true)`.execute(transaction)
    if (!rows[0]?.isFree) throw new Taken()
  }
  await whenFree(takeTurn, (error) => error instanceof Taken, ASK_MS, lockWait)
}

/** @param fail is given the error of a transaction, and throws. */
function connect<Tables>(location: PostgresLocation, serves: boolean, fail?: (error: unknown) => never) {
  const pool = createPool(location, serves)
  const kysely = new Kysely<Tables>({ dialect: new PostgresDialect({ pool, cursor: Cursor }) })
  const write: Database<Tables>['write'] = (run) =>
    retrying(() => kysely.transaction().execute(run)).catch(fail)
  const writeAlone: Database<Tables>['writeAlone'] = (name, run, lockWait = PATIENT) =>
    write(async (transaction) => {
      await waitForTurn(transaction, name, lockWait)
      return run(transaction)
    })
  const snapshot = kysely.transaction().setIsolationLevel('repeatable read').setAccessMode('read only')
  const read: Database<Tables>['read'] = (run) => snapshot.execute(run).catch(fail)
  return {
    kysely,
    idType: sql`text collate "C"`,
    now: sql<number>`(extract(epoch from statement_timestamp()) * 1000)::bigint`,
    write,
    writeAlone,
    read,
    close: () => kysely.destroy(),
  }
}

/**
 * Opens a database of PostgreSQL 15 or later and brings it to the newest schema. A server starts even while PostgreSQL
 * is away: the schema waits, and calls are refused until then.
 */
export async function openPostgres<Tables>(
  location: PostgresLocation,
  migrations: Migrations,
  serving: Serving<Tables> | undefined,
): Promise<Database<Tables>> {
  // Without the password.
  const place = `PostgreSQL at ${new URL(location.url).host}`
  /** For commands. */
  const nameLoss = (error: unknown): never => {
    if (!isUnavailable(error)) throw error
    throw new Error(`${place} was lost: ${reasonOf(error)}. When it is back, run the command again.`, {
      cause: error,
    })
  }
  let isPrepared = false
  async function bringUp(): Promise<void> {
    // A migration may take longer than a request waits.
    const preparing = connect<Tables>({ ...location, pool: 1 }, false)
    await migrate(preparing, migrations).finally(() => preparing.close())
    isPrepared = true
  }
  await bringUp().catch((error: unknown) => {
    if (error instanceof DatabaseBusyError) throw error
    if (serving !== undefined && isUnavailable(error)) return
    throw new Error(`${place} (DATABASE_URL) cannot be used: ${reasonOf(error)}`, { cause: error })
  })
  if (serving === undefined) return { ...UNWATCHED, ...connect<Tables>(location, false, nameLoss) }

  const database = connect<Tables>(location, true)
  const watched = watch({
    onProblem: serving.onProblem,
    // A conflict was repeated several times before it comes here.
    faultOf: (error) =>
      isUnavailable(error) || isConflict(error) ? 'PostgreSQL does not answer as it should.' : undefined,
    look: () => (isPrepared ? withTimeout(CALL_MS, sql`select 1`.execute(database.kysely)) : bringUp()),
    probe: () => withTimeout(CALL_MS, database.write(serving.probe)),
  })
  if (!isPrepared) await watched.look()
  return {
    ...database,
    problem: watched.problem,
    forCaller: (action) => watched.forCaller(() => withTimeout(CALL_MS, action())),
    async close() {
      watched.close()
      await database.close()
    },
  }
}
