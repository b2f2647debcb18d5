import { afterAll, beforeAll, expect, it } from 'vitest'
import { temporaryFolder } from '../helpers/files.ts'
import { type PostgresServer, startPostgres } from '../helpers/postgres-server.ts'
import { startTestServer, type TestServer } from '../helpers/server.ts'

/** PostgreSQL is asked twice a second whether it is back. */
const SOON = { timeout: 20_000, interval: 50 }

let postgres: PostgresServer
let server: TestServer
let token: string
const folder = temporaryFolder()
beforeAll(async () => {
  // As in production: what is acknowledged survives a crash of the server.
  postgres = await startPostgres({ synchronous_commit: 'on' })
  server = await startTestServer({
    env: { DATABASE_URL: postgres.url('postgres'), CATALOG_FOLDER: folder.path, RATE_LIMIT_USER: '1000/60' },
  })
  token = await server.tokenOf('user_new')
})
afterAll(async () => {
  await server.close()
  await postgres.close()
  folder.remove()
})

const acknowledged: string[] = []
let number = 0

async function create(): Promise<string> {
  number += 1
  const name = `Project ${number}`
  const { status, json, headers } = await server.rest('/projects', { method: 'POST', token, body: { name } })
  if (status === 201) acknowledged.push(name)
  else expect(headers.get('retry-after')).toBe('5')
  return status === 201 ? 'created' : json.error.code
}
const list = async () => {
  const { status, json } = await server.rest('/projects?limit=50', { token })
  return status === 200 ? 'listed' : json.error.code
}
const accounts = async () => (await server.request('/readyz')).json.parts.accounts

const FAULTS = {
  'is stopped': [() => postgres.stop('SIGINT'), () => postgres.start()],
  crashes: [() => postgres.stop('SIGQUIT'), () => postgres.start()],
  hangs: [async () => postgres.pause(), async () => postgres.resume()],
} as const

it.each(Object.entries(FAULTS))(
  '[D9.9] while PostgreSQL %s: 503, searches go on, then all is there',
  async (_, [begin, end]) => {
    expect(await create()).toBe('created')
    await begin()
    const startedAt = performance.now()
    const refused = await Promise.all([create(), list(), create(), list()])
    expect(performance.now() - startedAt).toBeLessThan(2_500)
    expect(new Set(refused)).toEqual(new Set(['accounts_unavailable']))
    expect(await accounts()).toMatch(/PostgreSQL/)
    const search = await server.rest('/fabrics?query=kona&limit=1')
    expect(search.json.data.fabrics).toHaveLength(1)
    expect((await server.request('/healthz')).status).toBe(200)

    await end()
    await expect.poll(accounts, SOON).toBe('ok')
    expect(await create()).toBe('created')
    expect(await list()).toBe('listed')
  },
)

it('[D9.9] no create that was acknowledged is missing', async () => {
  const { json } = await server.rest('/projects?limit=50', { token })
  const names = json.data.projects.map(({ name }: { name: string }) => name)
  expect(names).toEqual(expect.arrayContaining(acknowledged))
  expect(acknowledged).toHaveLength(6)
})
