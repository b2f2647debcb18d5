import { accountsUnavailable, catalogUnavailable } from '../core/errors.ts'
import type { Logger } from '../core/logger.ts'
import { TimedOut } from '../core/timeout.ts'
import { codeOf, meaningOf } from '../files/index.ts'
import type { Database, Statements } from './database.ts'

/** A serialization failure, a deadlock, and a duplicate key: repeated, the transaction sees the other row. */
const CONFLICT = /^(?:40001|40P01|23505)$/

/** Failures that no statement is to blame for. */
const SQLITE = /^(?:SQLITE_(?:FULL|READONLY|CORRUPT|NOTADB|IOERR|CANTOPEN|PERM|BUSY|LOCKED)|EACCES)/
/** No connection, no resources, stopping or starting, I/O errors, read-only after a failover, time limits. */
const POSTGRES = /^(?:08|53|57|58|25006|25P0[34]|55P03|E(?:CONN|HOST|NET|PIPE|TIMEDOUT|AI_AGAIN|NOTFOUND))/
const DRIVER = /timeout exceeded when trying to connect|Connection terminated|not queryable/

/** The accounts file is not where it was. The message names no path, because `/readyz` shows it. */
export class FileLost extends Error {}

export const isConflict = (error: unknown): boolean => CONFLICT.test(codeOf(error))

/** For operators; `undefined` if the database is not at fault. */
export function faultOf(error: unknown): string | undefined {
  if (!(error instanceof Error)) return undefined
  if (error instanceof FileLost) return error.message
  const code = codeOf(error)
  if (error instanceof TimedOut || isConflict(error) || POSTGRES.test(code) || DRIVER.test(error.message))
    return 'PostgreSQL does not answer as it should.'
  if (SQLITE.test(code)) return `The accounts file cannot be used: ${meaningOf(error)}.`
  // A name with several addresses fails with one error for each.
  return faultOf(error instanceof AggregateError ? error.errors[0] : error.cause)
}

export type Availability = ReturnType<typeof createAvailability>

const INTERVAL_MS = 1_000

/** For the log, and for callers. */
const OUTAGES = {
  accounts: { failed: 'accounts unavailable', again: 'accounts available again', error: accountsUnavailable },
  catalog: { failed: 'catalog unavailable', again: 'catalog available again', error: catalogUnavailable },
}

/**
 * Tracks whether data can be used. The log says once that they cannot, and once that they can again.
 *
 * @param options `problemOf` says what operators are told of a failed call, `undefined` if the data are not at fault.
 */
export function createAvailability(options: {
  of: keyof typeof OUTAGES
  log: Logger
  path?: string | undefined
  problemOf: (error: unknown) => string | undefined
}) {
  const { of, log, path, problemOf } = options
  const outage = OUTAGES[of]
  let known: string | undefined
  let busyMs = 0

  function say(problem: string | undefined, cause?: unknown) {
    if (problem === known) return
    known = problem
    if (problem === undefined) log.info({}, outage.again)
    else log.error({ problem, path, err: cause }, outage.failed)
  }

  return {
    say,
    problem: () => known,
    busySeconds: () => busyMs / 1_000,
    /** @param isCreate whether something may have been created, even if the call fails (D9). */
    async call<Answer>(run: () => Promise<Answer> | Answer, isCreate = false): Promise<Answer> {
      const startedAt = performance.now()
      try {
        return await run()
      } catch (error) {
        const problem = problemOf(error)
        if (problem === undefined) throw error
        say(problem, error)
        throw outage.error(error, isCreate)
      } finally {
        busyMs += performance.now() - startedAt
      }
    },
  }
}

/** Looks until it is ended. After a failure, `probe` creates and removes something. */
export function watch<Tables>(
  { prepareOrPing, write }: Database<Tables>,
  { problem, say }: Availability,
  probe: Statements<Tables, unknown>,
): () => void {
  let isLooking = false
  async function lookNow() {
    if (isLooking) return
    isLooking = true
    try {
      await prepareOrPing()
      if (problem() !== undefined) await write(probe, { seconds: 0 })
      say(undefined)
    } catch (error) {
      say(faultOf(error) ?? problem(), error)
    } finally {
      isLooking = false
    }
  }
  void lookNow()
  const timer = setInterval(() => void lookNow(), INTERVAL_MS).unref()
  return () => clearInterval(timer)
}
