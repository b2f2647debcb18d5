import { setTimeout as sleep } from 'node:timers/promises'
import type { Kysely, Transaction } from 'kysely'

const PAUSE_MS = 25

/** How long to wait for another process that has the database locked. */
export interface Patience {
  readonly seconds: number
  /** Called once when there is something to wait for. */
  onWait?(): void
}

/** Thrown when patience with another process ends. */
export class DatabaseBusyError extends Error {}

/** Short enough that a create is answered within two seconds, whatever another process does. */
const USUAL: Patience = { seconds: 1.5 }
/** What a start may wait for: another process that starts at the same moment. */
export const AT_START: Patience = { seconds: 15 }

function isBusy(error: unknown): boolean {
  return error instanceof Error && 'code' in error && String(error.code).startsWith('SQLITE_BUSY')
}

/**
 * Tries again while another process has the database locked. It waits without blocking this process:
 * SQLite's own waiting would stop the event loop. Throws when its patience ends.
 *
 * @param since when the waiting began, on the clock of `performance`.
 */
export async function whenFree<Result>(
  action: () => Promise<Result> | Result,
  { seconds, onWait }: Patience = USUAL,
  since = performance.now(),
): Promise<Result> {
  for (let isFirst = true; ; isFirst = false) {
    try {
      return await action()
    } catch (error) {
      if (!isBusy(error)) throw error
      if (performance.now() - since > seconds * 1000) {
        const message = `Another process has been changing the database for ${seconds} seconds. Try again later.`
        throw new DatabaseBusyError(message, { cause: error })
      }
      if (isFirst) onWait?.()
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
  patience: Patience = USUAL,
): Promise<Result> {
  // Waiting in line counts.
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
