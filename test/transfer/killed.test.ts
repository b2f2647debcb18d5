import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, afterEach, beforeEach, expect, it } from 'vitest'
import { openAccounts } from '../../src/accounts/index.ts'
import { type Environment, endAll, run, start } from '../cli/selvage.ts'
import { temporaryFolder } from '../helpers/files.ts'
import { createPostgresDatabase } from '../helpers/postgres.ts'

const folder = temporaryFolder()
let url: string
let database: pg.Client
beforeEach(async () => {
  url = await createPostgresDatabase()
  await (await openAccounts({ kind: 'postgres', url, pool: 1, prepare: true })).close()
  database = new pg.Client(url)
  await database.connect()
})
afterEach(() => database.end())
afterAll(async () => {
  await endAll()
  folder.remove()
})

const LOST = /PostgreSQL at 127\.0\.0\.1:\d+ was lost: .+\. When it is back, run the command again\./
const idOf = (index: number) => `blk_${String(index).padStart(6, '0')}`
const owner = 'user_a'

/** How many items are stored. */
async function stored(): Promise<number> {
  const { rows } = await database.query('select count(*)::integer as count from assets')
  return rows[0].count
}

const kill = (command: ReturnType<typeof start>) => command.child.kill('SIGKILL')

/**
 * Runs a command until it waits for the item of an id, and interrupts it. Another transaction stores that item
 * and is undone later.
 */
async function interruptAt(
  id: string,
  args: readonly string[],
  env: Environment,
  interrupt: (command: ReturnType<typeof start>) => unknown,
) {
  await database.query('begin')
  await database.query(
    `insert into assets (id, owner_id, resource, name, folded_name, created_at) values ($1, $2, 'blocks', '', '', 0)`,
    [id, owner],
  )
  const command = start(args, { cwd: folder.path, env })
  const { rows } = await database.query('select pg_backend_pid() as ours')
  const watcher = new pg.Client(url)
  await watcher.connect()
  await expect
    .poll(
      async () =>
        (
          await watcher.query('select pid from pg_stat_activity where $1 = any(pg_blocking_pids(pid))', [
            rows[0].ours,
          ])
        ).rowCount,
      { timeout: 30_000 },
    )
    .toBe(1)
  await watcher.end()
  await interrupt(command)
  const ended = await command.ended
  await database.query('rollback')
  return ended
}

/** Ends the other connections of the database, as a failover does. */
const endConnections = () =>
  database.query(
    `select pg_terminate_backend(pid) from pg_stat_activity
      where datname = current_database() and pid <> pg_backend_pid()`,
  )

it.each([
  ['is killed', kill, { code: null, stderr: '' }],
  ['loses PostgreSQL', endConnections, { code: 1, stderr: expect.stringMatching(LOST) }],
])('an import that %s has stored nothing, and can be repeated', async (_, interrupt, outcome) => {
  const lines = [1, 2, 3].map((index) =>
    JSON.stringify({ type: 'block', id: idOf(index), owner, name: 'A', createdAt: '2026-05-01T12:00:00Z' }),
  )
  writeFileSync(join(folder.path, 'items.ndjson'), lines.join('\n'))
  const args = ['import', 'items', 'items.ndjson']
  const env = { DATABASE_URL: url }
  expect(await interruptAt(idOf(2), args, env, interrupt)).toMatchObject(outcome)
  expect(await stored()).toBe(0)
  expect(await run(args, { cwd: folder.path, env })).toMatchObject({
    code: 0,
    stdout: '3 records read: 3 added, 0 updated.\n',
  })
  expect(await stored()).toBe(3)
})
