import { statSync } from 'node:fs'
import { DatabaseBusyError } from '../database.ts'

/** What SQLite's result codes mean to the operator. The first match counts. */
const FAULTS: readonly (readonly [code: string, meaning: string])[] = [
  ['SQLITE_FULL', 'The disk that holds the accounts file is full.'],
  ['SQLITE_READONLY', 'The accounts file is read-only.'],
  ['SQLITE_CORRUPT', 'The accounts file is damaged. Restore a backup.'],
  ['SQLITE_NOTADB', 'The accounts file is damaged. Restore a backup.'],
  ['SQLITE_IOERR', 'The disk that holds the accounts file reports an error: it is read-only now, or broken.'],
  ['SQLITE_CANTOPEN', 'The accounts file cannot be opened.'],
  ['SQLITE_PERM', 'The accounts file may not be opened.'],
  ['SQLITE_BUSY', 'Another process keeps the accounts file locked.'],
  ['SQLITE_LOCKED', 'Another process keeps the accounts file locked.'],
]

const codeOf = (error: unknown): string =>
  error instanceof Error && 'code' in error ? String(error.code) : ''

/**
 * The database file is no longer the one that was opened. The message names no path, because `/readyz` shows
 * it.
 */
class FileLost extends Error {}

/** Whether another process has the database locked. */
export const isBusy = (error: unknown): boolean => codeOf(error).startsWith('SQLITE_BUSY')

/** What a failure says about the database; `undefined` if the database is not at fault. */
export function faultOf(error: unknown): string | undefined {
  if (error instanceof FileLost) return error.message
  if (error instanceof DatabaseBusyError) return 'Another process keeps the accounts file locked.'
  return FAULTS.find(([prefix]) => codeOf(error).startsWith(prefix))?.[1]
}

export interface OpenFile {
  /** Opens what is at the path now, and throws if that is no whole database. */
  reopen(): Promise<void>
  /** How large the file is by its own account, in bytes. */
  size(): bigint
}

/** Knows whether an open database is still the file at its path. */
export function watchFile(path: string, { reopen, size }: OpenFile) {
  const stat = () => statSync(path, { bigint: true, throwIfNoEntry: false })
  let opened = stat()
  let lost: FileLost | undefined
  /** A file that could not be opened is tried again when it changes. */
  let refused = ''

  /** Throws `FileLost` unless the file can be used or opened. Answers whether it is another one. */
  function find(): 'same' | 'other' {
    const found = stat()
    if (found === undefined) throw new FileLost('The accounts file is gone. Put it back.')
    if (found.ino !== opened?.ino || found.dev !== opened.dev) return 'other'
    // A vacuum makes the file smaller too.
    if (found.size < opened.size && (lost !== undefined || found.size < size()))
      throw new FileLost('The accounts file was cut short. Stop the server and restore a backup.')
    opened = found
    return 'same'
  }

  /** What `find` answers. What it throws is remembered. */
  function look(): 'same' | 'other' {
    try {
      return find()
    } catch (error) {
      lost = error instanceof FileLost ? error : new FileLost('The accounts file cannot be looked at.')
      throw lost
    }
  }

  return {
    /** Throws `FileLost` if the file was lost when it was last looked at. */
    checkKnown(): void {
      if (lost !== undefined) throw lost
    },

    /** Looks at the file, which takes a few microseconds. Throws `FileLost` if it is another one, or none. */
    check(): void {
      if (lost !== undefined) throw lost
      if (look() === 'same') return
      lost = new FileLost('The accounts file was replaced by another file.')
      throw lost
    },

    /** Opens the file again if it was lost and one is there. Rejects while there is none that can be used. */
    async recover(): Promise<void> {
      if (lost === undefined) return
      look()
      const found = stat()
      const state = `${found?.ino} ${found?.size} ${found?.mtimeNs}`
      if (state === refused) throw lost
      try {
        await reopen()
      } catch (error) {
        refused = state
        lost = new FileLost(
          faultOf(error) ??
            'What was put in the place of the accounts file is no database. Put the file back.',
        )
        throw lost
      }
      opened = found
      lost = undefined
      refused = ''
    },
  }
}
