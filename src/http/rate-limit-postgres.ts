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
  pool.on('connect', (client) => {
    client.on('error', () => {})
    // Runs before the first count. If it fails, so does the count.
    client.query(CREATE).catch(() => {})
  })
  const storeClient = {
    /** Drops the names of statements, which PgBouncer before 1.21 refuses. */
    query: ({ text, values }: { text: string; values: unknown[] }) => pool.query(text, values),
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
