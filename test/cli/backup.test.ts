import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import Sqlite from 'better-sqlite3'
import { expect, it } from 'vitest'
import { run, serve, UNLIMITED } from './selvage.ts'

const server = await serve(UNLIMITED)
const token = (await run(['token'], server.place)).stdout.trim()

const file = (name: string) => join(server.folder.path, name)
const database = () => file('var/selvage.db')
const selvage = (...args: string[]) => run(args, server.place)

async function create(name: string): Promise<number> {
  const { status } = await fetch(`${server.baseUrl}/api/v1/projects`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify({ name }),
  })
  return status
}

function projectsIn(path: string): string[] {
  const db = new Sqlite(path, { readonly: true })
  const names = db.prepare('select name from projects order by created_at').pluck().all()
  db.close()
  return names.map(String)
}

it('a backup is made while the server writes, holds what was answered before, and is read whole', async () => {
  expect(await create('Before')).toBe(201)
  let isDone = false
  const writing = (async () => {
    let count = 0
    while (!isDone) {
      expect(await create(`During ${count}`)).toBe(201)
      count += 1
    }
    return count
  })()
  const { code, stdout } = await selvage('backup', 'copy.db')
  isDone = true
  expect([code, await writing]).toEqual([0, expect.any(Number)])
  expect(stdout).toMatch(/^copy\.db\nNo damage found: \d+ projects and \d+ saved items\.\n/)
  expect(projectsIn(file('copy.db'))).toContain('Before')
  expect(statSync(file('copy.db')).mode & 0o777).toBe(0o600)
})

it('a backup overwrites nothing', async () => {
  writeFileSync(file('mine.txt'), 'mine')
  const told = expect.stringContaining('mine.txt exists')
  expect(await selvage('backup', 'mine.txt')).toMatchObject({ code: 1, stderr: told })
  expect(readFileSync(file('mine.txt'), 'utf8')).toBe('mine')
})

it('check says that all is in order, and what is not', async () => {
  expect(await selvage('check')).toMatchObject({
    code: 0,
    stdout: expect.stringContaining('No damage found: '),
  })
  writeFileSync(file('broken.db'), 'no database')
  const place = { ...server.place, env: { ...server.place.env, DATABASE_URL: 'sqlite:broken.db' } }
  const told = expect.stringContaining('cannot be read: it is damaged, or not a database')
  expect(await run(['check'], place)).toMatchObject({ code: 1, stdout: told })
})

it('restore refuses while a server runs, and what is no whole backup', async () => {
  const running = await selvage('restore', 'copy.db')
  expect(running).toMatchObject({ code: 1, stderr: expect.stringContaining('Stop it first') })
  const told = expect.stringContaining('mine.txt cannot be restored')
  expect(await selvage('restore', 'mine.txt')).toMatchObject({ code: 1, stderr: told })
  expect(await create('Still here')).toBe(201)
})

it('restore puts the backup in place, keeps what was there, and the server serves it', async () => {
  server.child.kill('SIGTERM')
  await server.ended
  const { code, stdout } = await selvage('restore', 'copy.db')
  expect([code, stdout]).toEqual([0, expect.stringContaining('What was there is kept as')])
  expect(projectsIn(database())).not.toContain('Still here')
  const kept = readdirSync(file('var')).find((name) => /^selvage\.db\.replaced-[\dTZ-]+$/.test(name)) ?? ''
  expect(projectsIn(file(`var/${kept}`))).toContain('Still here')
  expect(existsSync(`${database()}-wal`)).toBe(false)
  expect(await selvage('check')).toMatchObject({ code: 0 })
})

it('prepare loads the demo account only where it is asked for', async () => {
  const projects = async (name: string, env = {}) => {
    const path = file(name)
    const place = { cwd: server.folder.path, env: { ...env, DATABASE_URL: `sqlite:${path}` } }
    expect((await run(['prepare'], place)).code).toBe(0)
    return projectsIn(path).length
  }
  expect(await projects('shared.db')).toBe(0)
  expect(await projects('demo.db', { SEED_DEMO: 'true' })).toBeGreaterThan(0)
})
