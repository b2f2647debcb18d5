import type { PostgresCursor, PostgresPool, PostgresPoolClient, PostgresQueryResult } from 'kysely'
import pg from 'pg'
import Cursor from 'pg-cursor'
import { withTimeout } from '../../core/timeout.ts'
import { isUnavailable } from './failures.ts'

/**
 * How long a server waits for a connection, and for an answer. Each is shorter than the limit of a whole call, so that
 * the connection is given up together with the call or soon after.
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

/**
 * A connection for Kysely. After a failure it is closed, not reused.
 *
 * @param nameOf answers the name under which a statement is prepared.
 */
function connectionOf(
  client: pg.PoolClient,
  nameOf: (text: string) => string | undefined,
  serves: boolean,
): PostgresPoolClient {
  let failure: unknown
  async function run(text: string, values: readonly unknown[]) {
    // After a time-out the connection still waits for its answer, and a rollback would wait after it.
    if (failure !== undefined) throw failure
    const name = nameOf(text)
    try {
      const answer = client.query({ text, values: [...values], ...(name === undefined ? {} : { name }) })
      // Not by pg's own limit: a busy event loop may not have read an answer that has come in time.
      return await (serves ? withTimeout(QUERY_MS, answer) : answer)
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

/**
 * Connections for Kysely.
 *
 * @param serves whether answers are waited for as long as a request waits, or as long as they take.
 */
export function createPool(
  { url, pool: max, prepare }: { readonly url: string; readonly pool: number; readonly prepare: boolean },
  serves: boolean,
): PostgresPool {
  const pool = new pg.Pool({
    connectionString: url,
    application_name: 'selvage',
    max,
    types,
    keepAlive: true,
    ...(serves ? { connectionTimeoutMillis: CONNECT_MS } : {}),
  })
  // Without listeners, a lost connection would end the process.
  pool.on('error', () => {})
  pool.on('connect', (client) => void client.on('error', () => {}))
  const names = new Map<string, string>()
  const nameOf = (text: string) => {
    if (prepare && !names.has(text) && names.size < MOST_PREPARED) names.set(text, `selvage_${names.size}`)
    return names.get(text)
  }
  return {
    connect: async () => connectionOf(await pool.connect(), nameOf, serves),
    end: () => pool.end(),
    options: pool.options,
  }
}
