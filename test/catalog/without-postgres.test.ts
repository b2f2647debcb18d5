import { rmSync } from 'node:fs'
import { expect, it } from 'vitest'
import { run } from '../cli/selvage.ts'
import { temporaryFolder } from '../helpers/files.ts'
import { startIssuer } from '../helpers/issuer.ts'
import { startPostgres } from '../helpers/postgres-server.ts'
import { startTestServer } from '../helpers/server.ts'

const SOON = { timeout: 20_000, interval: 50 }

const folder = temporaryFolder()
const postgres = await startPostgres()
const issuer = await startIssuer()

const said: string[] = []
const note = (_: object, message: string) => void said.push(message)
const env = { DATABASE_URL: postgres.url('postgres'), CATALOG_FOLDER: folder.path, CATALOG_POLL: '1' }
const start = () => startTestServer({ issuer, log: { info: note, warn: note, error: note }, env })

it('[D9.9] a server that starts without PostgreSQL searches its catalog of last time, and gets well by itself', async () => {
  const before = await start()
  const first = await before.rest('/fabrics?query=kona&limit=2')
  expect(first.json.data.fabrics).toHaveLength(2)
  await before.close()

  await postgres.stop('SIGQUIT')
  const server = await start()
  expect(said).toContain('PostgreSQL is away; starting with the catalog of last time')
  expect(said).toContain('the newest catalog cannot be copied now; the file of last time is used')
  const token = await server.tokenOf('user_new')
  const again = await server.rest('/fabrics?query=kona&limit=2')
  const ids = (answer: typeof first) => answer.json.data.fabrics.map(({ id }: { id: string }) => id)
  expect(ids(again)).toEqual(ids(first))
  // The secret of cursors is the one of before, too.
  const next = await server.rest(`/fabrics?query=kona&limit=2&cursor=${first.json.data.cursor}`)
  expect(next.status).toBe(200)
  const list = async () => (await server.rest('/projects', { token })).status
  expect(await list()).toBe(503)
  expect((await server.request('/healthz')).status).toBe(200)

  await postgres.start()
  await expect.poll(list, SOON).toBe(200)
  await expect.poll(() => said, SOON).toContain('the newest catalog is followed again')
  await server.close()
})

it('prepare fails without PostgreSQL, also where a server has run', async () => {
  await postgres.stop('SIGQUIT')
  const { code, stderr } = await run(['prepare'], { cwd: folder.path, env })
  expect(code).toBe(1)
  expect(stderr).toMatch(
    /^PostgreSQL at \S+ \(DATABASE_URL\) cannot be used: .*Try again when it is back\.\n$/,
  )
  await postgres.start()
})

it('a server that has never run does not start without PostgreSQL', async () => {
  await postgres.stop('SIGQUIT')
  rmSync(folder.path, { recursive: true })
  await expect(start()).rejects.toThrow(/PostgreSQL at 127\.0\.0\.1:\d+ \(DATABASE_URL\) cannot be used/)
  await postgres.start()
})
