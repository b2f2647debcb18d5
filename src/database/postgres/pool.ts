import type { PostgresCursor, PostgresPool, PostgresPoolClient, PostgresQueryResult } from 'kysely'
import pg from 'pg'
import type Cursor from 'pg-cursor'
import { withTimeout } from '../../core/timeout.ts'
import type { PostgresLocation } from '../database.ts'
import { faultOf, isConflict } from '../failures.ts'

/** A server that hangs fails a call within two seconds (D9): while it connects, and in one statement. */
const CONNECT_MS = 900
const QUERY_MS = 900

/** Statements of a connection. Searches by name have many lengths; further ones are not prepared. */
const MOST_PREPARED = 250

const BIGINT = 20

/** Closed, not reused, after a failure of the server. */
function connectionOf(
  client: pg.PoolClient,
  nameOf: (text: string) => string | undefined,
  serves: boolean,
): PostgresPoolClient {
  let failure: unknown
  async function run(text: string, values: readonly unknown[]) {
    // After a time-out the connection still waits for its answer, and a rollback would queue behind it.
    if (failure !== undefined) throw failure
    try {
      const answer = client.query({ text, values: [...values], name: nameOf(text) })
      // Not pg's own limit: a busy event loop may not yet have read an answer that came in time.
      return await (serves ? withTimeout(QUERY_MS, answer) : answer)
    } catch (error) {
      if (faultOf(error) !== undefined && !isConflict(error)) failure = error
      throw error
    }
  }
  function query<Row>(text: string, parameters: readonly unknown[]): Promise<PostgresQueryResult<Row>>
  function query<Row>(cursor: Cursor & PostgresCursor<Row>): PostgresCursor<Row>
  function query(query: string | Cursor, parameters: readonly unknown[] = []): unknown {
    return typeof query === 'string' ? run(query, parameters) : client.query(query)
  }
  return { query, release: () => client.release(failure !== undefined) }
}

/** Without `serves`, waits have no limits: commands wait as long as it takes. */
export function createPool({ url, pool: max, prepare }: PostgresLocation, serves: boolean): PostgresPool {
  const pool = new pg.Pool({
    connectionString: url,
    application_name: 'selvage',
    max,
    // Times fit into a number exactly, but `pg` returns them as text.
    types: {
      getTypeParser: (oid, format) => (oid === BIGINT ? Number : pg.types.getTypeParser(oid, format)),
    },
    keepAlive: true,
    connectionTimeoutMillis: serves ? CONNECT_MS : 0,
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
