import { TimedOut } from '../core/timeout.ts'

/** A serialization failure, a deadlock, and a duplicate key: repeated, the transaction sees the other row. */
const CONFLICT = /^(?:40001|40P01|23505)$/

/** Failures of SQLite that no statement is to blame for, with what operators are told. */
const SQLITE: readonly (readonly [code: RegExp, meaning: string])[] = [
  [/^SQLITE_FULL/, 'The disk that holds the accounts file is full.'],
  [/^SQLITE_READONLY/, 'The accounts file is read-only.'],
  [/^SQLITE_(?:CORRUPT|NOTADB)/, 'The accounts file is damaged. Restore a backup.'],
  [
    /^SQLITE_IOERR/,
    'The disk that holds the accounts file reports an error: it is read-only now, or broken.',
  ],
  [/^(?:SQLITE_CANTOPEN|SQLITE_PERM|EACCES)/, 'The accounts file cannot be opened.'],
  [/^SQLITE_(?:BUSY|LOCKED)/, 'Another process keeps the accounts file locked.'],
]

/** No connection, no resources, stopping or starting, I/O errors, read-only after a failover, time limits. */
const POSTGRES = /^(?:08|53|57|58|25006|25P0[34]|55P03|E(?:CONN|HOST|NET|PIPE|TIMEDOUT|AI_AGAIN|NOTFOUND))/
/** Errors of `pg` that have no code. */
const DRIVER = /timeout exceeded when trying to connect|Connection terminated|not queryable/

/** The accounts file is not where it was. The message names no path, because `/readyz` shows it. */
export class FileLost extends Error {}

/** The code that SQLite, PostgreSQL or the operating system gave, or an empty text. */
export const codeOf = (error: unknown): string =>
  error instanceof Error && 'code' in error ? String(error.code) : ''

/** Whether a transaction of PostgreSQL is worth repeating, a few times. */
export const isConflict = (error: unknown): boolean => CONFLICT.test(codeOf(error))

/** Tells operators what is wrong; `undefined` if the database is not at fault. */
export function faultOf(error: unknown): string | undefined {
  if (!(error instanceof Error)) return undefined
  if (error instanceof FileLost) return error.message
  const code = codeOf(error)
  if (error instanceof TimedOut || isConflict(error) || POSTGRES.test(code) || DRIVER.test(error.message))
    return 'PostgreSQL does not answer as it should.'
  const fault = SQLITE.find(([pattern]) => pattern.test(code))?.[1]
  // A name with several addresses fails with one error for each.
  const inner = error instanceof AggregateError ? error.errors[0] : error.cause
  return fault ?? faultOf(inner)
}
