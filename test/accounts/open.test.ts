import { closeSync, openSync, statSync, writeFileSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import Sqlite from 'better-sqlite3'
import { sql } from 'kysely'
import { expect, it, onTestFinished } from 'vitest'
import { openAccounts } from '../../src/accounts/index.ts'
import { catalogPathOf } from '../../src/catalog/index.ts'
import { openDatabases } from '../../src/databases.ts'
import { run } from '../cli/selvage.ts'
import { temporaryFolder } from '../helpers/files.ts'
import { freePort } from '../helpers/ports.ts'

const folder = temporaryFolder()
const at = (path: string) => ({ kind: 'sqlite', path }) as const

async function open(path: string) {
  const databases = await openDatabases({ accounts: at(path) }, { serves: true })
  onTestFinished(databases.close)
  return databases
}

it('opens its files a second time, with what is in them, also while another process is writing to them', async () => {
  const path = join(folder.path, 'selvage.db')
  const first = await open(path)
  const id = await first.accounts.projects.create('user_1', { name: 'Kept', description: undefined })
  const secret = await first.accounts.cursorSecret()
  for (const file of [path, catalogPathOf(path)]) {
    const writer = new Sqlite(file, { timeout: 0 })
    onTestFinished(() => void writer.close())
    writer.exec('begin immediate')
  }
  const { accounts, catalog } = await open(path)
  const page = { limit: 10, after: undefined, query: undefined }
  expect((await accounts.projects.list('user_1', page)).items).toMatchObject([{ id, name: 'Kept' }])
  expect(await accounts.cursorSecret()).toBe(secret)
  expect(catalog.problem()).toBe('The catalog is empty.')
})

it('refuses a file that is no database', async () => {
  const path = join(folder.path, 'text.db')
  writeFileSync(path, 'No database. '.repeat(100))
  await expect(openAccounts(at(path))).rejects.toThrow('it is damaged, or not a database')
})

it('keeps a write-ahead log, holds foreign keys, and has a create on the disk before it answers', async () => {
  const { database, close } = await openAccounts(at(join(folder.path, 'raw.db')))
  const db = database.kysely
  onTestFinished(close)
  const pragma = async (name: string) => (await sql.raw(`pragma ${name}`).execute(db)).rows
  expect(await pragma('journal_mode')).toEqual([{ journal_mode: 'wal' }])
  expect(await pragma('foreign_keys')).toEqual([{ foreign_keys: 1 }])
  expect(await pragma('synchronous')).toEqual([{ synchronous: 2 }])
  const orphan = { user_id: 'user_1', project_id: 'prj_none', role: 'owner', created_at: 1 } as const
  await expect(db.insertInto('project_members').values(orphan).execute()).rejects.toThrow('FOREIGN KEY')
})

it('is opened and seeded by two processes at once', async () => {
  const cwd = folder.path
  const prepares = [run(['prepare'], { cwd }), run(['prepare'], { cwd })]
  for (const { code, stdout } of await Promise.all(prepares)) {
    expect(code).toBe(0)
    expect(stdout).not.toContain('not loaded')
  }
  const { catalog, accounts } = await open(join(cwd, 'var/selvage.db'))
  const makers = await catalog.fabrics.makers()
  expect(makers.reduce((sum, { fabrics }) => sum + fabrics, 0)).toBe(2942)
  expect(await accounts.cursorSecret()).toMatch(/^[\w-]{43}$/)
})

it('a server does not start on a file that is damaged in its middle, and says what to do; a command does', async () => {
  const path = join(folder.path, 'accounts.db')
  const { projects, close } = await openAccounts(at(path))
  for (let count = 0; count < 100; count += 1)
    await projects.create('user_a', { name: `Project ${count}`, description: 'x'.repeat(500) })
  await close()
  // The last page holds rows that no query of the start reads.
  const PAGE = 4_096
  const file = openSync(path, 'r+')
  writeSync(file, Buffer.alloc(PAGE, 0xff), 0, PAGE, statSync(path).size - PAGE)
  closeSync(file)
  await expect(openAccounts(at(path), { serves: true })).rejects.toThrow(
    /accounts\.db .*damaged.*selvage restore FILE/,
  )
  // So that what is left can be exported.
  await (await openAccounts(at(path))).close()
})

it('says where there is no PostgreSQL, without the password', async () => {
  const port = await freePort()
  const url = `postgres://ann:secret@localhost:${port}/app`
  const message = await openAccounts({ kind: 'postgres', url, pool: 1, prepare: true }).catch(String)
  expect(message).toContain(
    `PostgreSQL at localhost:${port} (DATABASE_URL) cannot be used: connect ECONNREFUSED`,
  )
  // Not inside another such sentence.
  expect(message).toMatch(/^[^(]*\(DATABASE_URL\)[^(]*$/)
  expect(message).not.toContain('secret')
})
