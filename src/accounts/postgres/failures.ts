import { TooSlow } from '../../kit/within.ts'

const codeOf = (error: unknown): string =>
  error instanceof Error && 'code' in error ? String(error.code) : ''

/**
 * Classes of SQLSTATE that say nothing about the statement, but that the server cannot do its work:
 * no connection, no resources (a full disk, too many connections), shut down or starting, input and
 * output; and a server that only reads, as after a failover.
 */
const UNAVAILABLE = /^(?:08...|53...|57P..|58...|25006)$/
/** What the network and the driver say in place of an SQLSTATE. */
const NETWORK = /^E(?:CONN|HOST|NET|PIPE|TIMEDOUT|AI_AGAIN|NOTFOUND)/
const DRIVER = /timeout exceeded when trying to connect|Connection terminated|not queryable/

/** Whether PostgreSQL, and not the statement, is at fault. */
export function isUnavailable(error: unknown): boolean {
  if (error instanceof TooSlow) return true
  if (error instanceof AggregateError) return error.errors.some(isUnavailable)
  const code = codeOf(error)
  if (/^[0-9A-Z]{5}$/.test(code) && UNAVAILABLE.test(code)) return true
  return NETWORK.test(code) || (error instanceof Error && DRIVER.test(error.message))
}

/**
 * Two processes made the same table at once: `if not exists` does not see what is not committed. Which
 * of the three codes comes depends on how far the other process is (duplicate table, type or row).
 */
const isMadeTwice = (error: unknown): boolean =>
  ['42P07', '42710'].includes(codeOf(error)) ||
  (codeOf(error) === '23505' &&
    error instanceof Error &&
    'constraint' in error &&
    String(error.constraint).startsWith('pg_'))

/** Whether the transaction lost against another one, and would do well a second time. */
export const isConflict = (error: unknown): boolean =>
  ['40001', '40P01'].includes(codeOf(error)) || isMadeTwice(error)
