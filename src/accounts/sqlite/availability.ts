import { type Kysely, sql } from 'kysely'
import { AppError, accountsUnavailable } from '../../core/errors.ts'
import type { Availability, OnProblem } from '../availability.ts'
import { DatabaseBusyError } from '../database.ts'
import { FileLost, type FileWatch } from './file.ts'
import { inWriteTransaction } from './writing.ts'

/** How often the file is checked, and how often a write is tried after one failed, in milliseconds. */
const INTERVAL_MS = 250

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

/** What a failure says about the database; `undefined` if the database is not at fault. */
function faultOf(error: unknown): string | undefined {
  if (error instanceof FileLost) return error.message
  if (error instanceof DatabaseBusyError) return 'Another process keeps the accounts file locked.'
  if (!(error instanceof Error) || !('code' in error)) return undefined
  const code = String(error.code)
  return FAULTS.find(([prefix]) => code.startsWith(prefix))?.[1]
}

export interface WatchedDatabase<Tables> {
  readonly db: Kysely<Tables>
  readonly watch: FileWatch
  /**
   * Opens the file that is there now. Rejects while it cannot be used.
   *
   * @param isBack whether it is the lost one itself.
   */
  reopen(lost: FileWatch, isBack: boolean): Promise<FileWatch>
  readonly onProblem: OnProblem
}

/**
 * Watches the open accounts file. If it is deleted, replaced or cut short, that is noticed before and after
 * each call, and within a quarter of a second between calls. If it is replaced, the new file is opened.
 */
export function watchAvailability<Tables>(
  options: WatchedDatabase<Tables>,
): Availability & { close(): void } {
  const { db, reopen, onProblem } = options
  let { watch } = options
  let problem: string | undefined
  let isLost = false

  const say = (now: string | undefined, cause?: unknown) => {
    if (now === problem) return
    problem = now
    onProblem(now, cause)
  }

  /** Throws `FileLost`. */
  function check(): void {
    if (isLost) throw new FileLost(problem ?? '')
    try {
      watch.check()
    } catch (error) {
      isLost = true
      say(faultOf(error) ?? 'The accounts file cannot be looked at.', error)
      throw error
    }
  }

  /** Whether the lost file was closed to open another, which could not be opened. */
  let isClosed = false

  async function recover(): Promise<void> {
    let isBack = true
    try {
      watch.check()
    } catch (error) {
      if (!(error instanceof FileLost) || !error.replaced) throw error
      isBack = false
    }
    if (isClosed || !isBack) {
      isClosed = true
      watch = await reopen(watch, isBack)
      isClosed = false
    }
    // Pages in memory are of no use: what counts is what the file holds now.
    await sql`pragma shrink_memory`.execute(db)
    const { rows } = await sql<{ quick_check: string }>`pragma quick_check(1)`.execute(db)
    if (rows[0]?.quick_check !== 'ok') throw new FileLost('The accounts file is damaged. Restore a backup.')
    isLost = false
  }

  /** Writes its own row and nothing else, which shows that creates would work. */
  const tryWrite = () =>
    inWriteTransaction(
      db,
      (transaction) =>
        sql`insert into meta (key, value) values ('last-write-check', ${new Date().toISOString()})
          on conflict (key) do update set value = excluded.value`.execute(transaction),
      { seconds: 0 },
    )

  let looking = false
  async function look(): Promise<void> {
    if (looking) return
    looking = true
    try {
      if (isLost) await recover()
      else check()
      if (problem !== undefined) await tryWrite()
      say(undefined)
    } catch (error) {
      say(faultOf(error) ?? problem, error)
    } finally {
      looking = false
    }
  }
  const timer = setInterval(() => void look(), INTERVAL_MS).unref()

  return {
    problem: () => problem,
    close() {
      clearInterval(timer)
      watch.close()
    },
    async run(action) {
      try {
        check()
        const result = await action()
        // A write into a file that was just deleted is lost. It must not be reported as done.
        check()
        return result
      } catch (error) {
        if (error instanceof AppError) throw error
        const fault = faultOf(error)
        if (fault === undefined) throw error
        say(fault, error)
        throw accountsUnavailable(error)
      }
    },
  }
}
