import { setTimeout as sleep } from 'node:timers/promises'
import { Kysely, PostgresDialect, sql, type Transaction } from 'kysely'
import Cursor from 'pg-cursor'
import { withTimeout } from '../../core/timeout.ts'
import {
  AT_START,
  type Database,
  DatabaseBusyError,
  type Location,
  type OpenOptions,
  type Patience,
} from '../database.ts'
import { migrate } from '../migrate.ts'
import { UNWATCHED, watch } from '../watch.ts'
import { isConflict, isUnavailable } from './failures.ts'
import { createPool, type PoolOptions } from './pool.ts'

/** How often a transaction is tried when it loses against others. */
const ATTEMPTS = 5
/**
 * For a whole read or write with all its statements, in milliseconds. A request is answered within two
 * seconds (D9).
 */
const PATIENCE_MS = 1_500
/** How long a process may stand still while others wait for it. Then PostgreSQL ends its transaction. */
const STANDSTILL_MS = '60000'
/** How often it is asked whether it is our turn, in milliseconds. */
const ASK_MS = 250

async function retrying<Result>(attempt: () => Promise<Result>, left = ATTEMPTS): Promise<Result> {
  try {
    return await attempt()
  } catch (error) {
    if (left > 1 && isConflict(error)) return retrying(attempt, left - 1)
    throw error
  }
}

/**
 * Waits until no other transaction of this name runs. The lock belongs to the transaction and not to the connection,
 * because a pooler may give each transaction another one.
 */
async function waitForTurn<Tables>(
  transaction: Transaction<Tables>,
  name: string,
  patience: Patience,
): Promise<void> {
  const since = performance.now()
  for (let isFirst = true; ; isFirst = false) {
    const { rows } = await sql<{ isFree: boolean }>`
      select pg_try_advisory_xact_lock(hashtextextended(${name}, 0)) as "isFree",
        set_config('idle_in_transaction_session_timeout', ${STANDSTILL_MS}, true)`.execute(transaction)
    if (rows[0]?.isFree) return
    if (performance.now() - since > patience.seconds * 1000) throw new DatabaseBusyError(patience)
    if (isFirst) patience.onWait?.()
    await sleep(ASK_MS)
  }
}

function connect<Tables>(options: PoolOptions): Database<Tables> {
  const pool = createPool(options)
  const kysely = new Kysely<Tables>({ dialect: new PostgresDialect({ pool, cursor: Cursor }) })
  const write: Database<Tables>['write'] = (run) => retrying(() => kysely.transaction().execute(run))
  return {
    kysely,
    types: { id: sql`text collate "C"` },
    now: sql<number>`(extract(epoch from statement_timestamp()) * 1000)::bigint`,
    write,
    writeAlone: (name, run, patience = AT_START) =>
      write(async (transaction) => {
        await waitForTurn(transaction, name, patience)
        return run(transaction)
      }),
    read: (run) =>
      kysely.transaction().setIsolationLevel('repeatable read').setAccessMode('read only').execute(run),
    ...UNWATCHED,
    close: () => kysely.destroy(),
  }
}

function reasonOf(error: unknown): string {
  // A name with several addresses fails with one error for each, and none of its own.
  const [first] = error instanceof AggregateError ? error.errors : [error]
  return first instanceof Error ? first.message : String(first)
}

/** For commands, which have no caller to answer: a server that is lost is named, with what to do. */
function forCommand<Tables>(place: string, database: Database<Tables>): Database<Tables> {
  const named = (error: unknown): never => {
    if (!isUnavailable(error)) throw error
    throw new Error(`${place} was lost: ${reasonOf(error)}. When it is back, run the command again.`, {
      cause: error,
    })
  }
  return {
    ...database,
    write: (run, patience) => database.write(run, patience).catch(named),
    writeAlone: (name, run, patience) => database.writeAlone(name, run, patience).catch(named),
    read: (run) => database.read(run).catch(named),
  }
}

/**
 * Opens a database of PostgreSQL 15 or later and brings it to the newest schema. A server opens it even while it is
 * away: calls are refused until it is there, and it is prepared then.
 */
export async function openPostgres<Tables>(
  { url, pool: size, prepare }: Extract<Location, { kind: 'postgres' }>,
  { migrations, onProblem, probe }: OpenOptions<Tables>,
): Promise<Database<Tables>> {
  // The password is left out.
  const place = `PostgreSQL at ${new URL(url).host}`
  const options: PoolOptions = { url, size, prepare, serves: false, onLost: () => {} }
  let isPrepared = false
  async function bringUp(): Promise<void> {
    // A migration may take longer than a request waits.
    const preparing = connect<Tables>({ ...options, size: 1 })
    try {
      await migrate(preparing, migrations)
      isPrepared = true
    } finally {
      await preparing.close()
    }
  }
  await bringUp().catch((error: unknown) => {
    if (error instanceof DatabaseBusyError) throw error
    if (onProblem !== undefined && isUnavailable(error)) return
    throw new Error(`${place} (DATABASE_URL) cannot be used: ${reasonOf(error)}`, { cause: error })
  })
  if (onProblem === undefined) return forCommand(place, connect(options))

  let hasLost = false
  const watched = watch({
    onProblem,
    // A conflict was tried again several times before it comes here.
    faultOf: (error) =>
      isUnavailable(error) || isConflict(error) ? 'PostgreSQL does not answer as it should.' : undefined,
    async look(problem) {
      if (!isPrepared) await bringUp()
      if (problem === undefined && !hasLost) return
      hasLost = false
      await withTimeout(PATIENCE_MS, database.write(probe))
    },
  })
  const database = connect<Tables>({
    ...options,
    serves: true,
    /** An idle connection was lost. It may be all of them, or one that a pooler closed. */
    onLost() {
      hasLost = true
      void watched.look()
    },
  })
  if (!isPrepared) await watched.look()
  return {
    ...database,
    problem: watched.problem,
    forCaller: (action) => watched.forCaller(() => withTimeout(PATIENCE_MS, action())),
    async close() {
      watched.close()
      await database.close()
    },
  }
}
