import { randomUUID } from 'node:crypto'
import { setInterval, setTimeout as sleep } from 'node:timers/promises'
import { type SchemaModule, sql } from 'kysely'
import { type ColumnTypes, type Database, DatabaseBusyError, type Patience } from './database.ts'

/** After this long, a lease whose holder died can be taken. */
const LEASE_MS = 30_000
/** Renewed so many times before it would end. */
const RENEWALS = 3
const ASK_MS = 250

export interface Leases {
  /**
   * Runs `job` while no other process runs one of the same name. A lease is a row, so that it works
   * behind a pooler that hands every transaction another connection.
   * Throws `DatabaseBusyError` when its patience ends.
   */
  hold<Result>(name: string, patience: Patience, job: () => Promise<Result>): Promise<Result>
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

/** @param leaseMs how long a lease outlives its holder. */
export function createLeases(database: Database, leaseMs = LEASE_MS): Leases {
  const { kysely, now } = database
  const until = sql<number>`${now} + ${sql.lit(leaseMs)}`

  /** Takes or renews a lease; false while another holds it. */
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

  async function renew(name: string, holder: string, signal: AbortSignal): Promise<void> {
    for await (const _ of setInterval(leaseMs / RENEWALS, undefined, { signal, ref: false })) {
      // If one fails, there is time for another before the lease ends.
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
        return await job()
      } finally {
        over.abort()
        await renewing
        // A lease that cannot be given back ends by itself; what the job did stands.
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
