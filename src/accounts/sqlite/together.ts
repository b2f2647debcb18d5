import { setImmediate as nextTurn } from 'node:timers/promises'
import type { Kysely, Transaction } from 'kysely'
import { inWriteTransaction } from './writing.ts'

/** A few milliseconds of work, so that other requests hardly wait. */
const MOST_TOGETHER = 64

interface Waiting<Tables> {
  write(transaction: Transaction<Tables>): Promise<unknown>
  resolve(): void
  reject(reason: unknown): void
}

/**
 * Makes a function that runs short writes. Those that come while the disk is busy share the next transaction,
 * which is called group commit. Each write resolves when it is on the disk. If one fails, all are undone, and
 * then each runs again in a transaction of its own.
 */
export function createTogether<Tables>(db: Kysely<Tables>) {
  const waiting: Waiting<Tables>[] = []

  function takeGroup(): Waiting<Tables>[] {
    const group = waiting.splice(0, MOST_TOGETHER)
    if (waiting.length > 0) void runGroup()
    return group
  }

  /** They get in line at once, so that none is patient for longer than the others. */
  function runEach(group: readonly Waiting<Tables>[]): void {
    for (const { write, resolve, reject } of group) void inWriteTransaction(db, write).then(resolve, reject)
  }

  async function runGroup(): Promise<void> {
    // One turn of the event loop reads the requests that have arrived, and the next one handles them.
    await nextTurn()
    await nextTurn()
    const group: Waiting<Tables>[] = []
    try {
      await inWriteTransaction(db, async (transaction) => {
        if (group.length === 0) group.push(...takeGroup())
        for (const { write } of group) await write(transaction)
      })
      for (const { resolve } of group) resolve()
    } catch (error) {
      if (group.length > 1) return runEach(group)
      // If the transaction could not even begin, that holds for all who wait.
      for (const { reject } of group.length === 1 ? group : waiting.splice(0)) reject(error)
    }
  }

  return (write: Waiting<Tables>['write']): Promise<void> =>
    new Promise((resolve, reject) => {
      waiting.push({ write, resolve, reject })
      if (waiting.length === 1) void runGroup()
    })
}
