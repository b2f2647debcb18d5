import { codeOf, isMadeTwice } from '../../core/sqlstate.ts'
import { TooSlow } from '../../core/within.ts'

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

/** Whether PostgreSQL is at fault, and not the statement. */
export function isUnavailable(error: unknown): boolean {
  if (error instanceof TooSlow) return true
  if (error instanceof AggregateError) return error.errors.some(isUnavailable)
  const code = codeOf(error)
  if (/^[0-9A-Z]{5}$/.test(code) && UNAVAILABLE.test(code)) return true
  return NETWORK.test(code) || (error instanceof Error && DRIVER.test(error.message))
}

/**
 * Whether the transaction lost against another one and should be repeated. The last code is a row of the same
 * key: when it is repeated, it finds that row.
 */
export const isConflict = (error: unknown): boolean =>
  ['40001', '40P01', '23505'].includes(codeOf(error)) || isMadeTwice(error)
