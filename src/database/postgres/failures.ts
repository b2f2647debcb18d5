import { TimedOut } from '../../core/timeout.ts'

/**
 * Codes of a server that cannot work, whatever the statement is. First SQLSTATE, in this order: no connection, no
 * resources (a full disk, too many connections), shutting down or starting, input and output errors, read-only as after
 * a failover, the server's own time limits. Then the network's codes.
 */
const UNAVAILABLE = /^(?:08|53|57|58|25006|25P0[34]|55P03|E(?:CONN|HOST|NET|PIPE|TIMEDOUT|AI_AGAIN|NOTFOUND))/
const DRIVER = /timeout exceeded when trying to connect|Connection terminated|not queryable/
/** A serialization failure, a deadlock, and a duplicate key: repeated, the transaction sees the other row. */
const CONFLICT = /^(?:40001|40P01|23505)$/

const codeOf = (error: unknown): string =>
  error instanceof Error && 'code' in error ? String(error.code) : ''

/** Whether PostgreSQL is at fault, and not the statement. */
export function isUnavailable(error: unknown): boolean {
  // A name with several addresses fails with one error for each.
  if (error instanceof AggregateError) return error.errors.some(isUnavailable)
  if (!(error instanceof Error)) return false
  return error instanceof TimedOut || UNAVAILABLE.test(codeOf(error)) || DRIVER.test(error.message)
}

/** Whether the transaction lost against another one and is worth repeating. */
export const isConflict = (error: unknown): boolean => CONFLICT.test(codeOf(error))

/** The message of an error; of several, the first one's. */
export function reasonOf(error: unknown): string {
  const [first] = error instanceof AggregateError ? error.errors : [error]
  return first instanceof Error ? first.message : String(first)
}
