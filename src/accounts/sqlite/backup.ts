import { createReadStream, createWriteStream, existsSync, statSync } from 'node:fs'
import { pipeline } from 'node:stream/promises'
import Sqlite from 'better-sqlite3'
import { sql } from 'kysely'
import { openDatabase } from '../../database/index.ts'
import { codeOf, datedName, moveLog, reasonOf, replaceFile } from '../../files/index.ts'
import { MIGRATIONS } from '../tables.ts'

/** Faults that are named, and their characters. A hostile file may have far more. */
const MOST_NAMED = 5
const MOST_CHARACTERS = 200

const short = (text: string) => text.slice(0, MOST_CHARACTERS)
const quoted = (text: string) => JSON.stringify(short(text))

const textsOf = (file: Sqlite.Database, statement: string) =>
  file.prepare(statement).pluck().all().map(String)

/** Without the tables that SQLite itself makes for `analyze`. */
const SCHEMA = `select type || ' ' || name || ' ' || coalesce(sql, '') as entry from sqlite_master where coalesce(sql, '') not in
    ('CREATE TABLE sqlite_stat1(tbl,idx,stat)', 'CREATE TABLE sqlite_stat4(tbl,idx,neq,nlt,ndlt,sample)')`

/** Where a schema differs from ours. All releases have the same so far: with a second migration, compare with each. */
async function strangenessOf(file: Sqlite.Database) {
  const { kysely, close } = await openDatabase({ kind: 'sqlite', path: ':memory:' }, MIGRATIONS)
  const { rows } = await sql.raw<{ entry: string }>(SCHEMA).execute(kysely)
  await close()
  const ours = new Set(rows.map(({ entry }) => entry))
  const different = ours.symmetricDifference(new Set(textsOf(file, SCHEMA)))
  if (different.size > 0)
    return [...different].map((entry) => `The schema is not that of a release: ${quoted(entry)}.`)
  const marks = textsOf(file, 'select name from migrations order by name').join()
  return marks === Object.keys(MIGRATIONS).join()
    ? []
    : [`It is marked as of another release: ${quoted(marks)}.`]
}

const COUNTS = 'select count(*) from projects union all select count(*) from assets'

/**
 * Reads no rows if the schema is strange: a view in the place of a table could have rows without end, and a trigger could
 * change data when the server writes.
 */
async function faultsOf(file: Sqlite.Database) {
  const strange = await strangenessOf(file)
  if (strange.length > 0) return strange
  const damage = textsOf(file, 'pragma integrity_check(5)').filter((line) => line !== 'ok')
  const lost = textsOf(file, 'pragma foreign_key_check')
  return [...damage, ...lost.map((table) => `A row of ${table} refers to a row that is not there.`)]
}

export type AccountsFileCheck = Awaited<ReturnType<typeof checkFile>>

/** Changes nothing, and counts only without faults. */
export async function checkFile(path: string) {
  let file: Sqlite.Database | undefined
  try {
    statSync(path)
    file = new Sqlite(path, { readonly: true })
    const faults = (await faultsOf(file)).slice(0, MOST_NAMED)
    const [projects = 0, items = 0] = faults.length > 0 ? [] : textsOf(file, COUNTS).map(Number)
    return { faults, projects, items }
  } catch (error) {
    return { faults: [`It cannot be read: ${short(reasonOf(error))}.`], projects: 0, items: 0 }
  } finally {
    file?.close()
  }
}

/** Copies what was committed before it began, while the accounts are in use. Errors have messages for people. */
export async function backUp(source: string, target: string): Promise<AccountsFileCheck> {
  if (!existsSync(source)) throw new Error(`There is no accounts file ${source} (DATABASE_URL).`)
  if (existsSync(target))
    throw new Error(`${target} exists. A backup does not overwrite: choose another name.`)
  return replaceFile(target, async (unfinished) => {
    const file = new Sqlite(source, { readonly: true })
    try {
      file.prepare('vacuum into ?').run(unfinished)
    } finally {
      file.close()
    }
    return checkFile(unfinished)
  })
}

/** Whether another process has the file open. False for a damaged file, where it cannot be known. */
function isOpenElsewhere(path: string) {
  const file = new Sqlite(path, { fileMustExist: true })
  try {
    // SQLite leaves WAL mode only if nobody else has the file open. It also writes the log back.
    return textsOf(file, 'pragma journal_mode = delete')[0] !== 'delete'
  } catch (error) {
    return codeOf(error).startsWith('SQLITE_BUSY')
  } finally {
    file.close()
  }
}

const copy = (from: string, into: string) =>
  pipeline(createReadStream(from), createWriteStream(into, { flags: 'r+' }))

/**
 * Answers where the old file is now, with its log; `undefined` if there was none. Throws and changes nothing if the backup
 * has faults or a server is running.
 */
export async function restore(backup: string, target: string): Promise<string | undefined> {
  const old = datedName(target, 'replaced')
  const isThere = existsSync(target)
  await replaceFile(target, async (incoming) => {
    await copy(backup, incoming)
    // Check the copy and not the backup: nobody can change it meanwhile.
    const { faults } = await checkFile(incoming)
    if (faults.length > 0) throw new Error(`${backup} cannot be restored. ${faults.join(' ')}`)
    if (isThere && isOpenElsewhere(target))
      throw new Error(`A server, or another command, has ${target} open. Stop it first.`)
    // Copy and not rename: without a file in its place, a server would start with an empty one.
    if (isThere) await replaceFile(old, (kept) => copy(target, kept))
    // Even if the file is gone: the log must not be applied to the backup.
    moveLog(target, old)
  })
  return isThere ? old : undefined
}
