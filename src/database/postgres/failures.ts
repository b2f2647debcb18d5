import { TimedOut } from '../../core/timeout.ts'

/**
 * Classes of SQLSTATE that mean that the server cannot work, whatever the statement says: no connection, no
 * resources (a full disk, too many connections), shutting down or starting, input and output errors, a server
 * that only reads, as after a failover, and what took longer than the server's own limits for statements,
 * locks and transactions.
 */
const UNAVAILABLE = /^(?:08...|53...|57...|58...|25006|25P0[34]|55P03)$/
/** Codes that the network and the driver use in place of an SQLSTATE. */
const NETWORK = /^E(?:CONN|HOST|NET|PIPE|TIMEDOUT|AI_AGAIN|NOTFOUND)/
const DRIVER = /timeout exceeded when trying to connect|Connection terminated|not queryable/
/**
 * A lost transaction, a deadlock, and a row of the same key that another process has just made: when the
 * transaction is repeated, it finds that.
 */
const CONFLICTS: readonly string[] = ['40001', '40P01', '23505']

/** The SQLSTATE of an error from PostgreSQL, or the code of an error from the network; empty without one. */
const codeOf = (error: unknown): string =>
  error instanceof Error && 'code' in error ? String(error.code) : ''

/**
 * Two processes created the same table at once: `if not exists` does not see what is not committed. There are
 * three codes for it (duplicate table, type or row), depending on how far the other process is.
 */
const isMadeTwice = (error: unknown): boolean =>
  ['42P07', '42710'].includes(codeOf(error)) ||
  (codeOf(error) === '23505' &&
    error instanceof Error &&
    'constraint' in error &&
    String(error.constraint).startsWith('pg_'))

/** Whether PostgreSQL is at fault, and not the statement. */
export function isUnavailable(error: unknown): boolean {
  if (error instanceof TimedOut) return true
  if (error instanceof AggregateError) return error.errors.some(isUnavailable)
  const code = codeOf(error)
  if (/^[0-9A-Z]{5}$/.test(code) && UNAVAILABLE.test(code)) return true
  return NETWORK.test(code) || (error instanceof Error && DRIVER.test(error.message))
}

/** Whether the transaction lost against another one and should be repeated. */
export const isConflict = (error: unknown): boolean => CONFLICTS.includes(codeOf(error)) || isMadeTwice(error)
