import { copyFileSync, existsSync, linkSync, renameSync, statSync } from 'node:fs'
import Sqlite from 'better-sqlite3'
import { sql } from 'kysely'
import { openDatabase } from '../../database/index.ts'
import { COMPANIONS, makePrivate, reasonOf, replaceFile } from '../../files/index.ts'
import { MIGRATIONS } from '../migrations.ts'

/** Tables that SQLite itself makes for `analyze`. */
const OWN_OF_SQLITE = [
  'CREATE TABLE sqlite_stat1(tbl,idx,stat)',
  'CREATE TABLE sqlite_stat4(tbl,idx,neq,nlt,ndlt,sample)',
]

export interface AccountsFileCheck {
  readonly faults: readonly string[]
  /** Whether its schema is not that of a release. */
  readonly isStrange: boolean
  /** Counted only without faults. */
  readonly projects: number
  readonly items: number
}

const NOTHING: AccountsFileCheck = { faults: [], isStrange: false, projects: 0, items: 0 }

/** Faults and marks that are named, and their characters. A hostile file may have far more. */
const MOST_NAMED = 20
const MOST_CHARACTERS = 200

const short = (text: string) => text.slice(0, MOST_CHARACTERS)
const quoted = (name: string) => JSON.stringify(short(name))

const textsOf = (file: Sqlite.Database, statement: string): string[] =>
  file.prepare(statement).pluck().all().map(String)

interface SchemaEntry {
  readonly type: string
  readonly name: string
  readonly sql: string | null
}
const ENTRIES = 'select type, name, sql from sqlite_master order by name'

/** Where a schema differs from ours. All releases have the same so far: with a second migration, compare with each. */
async function strangenessOf(file: Sqlite.Database): Promise<string[]> {
  const { kysely, close } = await openDatabase({ kind: 'sqlite', path: ':memory:' }, MIGRATIONS)
  const { rows: ours } = await sql.raw<SchemaEntry>(ENTRIES).execute(kysely)
  await close()
  const found = file.prepare<[], SchemaEntry>(ENTRIES).all()
  const names = new Set(found.map(({ name }) => name))
  const known = new Set([...ours.map((entry) => JSON.stringify(entry)), ...OWN_OF_SQLITE])
  const differences = [
    ...ours.filter(({ name }) => !names.has(name)).map(({ type, name }) => `There is no ${type} ${name}.`),
    ...found
      .filter((entry) => !known.has(JSON.stringify(entry)) && !known.has(entry.sql ?? ''))
      .map(({ type, name }) => `No release makes the ${type} ${quoted(name)} as it is here.`),
  ]
  if (differences.length > 0) return differences.slice(0, MOST_NAMED)
  const marks = textsOf(file, 'select name from migrations order by name')
  if (marks.join() === Object.keys(MIGRATIONS).join()) return []
  return [`It is marked as of another release: ${marks.slice(0, MOST_NAMED).map(quoted).join(', ')}.`]
}

/**
 * Reads no rows if the schema is strange: a view in the place of a table could have rows without end, and a trigger could
 * change data when the server writes.
 */
async function inspect(file: Sqlite.Database): Promise<AccountsFileCheck> {
  const strange = await strangenessOf(file)
  if (strange.length > 0) return { ...NOTHING, faults: strange, isStrange: true }
  const faults = [
    ...textsOf(file, 'pragma integrity_check(5)').filter((line) => line !== 'ok'),
    ...textsOf(file, 'pragma foreign_key_check').map(
      (table) => `A row of ${table} refers to a row that is not there.`,
    ),
  ]
  if (faults.length > 0) return { ...NOTHING, faults: faults.slice(0, MOST_NAMED) }
  const count = (table: string) => Number(textsOf(file, `select count(*) from ${table}`)[0])
  return { ...NOTHING, projects: count('projects'), items: count('assets') }
}

function checkThere(path: string): void {
  if (!existsSync(path)) throw new Error(`There is no file ${path}.`)
  if (statSync(path).isDirectory()) throw new Error(`${path} is a folder, not a file.`)
}

/** Checks schema, integrity and references of a whole file. Changes nothing. */
export async function checkFile(path: string): Promise<AccountsFileCheck> {
  checkThere(path)
  let file: Sqlite.Database | undefined
  try {
    file = new Sqlite(path, { readonly: true, fileMustExist: true })
    return await inspect(file)
  } catch (error) {
    return { ...NOTHING, faults: [`It cannot be read: ${short(reasonOf(error))}.`] }
  } finally {
    file?.close()
  }
}

const because = (failure: string) => (error: unknown) => {
  throw new Error(`${failure}: ${reasonOf(error)}`, { cause: error })
}

/**
 * Copies the accounts while they are in use. The copy holds what was committed before it began. Errors have messages for
 * people.
 */
export async function backUp(source: string, target: string): Promise<AccountsFileCheck> {
  if (!existsSync(source)) throw new Error(`There is no accounts file ${source} (DATABASE_URL).`)
  if (existsSync(target))
    throw new Error(`${target} exists. A backup does not overwrite: choose another name.`)
  return replaceFile(target, async (unfinished) => {
    const file = new Sqlite(source, { readonly: true, fileMustExist: true })
    try {
      file.prepare('vacuum into ?').run(unfinished)
    } finally {
      file.close()
    }
    const report = await checkFile(unfinished)
    if (report.faults.length === 0 || report.isStrange) return report
    throw new Error(`The copy is not whole: ${report.faults.join(' ')}`)
  }).catch(because('Nothing was backed up'))
}

/** Whether another process has the file open. False for a damaged file, where it cannot be known. */
function isOpenElsewhere(path: string): boolean {
  const file = new Sqlite(path, { fileMustExist: true })
  try {
    // SQLite leaves WAL mode only if nobody else has the file open. It also writes the log back.
    return textsOf(file, 'pragma journal_mode = delete')[0] !== 'delete'
  } catch (error) {
    return error instanceof Error && 'code' in error && String(error.code).startsWith('SQLITE_BUSY')
  } finally {
    file.close()
  }
}

/**
 * Replaces the accounts file by a backup, and answers where the old one is now, with its log; `undefined` if there was
 * none. Throws and changes nothing if the backup has faults or a server is running.
 */
export async function restore(backup: string, target: string): Promise<string | undefined> {
  checkThere(backup)
  const isThere = existsSync(target)
  let old: string | undefined
  await replaceFile(target, async (incoming) => {
    copyFileSync(backup, incoming)
    // The copy has the mode of the backup.
    makePrivate(incoming)
    // Check the copy and not the backup: nobody can change it meanwhile.
    const { faults } = await checkFile(incoming)
    if (faults.length > 0) throw new Error(`${backup} cannot be restored. ${faults.join(' ')}`)
    if (isThere && isOpenElsewhere(target))
      throw new Error(`A server, or another command, has ${target} open. Stop it first.`)
    if (isThere) {
      old = `${target}.replaced-${new Date().toISOString().replaceAll(/[:.]/g, '-')}`
      // Link and not rename: without a file in its place, a server would start with an empty one.
      try {
        linkSync(target, old)
      } catch {
        // Some file systems have no links.
        copyFileSync(target, old)
      }
      makePrivate(old)
    }
    // Even if the file is gone: the log must not be applied to the backup.
    for (const ending of COMPANIONS) {
      if (existsSync(target + ending)) renameSync(target + ending, `${old ?? `${target}.lost`}${ending}`)
    }
  }).catch(because('Nothing was restored'))
  return old
}
