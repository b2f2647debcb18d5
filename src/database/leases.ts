import { randomUUID } from 'node:crypto'
import { setInterval, setTimeout as sleep } from 'node:timers/promises'
import { type Expression, type QueryExecutorProvider, sql } from 'kysely'
import { DatabaseBusyError, type Leases } from './database.ts'

/** How long a lease lasts after its holder died. Then another process can take it. */
const LEASE_MS = 30_000
/** How often a lease is renewed during that time. */
const RENEWALS = 3
const ASK_MS = 250

interface LeaseDatabase {
  readonly kysely: QueryExecutorProvider
  readonly now: Expression<number>
  write<Result>(run: (transaction: QueryExecutorProvider) => Promise<Result>): Promise<Result>
}

/** @param leaseMs how long a lease lasts if its holder dies, in milliseconds. */
export function createLeases({ kysely, now, write }: LeaseDatabase, leaseMs = LEASE_MS): Leases {
  const until = sql<number>`${now} + ${sql.lit(leaseMs)}`

  /** Takes or renews a lease. Answers false while another process holds it, or is writing. */
  async function take(name: string, holder: string): Promise<boolean> {
    try {
      const { numAffectedRows } = await write((transaction) =>
        sql`insert into leases (name, holder, until) values (${name}, ${holder}, ${until})
          on conflict (name) do update set holder = excluded.holder, until = excluded.until
          where leases.holder = excluded.holder or leases.until < ${now}`.execute(transaction),
      )
      return numAffectedRows === 1n
    } catch (error) {
      if (error instanceof DatabaseBusyError) return false
      throw error
    }
  }

  async function keep(transaction: QueryExecutorProvider, name: string, holder: string): Promise<void> {
    const { numAffectedRows } =
      await sql`update leases set until = ${until} where name = ${name} and holder = ${holder}`.execute(
        transaction,
      )
    if (numAffectedRows === 1n) return
    throw new Error('This process stood still for so long that another one has taken over. Try again.')
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
        await sql`delete from leases where name = ${name} and holder = ${holder}`
          .execute(kysely)
          .catch(() => {})
      }
    },
  }
}
