import pg from 'pg'
import { RateLimiterPostgres } from 'rate-limiter-flexible'
import { CONNECT_MS, type LimitStore } from './rate-limit.ts'

const TABLE = 'rate_limit_counts'
// As the library expects it, but unlogged: quick to write, and empty after a crash of PostgreSQL.
const CREATE = `create unlogged table if not exists ${TABLE} (
  key varchar(255) primary key,
  points integer not null default 0,
  expire bigint
)`
/** Connections of its own: limits must work even when all connections for accounts are busy. */
const CONNECTIONS = 4

/** With `prepare` false, statements have no names, which PgBouncer before 1.21 refuses. */
export function openPostgres({
  url,
  prepare,
}: {
  readonly url: string
  readonly prepare: boolean
}): LimitStore {
  const pool = new pg.Pool({
    connectionString: url,
    application_name: 'selvage limits',
    max: CONNECTIONS,
    connectionTimeoutMillis: CONNECT_MS,
    query_timeout: CONNECT_MS,
    keepAlive: true,
  })
  // The next request replaces a lost connection. Without a listener, its error would end the process.
  pool.on('error', () => {})
  pool.on('connect', (client) => {
    client.on('error', () => {})
  })
  let isCreated = false
  const storeClient = {
    async query({ name, ...statement }: { name?: string; text: string; values: unknown[] }) {
      if (!isCreated) await pool.query(CREATE)
      isCreated = true
      return pool.query(prepare ? { name, ...statement } : statement).catch((error: unknown) => {
        // The table may be gone.
        isCreated = false
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
