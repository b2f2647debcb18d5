import { statSync } from 'node:fs'
import { DatabaseBusyError } from '../database.ts'

const FAULTS: readonly (readonly [code: RegExp, meaning: string])[] = [
  [/^SQLITE_FULL/, 'The disk that holds the accounts file is full.'],
  [/^SQLITE_READONLY/, 'The accounts file is read-only.'],
  [/^SQLITE_(?:CORRUPT|NOTADB)/, 'The accounts file is damaged. Restore a backup.'],
  [
    /^SQLITE_IOERR/,
    'The disk that holds the accounts file reports an error: it is read-only now, or broken.',
  ],
  [/^SQLITE_CANTOPEN/, 'The accounts file cannot be opened.'],
  [/^(?:SQLITE_PERM|EACCES)/, 'The accounts file may not be opened.'],
  [/^SQLITE_(?:BUSY|LOCKED)/, 'Another process keeps the accounts file locked.'],
]

const codeOf = (error: unknown): string =>
  error instanceof Error && 'code' in error ? String(error.code) : ''

/** Whether another process holds a lock. */
export const isBusy = (error: unknown): boolean => codeOf(error).startsWith('SQLITE_BUSY')

/** The message names no path, because `/readyz` shows it. */
class FileLost extends Error {}

/** In words for operators; `undefined` if the database is not at fault. */
export function faultOf(error: unknown): string | undefined {
  if (error instanceof FileLost) return error.message
  const code = codeOf(error instanceof DatabaseBusyError ? error.cause : error)
  return FAULTS.find(([pattern]) => pattern.test(code))?.[1]
}

/** A check that throws if the path no longer leads to the file that is there now. It takes microseconds. */
export function createFileCheck(path: string): () => void {
  const opened = statSync(path)
  return () => {
    const found = statSync(path, { throwIfNoEntry: false })
    if (found === undefined) throw new FileLost('The accounts file is gone. Put it back.')
    if (found.ino !== opened.ino || found.dev !== opened.dev)
      throw new FileLost('The accounts file was replaced by another one. Restart the server to use that.')
  }
}
