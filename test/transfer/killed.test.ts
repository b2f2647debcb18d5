import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'
import { expect, it } from 'vitest'
import { openAccounts } from '../../src/accounts/index.ts'
import { run, start } from '../cli/selvage.ts'
import { temporaryFolder } from '../helpers/files.ts'
import { createPostgresDatabase } from '../helpers/postgres.ts'
import { block, ndjson } from './transferring.ts'

const folder = temporaryFolder()

const ARGS = ['import', 'items', 'items.ndjson']
const LOST =
  /PostgreSQL at 127\.0\.0\.1:\d+ \(DATABASE_URL\) cannot be used: .+\. Try again when it is back\./
/** Ends the other connections of the database, as a failover does. */
const END_OTHERS = `select pg_terminate_backend(pid) from pg_stat_activity
  where datname = current_database() and pid <> pg_backend_pid()`
type Running = ReturnType<typeof start>

it.each<[string, (command: Running, database: pg.Client) => unknown, object]>([
  ['is killed', (command) => command.child.kill('SIGKILL'), { code: null, stderr: '' }],
  [
    'loses PostgreSQL',
    (_, database) => database.query(END_OTHERS),
    { code: 1, stderr: expect.stringMatching(LOST) },
  ],
])('an import that %s has stored nothing, and can be repeated', async (_, interrupt, outcome) => {
  const url = await createPostgresDatabase()
  await (await openAccounts({ kind: 'postgres', url, pool: 1, prepare: true })).close()
  const [database, watcher] = [new pg.Client(url), new pg.Client(url)]
  await database.connect()
  const stored = async () => (await database.query('select from assets')).rowCount
  const lines = ['blk_1', 'blk_2', 'blk_3'].map((id) => block(id))
  writeFileSync(join(folder.path, 'items.ndjson'), ndjson(lines))
  const place = { cwd: folder.path, env: { DATABASE_URL: url } }

  // The import waits for another transaction, which stores one of its items.
  await database.query('begin')
  await database.query(
    `insert into assets (id, owner_id, resource, name, folded_name, created_at)
      values ('blk_2', 'ann', 'blocks', '', '', 0)`,
  )
  const command = start(ARGS, place)
  await watcher.connect()
  const WAITING = `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`
  const waiting = async () => (await watcher.query(WAITING)).rowCount
  await expect.poll(waiting, { timeout: 30_000 }).toBe(1)
  await watcher.end()
  await interrupt(command, database)
  expect(await command.ended).toMatchObject(outcome)
  await database.query('rollback')

  expect(await stored()).toBe(0)
  expect(await run(ARGS, place)).toMatchObject({ code: 0, stdout: '3 records read: 3 added, 0 updated.\n' })
  expect(await stored()).toBe(3)
  await database.end()
})
