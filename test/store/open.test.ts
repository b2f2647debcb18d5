import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import Sqlite from 'better-sqlite3'
import { Kysely, Migrator, SqliteDialect, sql } from 'kysely'
import { afterEach, expect, it } from 'vitest'
import { createStore } from '../../src/store/index.ts'
import { cursorSecret } from '../../src/store/meta.ts'
import { migrations } from '../../src/store/migrations/index.ts'
import type { Database } from '../../src/store/schema.ts'
import { openSqlite } from '../../src/store/sqlite.ts'
import { ROOT, temporaryFolder } from '../helpers/files.ts'

const cleanups: (() => unknown)[] = []
afterEach(async () => {
  for (const cleanup of cleanups.splice(0).reverse()) await cleanup()
})

function newFolder(): string {
  const folder = temporaryFolder()
  cleanups.push(folder.remove)
  return folder.path
}

async function open(path: string) {
  const db = await openSqlite(path)
  cleanups.push(() => db.destroy())
  return db
}

async function applied(db: Kysely<Database>): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`select name from kysely_migration order by name`.execute(db)
  return rows.map(({ name }) => name)
}

const NAMES = Object.keys(migrations).sort()
const ALL = { limit: 10, after: undefined, query: undefined }

it('makes the folder and the file, and brings the schema up', async () => {
  const path = join(newFolder(), 'a', 'b', 'selvage.db')
  expect(await applied(await open(path))).toEqual(NAMES)
  expect(readFileSync(path).subarray(0, 15).toString()).toBe('SQLite format 3')
})

it('opens a file of its own a second time, with what is in it', async () => {
  const path = join(newFolder(), 'selvage.db')
  const first = await openSqlite(path)
  const id = await createStore(first).projects.create('user_1', { name: 'Kept', description: undefined })
  const secret = await cursorSecret(first)
  await first.destroy()

  const second = await open(path)
  expect(await applied(second)).toEqual(NAMES)
  expect((await createStore(second).projects.list('user_1', ALL)).items).toEqual([
    { id, name: 'Kept', archived: false },
  ])
  expect(await cursorSecret(second)).toBe(secret)
})

it('brings a file of the first version to the newest, with what is in it', async () => {
  const path = join(newFolder(), 'selvage.db')
  const [first = ''] = NAMES
  const old = new Kysely<Database>({ dialect: new SqliteDialect({ database: new Sqlite(path) }) })
  const migrator = new Migrator({ db: old, provider: { getMigrations: async () => ({ ...migrations }) } })
  const { error } = await migrator.migrateTo(first)
  expect(error).toBeUndefined()
  const id = await createStore(old).projects.create('user_1', { name: 'Old', description: undefined })
  await old.destroy()

  const db = await open(path)
  expect(await applied(db)).toEqual(NAMES)
  expect((await createStore(db).projects.list('user_1', ALL)).items).toMatchObject([{ id }])
})

it('refuses a file that is no database', async () => {
  await expect(openSqlite(join(ROOT, 'package.json'))).rejects.toThrow('file is not a database')
})

it('keeps a write-ahead log, holds foreign keys, and has a create on the disk before it answers', async () => {
  const db = await open(join(newFolder(), 'selvage.db'))
  const pragma = async (name: string) => (await sql.raw(`pragma ${name}`).execute(db)).rows
  expect(await pragma('journal_mode')).toEqual([{ journal_mode: 'wal' }])
  expect(await pragma('foreign_keys')).toEqual([{ foreign_keys: 1 }])
  expect(await pragma('synchronous')).toEqual([{ synchronous: 2 }])
  const orphan = { user_id: 'user_1', project_id: 'prj_none', role: 'owner', created_at: 1 } as const
  await expect(db.insertInto('project_members').values(orphan).execute()).rejects.toThrow('FOREIGN KEY')
})

it('takes the write lock when a transaction begins, so that it never fails half-way', async () => {
  const path = join(newFolder(), 'selvage.db')
  const db = await open(path)
  const other = new Sqlite(path, { timeout: 0 })
  cleanups.push(() => other.close())
  const write = () => other.prepare("insert into meta values ('a', 'b')").run()
  await db.transaction().execute(async (transaction) => {
    await transaction.selectFrom('meta').selectAll().execute()
    expect(write).toThrow('database is locked')
  })
  expect(write).not.toThrow()
})

it('is opened and seeded by two processes at once, each with the same result', async () => {
  const path = join(newFolder(), 'selvage.db')
  const processes = ['a', 'b'].map(() => {
    const opener = spawn(process.execPath, ['--import', 'tsx', 'test/store/opener.ts', path], { cwd: ROOT })
    cleanups.push(() => opener.kill())
    return { opener, errors: text(opener.stderr), ended: once(opener, 'close') }
  })
  // All have loaded their code before the first touches the file.
  await Promise.all(processes.map(({ opener }) => once(opener.stdout, 'data')))
  const answers = processes.map(({ opener }) => text(opener.stdout))
  for (const { opener } of processes) opener.stdin.end('go')
  const codes = await Promise.all(processes.map(async ({ ended }) => (await ended)[0]))
  expect(await Promise.all(processes.map(({ errors }) => errors))).toEqual(['', ''])
  expect(codes).toEqual([0, 0])

  const [answer, ...others] = await Promise.all(answers)
  expect(others).toEqual([answer])
  expect(JSON.parse(answer ?? '')).toEqual({ fabrics: 2942, secret: expect.stringMatching(/^[\w-]{43}$/) })
})
