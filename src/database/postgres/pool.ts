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

/** The names under which connections prepare statements. */
function createNames(): (text: string) => string | undefined {
  const names = new Map<string, string>()
  return (text) => {
    const known = names.get(text)
    if (known !== undefined) return known
    if (names.size >= MOST_PREPARED) return undefined
    const name = createHash('sha256').update(text).digest('base64url').slice(0, 22)
    names.set(text, name)
    return name
  }
}

type Names = ReturnType<typeof createNames>

function cursorOf(query: unknown): Cursor {
  if (query instanceof Cursor) return query
  throw new TypeError('A query is text or a cursor.')
}

/** A connection for Kysely. After a failure it is closed, not reused. */
class Connection implements PostgresPoolClient {
  readonly #client: pg.PoolClient
  readonly #nameOf: Names
  readonly #timeout: number | undefined
  #failure: unknown

  constructor(client: pg.PoolClient, nameOf: Names, timeout: number | undefined) {
    this.#client = client
    this.#nameOf = nameOf
    this.#timeout = timeout
  }

  query<Row>(text: string, parameters: readonly unknown[]): Promise<PostgresQueryResult<Row>>
  query<Row>(cursor: PostgresCursor<Row>): PostgresCursor<Row>
  query(query: unknown, parameters: readonly unknown[] = []): unknown {
    return typeof query === 'string' ? this.#run(query, parameters) : this.#client.query(cursorOf(query))
  }

  async #run(text: string, values: readonly unknown[]) {
    // After a time-out the connection still waits for its answer, and a rollback would wait after it.
    if (this.#failure !== undefined) throw this.#failure
    try {
      const name = this.#nameOf(text)
      const named = name === undefined ? {} : { name }
      const answer = this.#client.query({ text, values: [...values], ...named })
      return await (this.#timeout === undefined ? answer : withTimeout(this.#timeout, answer))
    } catch (error) {
      if (isUnavailable(error)) this.#failure = error
      throw error
    }
  }

  release(): void {
    this.#client.release(this.#failure !== undefined)
  }
}

export interface PoolOptions {
  readonly url: string
  readonly size: number
  readonly prepare: boolean
  /** Whether answers are waited for as long as a request waits, or as long as they take. */
  readonly serves: boolean
  /** Called when an idle connection is lost. */
  onLost(error: Error): void
}

/** Connections for Kysely, with prepared statements, and with failures that callers may see. */
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
  pool.on('error', (error) => onLost(error))
  pool.on('connect', (client) => {
    client.on('error', () => {})
  })
  const nameOf: Names = prepare ? createNames() : () => undefined
  return {
    async connect() {
      return new Connection(await pool.connect(), nameOf, serves ? QUERY_MS : undefined)
    },
    end: () => pool.end(),
    options: pool.options,
  }
}
