import { setTimeout as sleep } from 'node:timers/promises'
import type { Kysely, Transaction } from 'kysely'
import type { Database } from './schema.ts'

const PATIENCE_MS = 15_000
const PAUSE_MS = 25

function isBusy(error: unknown): boolean {
  return error instanceof Error && 'code' in error && String(error.code).startsWith('SQLITE_BUSY')
}

/**
 * Tries again while another process has the database locked. It waits without blocking this process:
 * SQLite's own waiting would stop the event loop. Throws the last refusal when its patience ends.
 */
export async function whenFree<Result>(action: () => Promise<Result> | Result): Promise<Result> {
  const until = performance.now() + PATIENCE_MS
  for (;;) {
    try {
      return await action()
    } catch (error) {
      if (!isBusy(error) || performance.now() > until) throw error
      await sleep(PAUSE_MS)
    }
  }
}

/**
 * Runs a transaction that writes; only its "begin" can be refused, what follows holds the lock.
 */
export function inWriteTransaction<Result>(
  db: Kysely<Database>,
  write: (transaction: Transaction<Database>) => Promise<Result>,
): Promise<Result> {
  return whenFree(() => db.transaction().execute(write))
}
