import { setTimeout as sleep } from 'node:timers/promises'
import type { Kysely, Transaction } from 'kysely'
import type { Database } from './schema.ts'

const PATIENCE_MS = 15_000
const PAUSE_MS = 25

function isBusy(error: unknown): boolean {
  return error instanceof Error && 'code' in error && String(error.code).startsWith('SQLITE_BUSY')
}

/**
 * Runs a transaction that writes. While another process writes, it waits without blocking this
 * process's reads: SQLite's own waiting would stop the event loop.
 */
export async function inWriteTransaction<Result>(
  db: Kysely<Database>,
  write: (transaction: Transaction<Database>) => Promise<Result>,
): Promise<Result> {
  const until = performance.now() + PATIENCE_MS
  for (;;) {
    try {
      return await db.transaction().execute(write)
    } catch (error) {
      // Only "begin" can be refused so: what follows in the transaction holds the lock.
      if (!isBusy(error) || performance.now() > until) throw error
      await sleep(PAUSE_MS)
    }
  }
}
