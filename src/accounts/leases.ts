import { randomUUID } from 'node:crypto'
import { setInterval, setTimeout as sleep } from 'node:timers/promises'
import { type SchemaModule, sql, type Transaction } from 'kysely'
import { type ColumnTypes, type Database, DatabaseBusyError, type Patience } from './database.ts'
import type { AccountsDatabase } from './schema.ts'

/** How long a lease lasts after its holder died. Then another process can take it. */
const LEASE_MS = 30_000
/** How often a lease is renewed during that time. */
const RENEWALS = 3
const ASK_MS = 250

/** Another process has taken the lease over. */
class LeaseLost extends Error {
  constructor() {
    super('This process stood still for so long that another one has taken over. Try again.')
  }
}

/** A lease that is held. */
export interface Lease {
  /**
   * Throws `LeaseLost` unless this process still has the lease. Nobody can take it before the transaction
   * ends. For jobs that write in several transactions: a process that was stopped for longer than a lease
   * lasts does not notice it otherwise.
   */
  keep(transaction: Transaction<AccountsDatabase>): Promise<void>
}

export interface Leases {
  /**
   * Runs `job` while no other process runs a job of the same name. A lease is a row and not a lock of the
   * connection, because a pooler may give each transaction another connection. Throws `DatabaseBusyError` if
   * another process holds the lease for too long.
   */
  hold<Result>(name: string, patience: Patience, job: (lease: Lease) => Promise<Result>): Promise<Result>
}

export async function createLeaseTable(schema: SchemaModule, { id }: ColumnTypes): Promise<void> {
  await schema
    .createTable('leases')
    .ifNotExists()
    .addColumn('name', id, (column) => column.primaryKey())
    .addColumn('holder', id, (column) => column.notNull())
    .addColumn('until', 'bigint', (column) => column.notNull())
    .execute()
}

/** @param leaseMs how long a lease lasts if its holder dies, in milliseconds. */
export function createLeases(database: Database, leaseMs = LEASE_MS): Leases {
  const { kysely, now } = database
  const until = sql<number>`${now} + ${sql.lit(leaseMs)}`

  /** Takes or renews a lease. Answers false while another process holds it. */
  async function take(name: string, holder: string): Promise<boolean> {
    const result = await database.write((transaction) =>
      transaction
        .insertInto('leases')
        .values({ name, holder, until })
        .onConflict((conflict) =>
          conflict
            .column('name')
            .doUpdateSet({ holder, until })
            .where(({ eb, or }) => or([eb('leases.holder', '=', holder), eb('leases.until', '<', now)])),
        )
        .executeTakeFirst(),
    )
    return result.numInsertedOrUpdatedRows === 1n
  }

  async function keep(
    transaction: Transaction<AccountsDatabase>,
    name: string,
    holder: string,
  ): Promise<void> {
    const { numUpdatedRows } = await transaction
      .updateTable('leases')
      .set({ until })
      .where('name', '=', name)
      .where('holder', '=', holder)
      .executeTakeFirst()
    if (numUpdatedRows === 0n) throw new LeaseLost()
  }

  async function renew(name: string, holder: string, signal: AbortSignal): Promise<void> {
    for await (const _ of setInterval(leaseMs / RENEWALS, undefined, { signal, ref: false })) {
      // If one renewal fails, there is time for another before the lease ends.
      await take(name, holder).catch(() => {})
    }
  }

  return {
    async hold(name, patience, job) {
      const holder = randomUUID()
      const since = performance.now()
      for (let isFirst = true; !(await take(name, holder)); isFirst = false) {
        if (performance.now() - since > patience.seconds * 1000) throw new DatabaseBusyError(patience)
        if (isFirst) patience.onWait?.()
        await sleep(ASK_MS)
      }
      const over = new AbortController()
      const renewing = renew(name, holder, over.signal).catch(() => {})
      try {
        return await job({ keep: (transaction) => keep(transaction, name, holder) })
      } finally {
        over.abort()
        await renewing
        // If a lease cannot be given back, it ends by itself. The job is done all the same.
        await kysely
          .deleteFrom('leases')
          .where('name', '=', name)
          .where('holder', '=', holder)
          .execute()
          .catch(() => {})
      }
    },
  }
}
