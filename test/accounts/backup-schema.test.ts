import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import Sqlite from 'better-sqlite3'
import { beforeEach, expect, it } from 'vitest'
import { backUp, checkFile, openAccounts, restore } from '../../src/accounts/index.ts'
import { temporaryFolder } from '../helpers/files.ts'

let folder: ReturnType<typeof temporaryFolder>
let backup: string
let target: string
const at = (name: string) => join(folder.path, name)
beforeEach(async () => {
  folder = temporaryFolder()
  backup = at('backup.db')
  target = at('target.db')
  const accounts = await openAccounts({ kind: 'sqlite', path: at('source.db') })
  await accounts.projects.create('ann', { name: 'One', description: undefined })
  await accounts.close()
  await backUp(at('source.db'), backup)
})

function change(path: string, ...statements: string[]): void {
  // So that a statement may also write the schema itself.
  const file = new Sqlite(path).unsafeMode()
  for (const statement of statements) file.exec(statement)
  file.close()
}

/** A view that must not be read. A hostile one would have rows without end; this one fails instead. */
const TRAP = 'select abs(-9223372036854775808) as name'

it('a backup is restored, also after SQLite has analyzed it', async () => {
  change(backup, 'analyze')
  await restore(backup, target)
  expect(await checkFile(target)).toMatchObject({ faults: [], projects: 1 })
})

it.each<[string, string[], RegExp]>([
  [
    'a trigger',
    [
      `create trigger join_all after insert on projects begin
        insert into project_members values ('eve', new.id, 'member', 1); end`,
    ],
    /trigger join_all/,
  ],
  [
    'a trigger that is called like a table of SQLite',
    [
      'pragma writable_schema = on',
      `insert into sqlite_master (type, name, tbl_name, rootpage, sql) values ('trigger', 'sqlite_stat4', 'projects', 0,
        'create trigger sqlite_stat4 after insert on projects begin delete from assets; end')`,
    ],
    /trigger sqlite_stat4/,
  ],
  [
    'a view to be read in the place of its migrations',
    ['drop table migrations', `create view migrations as ${TRAP}`],
    /view migrations/,
  ],
  ['a table', ['create table more (a)'], /table more/],
  ['a table fewer', ['drop table designs'], /table designs/],
  ['a column', ["alter table assets add column shared text default 'eve'"], /table assets/],
  ['the mark of another release', ["insert into migrations values ('accounts-9')"], /release: .*accounts-9/],
])('a backup with %s is said to be strange, and is not restored', async (_, statements, says) => {
  change(backup, ...statements)
  expect((await checkFile(backup)).faults.join(' ')).toMatch(says)
  await expect(restore(backup, target)).rejects.toThrow(says)
  expect(existsSync(target)).toBe(false)
  expect(readdirSync(folder.path).filter((name) => name.includes('unfinished'))).toEqual([])
})

it.each([
  ['a long mark', ["insert into migrations values (printf('%.*c', 1000000, 'x'))"]],
  [
    'a long name that SQLite cannot read',
    [
      'pragma writable_schema = on',
      `insert into sqlite_master (type, name, tbl_name, rootpage, sql)
        values ('view', '${'x'.repeat(100_000)}', 'x', 0, 'create view x as nothing')`,
    ],
  ],
  ['many tables', Array.from({ length: 200 }, (_, at) => `create table more_${at} (a)`)],
])('what a backup with %s says of it stays short', async (_, statements) => {
  change(backup, ...statements)
  const said: unknown = await restore(backup, target).catch(String)
  expect(said).toMatch(/cannot be restored/)
  expect(String(said).length).toBeLessThan(2_000)
})

it("a backup of a file with somebody's index is made, and tells that its schema is strange", async () => {
  const own = at('own.db')
  await restore(backup, own)
  change(own, 'create index report on assets (name)')
  const { faults } = await backUp(own, at('own-backup.db'))
  expect(faults).toEqual([expect.stringContaining('not that of a release: "index report')])
})
