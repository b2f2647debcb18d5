import { TimedOut } from '../../core/timeout.ts'

/**
 * Codes that mean that the server cannot work, whatever the statement says. First classes of SQLSTATE: no connection, no
 * resources (a full disk, too many connections), shutting down or starting, input and output errors, a server that only
 * reads, as after a failover, and what took longer than the server's own limits for statements, locks and
 * transactions. Then what the network says.
 */
const UNAVAILABLE = /^(?:08|53|57|58|25006|25P0[34]|55P03|E(?:CONN|HOST|NET|PIPE|TIMEDOUT|AI_AGAIN|NOTFOUND))/
const DRIVER = /timeout exceeded when trying to connect|Connection terminated|not queryable/
/**
 * A lost transaction, a deadlock, and a row of the same key that another process has just made: when the
 * transaction is repeated, it finds that.
 */
const CONFLICT = /^(?:40001|40P01|23505)$/

/** The SQLSTATE of an error from PostgreSQL, or the code of an error from the network; empty without one. */
const codeOf = (error: unknown): string =>
  error instanceof Error && 'code' in error ? String(error.code) : ''

/** Whether PostgreSQL is at fault, and not the statement. */
export function isUnavailable(error: unknown): boolean {
  // A name with several addresses fails with one error for each.
  if (error instanceof AggregateError) return error.errors.some(isUnavailable)
  if (!(error instanceof Error)) return false
  return error instanceof TimedOut || UNAVAILABLE.test(codeOf(error)) || DRIVER.test(error.message)
}

/** Whether the transaction lost against another one and should be repeated. */
export const isConflict = (error: unknown): boolean => CONFLICT.test(codeOf(error))

/** The message of an error, for operators. */
export function reasonOf(error: unknown): string {
  const [first] = error instanceof AggregateError ? error.errors : [error]
  return first instanceof Error ? first.message : String(first)
}
