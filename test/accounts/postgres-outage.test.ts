import { setTimeout as sleep } from 'node:timers/promises'
import { expect, it } from 'vitest'
import { temporaryFolder } from '../helpers/files.ts'
import { startPostgres } from '../helpers/postgres-server.ts'
import { startTestServer } from '../helpers/server.ts'

/** PostgreSQL is asked twice a second whether it is back. */
const SOON = { timeout: 20_000, interval: 50 }
/** A create that has timed out may have been done. */
const MAY_EXIST = 'may have been created: list first'

const folder = temporaryFolder()
// As in production: what is acknowledged survives a crash of the server, and the service is no superuser.
const postgres = await startPostgres({ synchronous_commit: 'on' })
await postgres.run('create role app login')
await postgres.run('create database app owner app')
const url = new URL(postgres.url('app'))
url.username = 'app'
const server = await startTestServer({
  env: { DATABASE_URL: url.href, CATALOG_FOLDER: folder.path, RATE_LIMIT_USER: '1000/60' },
})
const token = await server.tokenOf('user_new')

const acknowledged: string[] = []
async function create(): Promise<string> {
  const body = { name: 'Project' }
  const { status, json, headers } = await server.rest('/projects', { method: 'POST', token, body })
  if (status === 201) acknowledged.push(json.data.projectId)
  else {
    expect(headers.get('retry-after')).toBe('5')
    expect(json.error.message).toContain(MAY_EXIST)
  }
  return status === 201 ? 'created' : json.error.code
}
const list = async () => {
  const { status, json } = await server.rest('/projects?limit=50', { token })
  if (status !== 200) expect(json.error.message).not.toContain(MAY_EXIST)
  return status === 200 ? 'listed' : json.error.code
}
const accounts = async () => (await server.request('/readyz')).json.parts.accounts

const disconnect = () =>
  postgres.run("select pg_terminate_backend(pid) from pg_stat_activity where datname = 'app'")
/** As after a change of settings: for new connections only. */
const alter = async (change: string) => {
  await postgres.run(`alter database app ${change}`)
  await disconnect()
}
/** Every create fails with an SQLSTATE, which has a name in PL/pgSQL. */
const refusing = (state: string): Fault => ({
  begin: () =>
    postgres.run(
      `create function refuse() returns trigger language plpgsql as
        $$ begin raise exception 'refused' using errcode = '${state}'; end $$;
      create trigger refuse before insert on projects execute function refuse();`,
      'app',
    ),
  end: () => postgres.run('drop function refuse cascade', 'app'),
  isReadable: true,
})

interface Fault {
  begin(): Promise<void>
  end(): Promise<void>
  /** Whether lists can be answered meanwhile. */
  readonly isReadable?: true
}
const FAULTS: Readonly<Record<string, Fault>> = {
  'is stopped': { begin: () => postgres.stop('SIGINT'), end: () => postgres.start() },
  crashes: { begin: () => postgres.stop('SIGQUIT'), end: () => postgres.start() },
  hangs: { begin: async () => postgres.pause(), end: async () => postgres.resume() },
  'has no connection left': {
    begin: () => alter('connection limit 0'),
    end: () => alter('connection limit -1'),
  },
  'only reads, as after a failover': {
    begin: () => alter('set default_transaction_read_only = on'),
    end: () => alter('reset default_transaction_read_only'),
    isReadable: true,
  },
  'has a full disk': refusing('disk_full'),
  'has too many conflicts': refusing('serialization_failure'),
  'has a limit for statements': refusing('query_canceled'),
}

it.each(Object.entries(FAULTS))(
  '[D9.9] while PostgreSQL %s: 503, searches go on, then all is there',
  async (_, { begin, end, isReadable }) => {
    expect(await create()).toBe('created')
    await begin()
    // Answered while the fault goes on.
    const refused = await Promise.all([create(), create()])
    expect(refused).toEqual(['accounts_unavailable', 'accounts_unavailable'])
    expect(await list()).toBe(isReadable ? 'listed' : 'accounts_unavailable')
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

it('[D9.9] accounts are unavailable for as long as creates would be refused', async () => {
  const { begin, end } = refusing('disk_full')
  await begin()
  expect(await create()).toBe('accounts_unavailable')
  // Meanwhile the service has looked at least twice, and found that PostgreSQL answers.
  await sleep(2_500)
  expect(await accounts()).toMatch(/PostgreSQL/)
  await end()
  await expect.poll(accounts, SOON).toBe('ok')
})

it('[D9.9] an outage is noticed though nobody asks for anything', async () => {
  postgres.pause()
  await expect.poll(accounts, SOON).toMatch(/PostgreSQL/)
  postgres.resume()
  await expect.poll(accounts, SOON).toBe('ok')
})

it('[D9.9] no create that was acknowledged is missing', async () => {
  const { json } = await server.rest('/projects?limit=50', { token })
  const ids = json.data.projects.map(({ id }: { id: string }) => id)
  expect(ids).toEqual(expect.arrayContaining(acknowledged))
  expect(acknowledged).toHaveLength(2 * Object.keys(FAULTS).length)
})
