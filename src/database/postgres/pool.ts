import { createHash } from 'node:crypto'
import type { PostgresCursor, PostgresPool, PostgresPoolClient, PostgresQueryResult } from 'kysely'
import pg from 'pg'
import Cursor from 'pg-cursor'
import { withTimeout } from '../../core/timeout.ts'
import { isUnavailable } from './failures.ts'

/**
 * Each is shorter than the limit of a whole call, so that the connection is given up together with the call
 * or soon after.
 */
const CONNECT_MS = 900
const QUERY_MS = 900

/**
 * How many statements a connection keeps prepared. Searches by name come in many lengths; further ones are
 * sent without preparing them.
 */
const MOST_PREPARED = 250

const BIGINT = 20

/** Times fit into a number exactly. By default, `pg` returns them as text. */
const types: pg.CustomTypesConfig = {
  getTypeParser: (oid, format) => (oid === BIGINT ? Number : pg.types.getTypeParser(oid, format)),
}

/** Answers the names under which connections prepare statements. */
function createNames(): (text: string) => string | undefined {
  const names = new Map<string, string>()
  return (text) => {
    if (!names.has(text) && names.size < MOST_PREPARED)
      names.set(text, createHash('sha256').update(text).digest('base64url').slice(0, 22))
    return names.get(text)
  }
}

/** A connection for Kysely, with prepared statements. After a failure it is closed, not reused. */
function connectionOf(
  client: pg.PoolClient,
  nameOf: (text: string) => string | undefined,
  timeout: number | undefined,
): PostgresPoolClient {
  let failure: unknown
  async function run(text: string, values: readonly unknown[]) {
    // After a time-out the connection still waits for its answer, and a rollback would wait after it.
    if (failure !== undefined) throw failure
    const name = nameOf(text)
    try {
      const answer = client.query({ text, values: [...values], ...(name === undefined ? {} : { name }) })
      // Not by pg's own limit: a busy event loop may not have read an answer that has come in time.
      return await (timeout === undefined ? answer : withTimeout(timeout, answer))
    } catch (error) {
      if (isUnavailable(error)) failure = error
      throw error
    }
  }
  function query<Row>(text: string, parameters: readonly unknown[]): Promise<PostgresQueryResult<Row>>
  function query<Row>(cursor: PostgresCursor<Row>): PostgresCursor<Row>
  function query(query: unknown, parameters: readonly unknown[] = []): unknown {
    if (typeof query === 'string') return run(query, parameters)
    if (query instanceof Cursor) return client.query(query)
    throw new TypeError('A query is text or a cursor.')
  }
  return { query, release: () => client.release(failure !== undefined) }
}

export interface PoolOptions {
  readonly url: string
  readonly size: number
  readonly prepare: boolean
  /** Whether answers are waited for as long as a request waits, or as long as they take. */
  readonly serves: boolean
  /** Called when an idle connection is lost. */
  onLost(): void
}

/** Connections for Kysely. */
export function createPool({ url, size, prepare, serves, onLost }: PoolOptions): PostgresPool {
  const pool = new pg.Pool({
    connectionString: url,
    application_name: 'selvage',
    max: size,
    types,
    keepAlive: true,
    ...(serves ? { connectionTimeoutMillis: CONNECT_MS } : {}),
  })
  // Without a listener, a lost connection would end the process.
  pool.on('error', () => onLost())
  pool.on('connect', (client) => {
    client.on('error', () => {})
  })
  const nameOf = prepare ? createNames() : () => undefined
  return {
    connect: async () => connectionOf(await pool.connect(), nameOf, serves ? QUERY_MS : undefined),
    end: () => pool.end(),
    options: pool.options,
  }
}
