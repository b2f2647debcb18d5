import { TimedOut } from '../core/timeout.ts'
import { codeOf, meaningOf } from '../files/index.ts'

/** A serialization failure, a deadlock, and a duplicate key: repeated, the transaction sees the other row. */
const CONFLICT = /^(?:40001|40P01|23505)$/

/** Failures that no statement is to blame for. */
const SQLITE = /^(?:SQLITE_(?:FULL|READONLY|CORRUPT|NOTADB|IOERR|CANTOPEN|PERM|BUSY|LOCKED)|EACCES)/
/** No connection, no resources, stopping or starting, I/O errors, read-only after a failover, time limits. */
const POSTGRES = /^(?:08|53|57|58|25006|25P0[34]|55P03|E(?:CONN|HOST|NET|PIPE|TIMEDOUT|AI_AGAIN|NOTFOUND))/
/** Errors of `pg` that have no code. */
const DRIVER = /timeout exceeded when trying to connect|Connection terminated|not queryable/

/** The accounts file is not where it was. The message names no path, because `/readyz` shows it. */
export class FileLost extends Error {}

/** Whether a transaction of PostgreSQL is worth repeating. */
export const isConflict = (error: unknown): boolean => CONFLICT.test(codeOf(error))

/** Tells operators what is wrong; `undefined` if the database is not at fault. */
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
