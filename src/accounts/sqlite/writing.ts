import { setTimeout as sleep } from 'node:timers/promises'
import type { Kysely, Transaction } from 'kysely'
import { DatabaseBusyError, type Patience, USUAL_PATIENCE } from '../database.ts'

const PAUSE_MS = 25

function isBusy(error: unknown): boolean {
  return error instanceof Error && 'code' in error && String(error.code).startsWith('SQLITE_BUSY')
}

/**
 * Tries again while another process has the database locked. It does not use SQLite's own waiting, which
 * would block the event loop. Throws when it has waited too long.
 *
 * @param since when the waiting began, on the clock of `performance`.
 */
export async function whenFree<Result>(
  action: () => Promise<Result> | Result,
  patience: Patience = USUAL_PATIENCE,
  since = performance.now(),
): Promise<Result> {
  for (let isFirst = true; ; isFirst = false) {
    try {
      return await action()
    } catch (error) {
      if (!isBusy(error)) throw error
      if (performance.now() - since > patience.seconds * 1000) {
        throw new DatabaseBusyError(patience, { cause: error })
      }
      if (isFirst) patience.onWait?.()
      await sleep(PAUSE_MS)
    }
  }
}

const queues = new WeakMap<object, Promise<unknown>>()

/**
 * Runs a transaction that writes. The writers of this process wait in line, so that only one of them asks for
 * the lock. Only its "begin" can be refused.
 */
export function inWriteTransaction<Tables, Result>(
  db: Kysely<Tables>,
  write: (transaction: Transaction<Tables>) => Promise<Result>,
  patience: Patience = USUAL_PATIENCE,
): Promise<Result> {
  // The time in line counts too.
  const since = performance.now()
  const turn = (queues.get(db) ?? Promise.resolve()).then(() =>
    whenFree(() => db.transaction().execute(write), patience, since),
  )
  queues.set(
    db,
    turn.catch(() => {}),
  )
  return turn
}
