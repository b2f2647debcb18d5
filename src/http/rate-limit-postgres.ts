import pg from 'pg'
import { RateLimiterPostgres } from 'rate-limiter-flexible'
import type { LimitStore } from './rate-limit.ts'

/** The time for a connection or an answer. A request waits less (`rate-limit-store.ts`). */
const ANSWER_MS = 2_000
/** Apart from those of the accounts, so that limits work while all of those are busy. */
const CONNECTIONS = 4
const TABLE = 'rate_limit_counts'
// As the library expects it, but unlogged: quick to write. A crash of PostgreSQL empties it.
const CREATE = `create unlogged table if not exists ${TABLE} (
  key varchar(255) primary key,
  points integer not null default 0,
  expire bigint
)`

export function openPostgresCounts(url: string): LimitStore {
  const pool = new pg.Pool({
    connectionString: url,
    application_name: 'selvage limits',
    max: CONNECTIONS,
    connectionTimeoutMillis: ANSWER_MS,
    query_timeout: ANSWER_MS,
    keepAlive: true,
  })
  // The next request replaces a lost connection. Without a listener, its error would end the process.
  pool.on('error', () => {})
  pool.on('connect', (client) => void client.on('error', () => {}))
  let creating: Promise<unknown> | undefined
  const storeClient = {
    /** Drops the names of statements, which PgBouncer before 1.21 refuses. */
    async query({ text, values }: { text: string; values: unknown[] }) {
      // Another process may create it at the same moment. If it cannot be created, the count fails too.
      creating ??= pool.query(CREATE).catch(() => {})
      await creating
      return pool.query(text, values).catch((error: unknown) => {
        creating = undefined
        throw error
      })
    },
  }
  return {
    createCounter: (options) =>
      new RateLimiterPostgres({
        ...options,
        storeClient,
        storeType: 'client',
        tableName: TABLE,
        tableCreated: true,
      }),
    close: () => pool.end(),
  }
}
