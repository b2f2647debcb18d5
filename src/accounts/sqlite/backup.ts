import { copyFileSync, existsSync, linkSync, renameSync, statSync } from 'node:fs'
import { isDeepStrictEqual } from 'node:util'
import Sqlite from 'better-sqlite3'
import { sql } from 'kysely'
import { plainWords, reasonOf } from '../../core/os-errors.ts'
import { openDatabase } from '../../database/index.ts'
import { createPrivately, FOR_OTHERS, makePrivate, replaceFile } from '../../files/index.ts'
import { MIGRATIONS } from '../migrations.ts'

/** The files next to an open database file: its log (WAL), and the index of the log. */
const COMPANIONS = ['-wal', '-shm']
/** What SQLite itself makes for `analyze`. */
const OWN_OF_SQLITE = [
  'CREATE TABLE sqlite_stat1(tbl,idx,stat)',
  'CREATE TABLE sqlite_stat4(tbl,idx,neq,nlt,ndlt,sample)',
]

/** The result of checking a database file. */
export interface FileReport {
  /** What is damaged or missing, in plain words; empty if nothing is. */
  readonly faults: readonly string[]
  /** What is in the schema that no release makes, such as triggers; empty if nothing is. */
  readonly strange: readonly string[]
  /** How much it holds; 0 if it has a fault or a strange schema, because then it is not counted. */
  readonly projects: number
  readonly items: number
}

/** A table, index, trigger or view, as SQLite keeps it. */
interface SchemaEntry {
  readonly type: string
  readonly name: string
  readonly sql: string | null
}

const ENTRIES = 'select type, name, sql from sqlite_master order by name'

/** The schema that a release makes with these migrations. */
async function schemaOf(applied: readonly string[]): Promise<SchemaEntry[]> {
  const known = Object.entries(MIGRATIONS).filter(([name]) => applied.includes(name))
  const { kysely, close } = await openDatabase<unknown>(
    { kind: 'sqlite', path: ':memory:' },
    { migrations: Object.fromEntries(known), probe: async () => {} },
  )
  const { rows } = await sql.raw<SchemaEntry>(ENTRIES).execute(kysely)
  await close()
  return rows
}

const textsOf = (file: Sqlite.Database, statement: string): string[] =>
  file.prepare(statement).pluck().all().map(String)

const isIn = (schema: readonly SchemaEntry[], entry: SchemaEntry): boolean =>
  schema.some((each) => isDeepStrictEqual({ ...each }, { ...entry }))

/**
 * Looks at a whole file, first at its schema. If that is strange, nothing else is read: a view in the place of a table
 * could have rows without end, and a trigger would change whatever it likes when the server writes.
 */
async function inspect(file: Sqlite.Database): Promise<FileReport> {
  const found = file.prepare<[], SchemaEntry>(ENTRIES).all()
  const latest = await schemaOf(Object.keys(MIGRATIONS))
  const hasMigrations = found.some((entry) => entry.name === 'migrations' && isIn(latest, entry))
  const applied = hasMigrations ? textsOf(file, 'select name from migrations order by name') : []
  const known = await schemaOf(applied)
  const missing = known.filter(({ name }) => !found.some((entry) => entry.name === name))
  const faults = [
    ...(applied.length === 0 ? ['It holds no accounts.'] : []),
    ...missing.map(({ type, name }) => `There is no ${type} ${name}.`),
  ]
  const strange = [
    ...applied
      .filter((name) => !Object.hasOwn(MIGRATIONS, name))
      .map((name) => `It is of a newer release, which knows ${JSON.stringify(name)}.`),
    ...found
      .filter((entry) => !isIn(known, entry) && !OWN_OF_SQLITE.includes(entry.sql ?? ''))
      .map(({ type, name }) => `No release makes the ${type} ${JSON.stringify(name)} as it is here.`),
  ]
  if (strange.length > 0) return { faults, strange, projects: 0, items: 0 }
  faults.push(
    ...textsOf(file, 'pragma integrity_check(5)').filter((line) => line !== 'ok'),
    ...textsOf(file, 'pragma foreign_key_check').map(
      (table) => `A row of ${table} refers to a row that is not there.`,
    ),
  )
  if (faults.length > 0) return { faults, strange, projects: 0, items: 0 }
  const count = (table: string) => Number(textsOf(file, `select count(*) from ${table}`)[0])
  return { faults, strange, projects: count('projects'), items: count('assets') }
}

/** Throws in plain words if there is no file at a path. */
function checkThere(path: string): void {
  if (!existsSync(path)) throw new Error(`There is no file ${path}.`)
  if (statSync(path).isDirectory()) throw new Error(`${path} is a folder, not a file.`)
}

/** Reads a whole accounts file: integrity, references, schema. Changes nothing. */
export async function checkFile(path: string): Promise<FileReport> {
  checkThere(path)
  let file: Sqlite.Database | undefined
  try {
    file = new Sqlite(path, { readonly: true, fileMustExist: true })
    return await inspect(file)
  } catch (error) {
    return { faults: [`It cannot be read: ${reasonOf(error)}.`], strange: [], projects: 0, items: 0 }
  } finally {
    file?.close()
  }
}

/** A warning if other users of this machine can read a file that holds secrets; `undefined` if they cannot. */
export function exposureOf(path: string): string | undefined {
  const mode = statSync(path, { throwIfNoEntry: false })?.mode ?? 0
  return (mode & FOR_OTHERS) === 0
    ? undefined
    : 'Others on this machine may read it: it holds the secret that signs cursors. Set its mode to 600.'
}

/** Says which command has failed. */
const because = (failure: string) => (error: unknown) => {
  throw new Error(`${failure}: ${plainWords(error)}`, { cause: error })
}

/**
 * Copies the accounts into a new file while they are in use. The copy holds everything that was committed
 * before it began, and nothing else. Throws errors with messages for people.
 */
export async function backUp(source: string, target: string): Promise<FileReport> {
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
    if (report.faults.length > 0) throw new Error(`The copy is not whole: ${report.faults.join(' ')}`)
    return report
  }).catch(because('Nothing was backed up'))
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
  const file = new Sqlite(path, { fileMustExist: true })
  try {
    // To leave WAL mode, SQLite needs a lock that nobody else holds. It also writes the log back into the
    // file.
    return textsOf(file, 'pragma journal_mode = delete')[0] !== 'delete'
  } catch (error) {
    return error instanceof Error && 'code' in error && String(error.code).startsWith('SQLITE_BUSY')
  } finally {
    file.close()
  }
}

/**
 * Replaces the accounts file by a backup. The old file is kept next to it, with its log. If the backup is
 * damaged, if its schema is not that of a release, or if a server is running, it throws and changes nothing.
 *
 * @returns where the old file is now; `undefined` if there was none.
 */
export async function restore(backup: string, target: string, now = new Date()): Promise<string | undefined> {
  checkThere(backup)
  const isThere = existsSync(target)
  let old: string | undefined
  await replaceFile(target, async (incoming) => {
    copyFileSync(backup, incoming)
    // The copy has the mode of the backup.
    makePrivate(incoming)
    // The copy is checked, because nobody can change it meanwhile.
    const report = await checkFile(incoming)
    const faults = [...report.faults, ...report.strange]
    if (faults.length > 0) throw new Error(`${backup} cannot be restored. ${faults.join(' ')}`)
    if (isThere && isOpenElsewhere(target))
      throw new Error(`A server, or another command, has ${target} open. Stop it first.`)
    // Until the last step there is a file in its place. A server would start with an empty one otherwise.
    if (isThere) {
      old = `${target}.replaced-${now.toISOString().replaceAll(/[:.]/g, '-')}`
      keepAs(old, target)
    }
    // The log is moved even if the file is gone: it must not be applied to the backup.
    for (const ending of COMPANIONS) {
      if (existsSync(target + ending)) renameSync(target + ending, `${old ?? `${target}.lost`}${ending}`)
    }
  }).catch(because('Nothing was restored'))
  return old
}
