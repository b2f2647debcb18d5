import { setTimeout as sleep } from 'node:timers/promises'
import type { Kysely, Transaction } from 'kysely'

const PATIENCE_MS = 15_000
const PAUSE_MS = 25

function isBusy(error: unknown): boolean {
  return error instanceof Error && 'code' in error && String(error.code).startsWith('SQLITE_BUSY')
}

/**
 * Tries again while another process has the database locked. It waits without blocking this process:
 * SQLite's own waiting would stop the event loop. Throws the last refusal when its patience ends.
 */
export async function whenFree<Result>(
  action: () => Promise<Result> | Result,
  until = performance.now() + PATIENCE_MS,
): Promise<Result> {
  for (;;) {
    try {
      return await action()
    } catch (error) {
      if (!isBusy(error) || performance.now() > until) throw error
      await sleep(PAUSE_MS)
    }
  }
}

const queues = new WeakMap<object, Promise<unknown>>()

/**
 * Runs a transaction that writes. Writers of this process wait in line, so that one of them at a time
 * asks for the lock; only "begin" can be refused, what follows holds it.
 */
export function inWriteTransaction<Tables, Result>(
  db: Kysely<Tables>,
  write: (transaction: Transaction<Tables>) => Promise<Result>,
): Promise<Result> {
  const until = performance.now() + PATIENCE_MS
  const turn = (queues.get(db) ?? Promise.resolve()).then(() =>
    whenFree(() => db.transaction().execute(write), until),
  )
  queues.set(
    db,
    turn.catch(() => {}),
  )
  return turn
}
