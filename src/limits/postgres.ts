import pg from 'pg'
import { RateLimiterRes } from 'rate-limiter-flexible'
import * as z from 'zod'
import { codeOf, isMadeTwice } from '../core/sqlstate.ts'
import { withTimeout } from '../core/timeout.ts'
import type { CounterFactory } from '../http/rate-limit.ts'
import type { LimitStore } from './index.ts'

/** Connections of its own: limits must work even when all connections for accounts are busy. */
const CONNECTIONS = 4
/** For a new connection. It may take longer than a request waits: a later request will use it. */
const CONNECT_MS = 2_000
const CLEANING_MS = 300_000
const NO_TABLE = '42P01'

// An unlogged table is quick to write, and loses its rows when PostgreSQL crashes. For counts that is fine.
const CREATE = `create unlogged table if not exists rate_limits (
  key text collate "C" primary key,
  points integer not null,
  expires timestamptz not null
)`

const CLEAN = 'delete from rate_limits where expires < clock_timestamp()'

// Uses the clock of the database, because the clocks of instances may differ.
const COUNT = `
  insert into rate_limits as known (key, points, expires)
  values ($1, $2, statement_timestamp() + make_interval(secs => $3))
  on conflict (key) do update set
    points = case when known.expires <= statement_timestamp() then excluded.points
      else known.points + excluded.points end,
    expires = case when known.expires <= statement_timestamp() then excluded.expires else known.expires end
  returning points, (extract(epoch from expires - statement_timestamp()) * 1000)::float8 as left`

const counted = z.object({ points: z.number(), left: z.number() })

/** @param timeout for an answer, in milliseconds. */
export async function openPostgresLimits(
  { url, prepare }: { readonly url: string; readonly prepare: boolean },
  timeout: number,
): Promise<LimitStore> {
  const pool = new pg.Pool({
    connectionString: url,
    application_name: 'selvage limits',
    max: CONNECTIONS,
    connectionTimeoutMillis: CONNECT_MS,
    query_timeout: timeout,
    keepAlive: true,
  })
  // The next request replaces a lost connection. Without a listener, its error would end the process.
  pool.on('error', () => {})
  pool.on('connect', (client) => {
    client.on('error', () => {})
  })

  let isMade: Promise<unknown> | undefined
  /** Creates the table at the first count. After a failure, the next count tries again. */
  function made(): Promise<unknown> {
    isMade ??= pool.query(CREATE).catch((error: unknown) => {
      // Another instance has created it at the same moment.
      if (isMadeTwice(error)) return
      isMade = undefined
      throw error
    })
    return isMade
  }
  // Old rows do no harm, but they take space.
  const cleaning = setInterval(() => void pool.query(CLEAN).catch(() => {}), CLEANING_MS).unref()

  const createCounter: CounterFactory = ({ keyPrefix, points: limit, duration }) => {
    async function ask(key: string | number, points: number): Promise<RateLimiterRes> {
      await made()
      const name = prepare ? { name: 'rate-limits' } : {}
      const values = [`${keyPrefix}:${key}`, points, duration]
      const { rows } = await pool.query({ ...name, text: COUNT, values }).catch((error: unknown) => {
        // After a failover or a restore, the table may be missing.
        if (codeOf(error) === NO_TABLE) isMade = undefined
        throw error
      })
      const { points: used, left } = counted.parse(rows[0])
      return new RateLimiterRes(Math.max(0, limit - used), Math.round(left), used, used === points)
    }
    const count = (key: string | number, points: number) => withTimeout(timeout, ask(key, points))
    return {
      async consume(key, points = 1) {
        const result = await count(key, points)
        if (result.consumedPoints > limit) throw result
        return result
      },
      reward: (key, points = 1) => count(key, -points),
    }
  }

  return {
    createCounter,
    async close() {
      clearInterval(cleaning)
      await pool.end()
    },
  }
}
