import { copyFileSync, existsSync, linkSync, renameSync, rmSync, statSync } from 'node:fs'
import { dirname } from 'node:path'
import Sqlite from 'better-sqlite3'
import { keepAlive } from '../../core/lifetime.ts'
import { plainWords, reasonOf } from '../../core/plain-words.ts'
import {
  createFolderPrivately,
  createPrivately,
  FOR_OTHERS,
  finish,
  makePrivate,
  openUnfinished,
} from '../../files/index.ts'

/** The files next to an open database file: its log (WAL), and the index of the log. */
const COMPANIONS = ['-wal', '-shm']
/** Tables that every accounts file has had since version 1.0. */
const TABLES = ['assets', 'designs', 'meta', 'project_members', 'projects']

/** The result of checking a database file. */
export interface FileReport {
  /** What is wrong, in plain words; empty if nothing is. */
  readonly faults: readonly string[]
  /** Names of the migrations that were applied, oldest first. */
  readonly versions: readonly string[]
  /** The number of rows of each table. */
  readonly rows: Readonly<Record<string, number>>
}

/** A path as a literal of SQLite's SQL. */
const quoted = (text: string) => `'${text.replaceAll("'", "''")}'`

function textsOf(database: Sqlite.Database, sql: string): string[] {
  return keepAlive(database.prepare(sql))
    .raw()
    .all()
    .map((row) => String(Array.isArray(row) ? row[0] : row))
}

function inspect(database: Sqlite.Database, tables: readonly string[]): FileReport {
  const integrity = textsOf(database, 'pragma integrity_check(5)').filter((line) => line !== 'ok')
  const foreign = textsOf(database, 'pragma foreign_key_check').map(
    (table) => `A row of ${table} refers to a row that is not there.`,
  )
  const known = new Set(textsOf(database, "select name from sqlite_master where type = 'table'"))
  const missing = tables.filter((table) => !known.has(table)).map((table) => `There is no table ${table}.`)
  const rows = tables
    .filter((table) => known.has(table))
    .map((table): [string, number] => {
      const [count = '0'] = textsOf(database, `select count(*) from "${table}"`)
      return [table, Number(count)]
    })
  const versions = known.has('kysely_migration')
    ? textsOf(database, 'select name from kysely_migration order by timestamp, name')
    : []
  return { faults: [...integrity, ...foreign, ...missing], versions, rows: Object.fromEntries(rows) }
}

/**
 * Reads a whole database file: integrity, references, tables. Changes nothing.
 *
 * @param tables the tables that it must have.
 */
export function checkFile(path: string, tables: readonly string[] = TABLES): FileReport {
  const unread = (fault: string): FileReport => ({ faults: [fault], versions: [], rows: {} })
  if (!existsSync(path)) return unread(`There is no file ${path}.`)
  if (statSync(path).isDirectory()) return unread('It is a folder, not a file.')
  let database: Sqlite.Database | undefined
  try {
    database = keepAlive(new Sqlite(path, { readonly: true, fileMustExist: true }))
    return inspect(database, tables)
  } catch (error) {
    return unread(`It cannot be read: ${reasonOf(error)}.`)
  } finally {
    database?.close()
  }
}

/**
 * A warning if other users of this machine can read a file that holds secrets; `undefined` if they cannot.
 */
export function exposureOf(path: string): string | undefined {
  const mode = statSync(path, { throwIfNoEntry: false })?.mode ?? 0
  return (mode & FOR_OTHERS) === 0
    ? undefined
    : 'Others on this machine may read it: it holds the secret that signs cursors. Set its mode to 600.'
}

/** `rmSync` with `force` fails where a part of the path is a file. */
function removeIfThere(path: string): void {
  if (existsSync(path)) rmSync(path)
}

/**
 * Copies the accounts into a new file while they are in use. The copy holds everything that was committed
 * before it began, and nothing else. It is checked before it gets its name. Throws errors with messages for
 * people.
 */
export function backUp(source: string, target: string): FileReport {
  if (!existsSync(source)) throw new Error(`There is no accounts file ${source} (DATABASE_URL).`)
  if (existsSync(target))
    throw new Error(`${target} exists. A backup does not overwrite: choose another name.`)
  createFolderPrivately(dirname(target))
  const unfinished = openUnfinished(target)
  try {
    const database = keepAlive(new Sqlite(source, { readonly: true, fileMustExist: true }))
    try {
      database.exec(`vacuum into ${quoted(unfinished)}`)
    } finally {
      database.close()
    }
    const report = checkFile(unfinished)
    if (report.faults.length > 0) throw new Error(`The copy is not whole: ${report.faults.join(' ')}`)
    finish(unfinished, target)
    return report
  } catch (error) {
    throw new Error(`Nothing was backed up: ${plainWords(error).replaceAll(unfinished, target)}`, {
      cause: error,
    })
  } finally {
    for (const ending of ['', '-journal', ...COMPANIONS]) removeIfThere(unfinished + ending)
  }
}

/** Gives a file a second name, or copies it where the file system has no such names. */
function keepAs(name: string, path: string): void {
  try {
    linkSync(path, name)
  } catch {
    createPrivately(name)
    copyFileSync(path, name)
  }
  makePrivate(name)
}

/** Whether another process has the database open. For a damaged file this cannot be known. */
function isOpenElsewhere(path: string): boolean {
  const database = keepAlive(new Sqlite(path, { fileMustExist: true }))
  try {
    // To leave WAL mode, SQLite needs a lock that nobody else holds. It also writes the log back into the
    // file.
    database.exec('pragma journal_mode = delete')
    return textsOf(database, 'pragma journal_mode')[0] !== 'delete'
  } catch (error) {
    return error instanceof Error && 'code' in error && String(error.code).startsWith('SQLITE_BUSY')
  } finally {
    database.close()
  }
}

/**
 * Replaces the accounts file by a backup. The old file is kept next to it, with its log. If the backup is
 * damaged or a server is running, it throws and changes nothing.
 *
 * @returns where the old file is now; `undefined` if there was none.
 */
export function restore(backup: string, target: string, now = new Date()): string | undefined {
  const { faults } = checkFile(backup)
  if (faults.length > 0) throw new Error(`${backup} cannot be restored. ${faults.join(' ')}`)
  const isThere = existsSync(target)
  if (isThere && isOpenElsewhere(target)) {
    throw new Error(`A server, or another command, has ${target} open. Stop it first.`)
  }
  createFolderPrivately(dirname(target))
  const incoming = openUnfinished(target)
  try {
    copyFileSync(backup, incoming)
    // The copy has got the mode of the backup.
    makePrivate(incoming)
  } catch (error) {
    removeIfThere(incoming)
    throw new Error(`Nothing was restored: ${plainWords(error).replaceAll(incoming, target)}`, {
      cause: error,
    })
  }
  const old = isThere ? `${target}.replaced-${now.toISOString().replaceAll(/[:.]/g, '-')}` : undefined
  // Until the last step there is a file in its place. A server would start with an empty one otherwise.
  if (old !== undefined) keepAs(old, target)
  // The log is moved even if the file is gone: it must not be applied to the backup.
  for (const ending of COMPANIONS) {
    if (existsSync(target + ending)) renameSync(target + ending, `${old ?? `${target}.lost`}${ending}`)
  }
  finish(incoming, target)
  return old
}
