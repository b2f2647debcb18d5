import { cpSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { sql } from 'kysely'
import { seed } from '../../src/seed.ts'
import { temporaryFolder } from '../helpers/files.ts'
import { catalogRows, SHIPPED_DATA, type TestDatabase } from './databases.ts'

/** A copy of the shipped data files, to change them. */
export function copyData() {
  const { path, remove } = temporaryFolder()
  cpSync(SHIPPED_DATA, path, { recursive: true })
  return {
    path,
    remove,
    delete: (file: string) => rmSync(join(path, file)),
    edit(file: string, change: (text: string) => string) {
      const before = readFileSync(join(path, file), 'utf8')
      const after = change(before)
      if (after === before) throw new Error(`${file} is unchanged`)
      writeFileSync(join(path, file), after)
    },
  }
}

const partOf = (fields: object) => ('part' in fields ? fields.part : undefined)

/** Seeds a database, and waits for nobody; answers which parts were loaded, and which failed. */
export async function seedFrom(directory: string, database: TestDatabase, demo = true, fabrics = true) {
  const loaded: unknown[] = []
  const failed: unknown[] = []
  const log = {
    info: (fields: object) => loaded.push(partOf(fields)),
    warn: () => {},
    error: (fields: object) => failed.push(partOf(fields)),
  }
  await seed(database, { directory, demo, fabrics, log, patience: { seconds: 0 } })
  return { loaded, failed }
}

const ACCOUNTS = ['meta', 'projects', 'project_members', 'assets', 'designs']
const CATALOG = ['catalog_facts', 'catalog_fabrics']

/** Every row of every table that seeding fills. */
export async function contentsOf({ db, path }: TestDatabase): Promise<unknown[]> {
  const read = (table: string) => sql`select * from ${sql.table(table)} order by 1, 2`
  const results = await Promise.all(ACCOUNTS.map((table) => read(table).execute(db)))
  return [
    ...results.map(({ rows }) => rows),
    ...CATALOG.map((table) => catalogRows(path, `select * from ${table} order by 1, 2`)),
  ]
}
