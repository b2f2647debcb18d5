import pg from 'pg'
import { RateLimiterPostgres } from 'rate-limiter-flexible'
import { isMadeTwice } from '../database/index.ts'
import { CONNECT_MS, type SharedStore } from './rate-limit.ts'

const TABLE = 'rate_limit_counts'
// As the library expects it, but unlogged: quick to write, and empty after a crash of PostgreSQL.
const CREATE = `create unlogged table if not exists ${TABLE} (
  key varchar(255) primary key,
  points integer not null default 0,
  expire bigint
)`
/** Connections of its own: limits must work even when all connections for accounts are busy. */
const CONNECTIONS = 4

/** @param place with `prepare` false, statements have no names, which PgBouncer before 1.21 refuses. */
export function openPostgresCounts(place: { readonly url: string; readonly prepare: boolean }): SharedStore {
  const pool = new pg.Pool({
    connectionString: place.url,
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
  const unnamed = {
    query: ({ text, values }: { readonly text: string; readonly values: unknown[] }) =>
      pool.query(text, values),
  }
  return {
    createCounter: (options) =>
      new RateLimiterPostgres({
        ...options,
        storeClient: place.prepare ? pool : unnamed,
        storeType: 'client',
        tableName: TABLE,
        tableCreated: true,
      }),
    prepare: () =>
      pool.query(CREATE).catch((error: unknown) => {
        // Another instance has created it at the same moment.
        if (!isMadeTwice(error)) throw error
      }),
    close: () => pool.end(),
  }
}
