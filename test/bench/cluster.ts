import { mkdtempSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { importFabrics, openCatalog } from '../../src/catalog/index.ts'
import { openDatabases } from '../../src/databases.ts'
import { UNLIMITED } from '../cli/selvage.ts'
import { ROOT } from '../helpers/files.ts'
import { startIssuer, type TestIssuer } from '../helpers/issuer.ts'
import { freePort } from '../helpers/ports.ts'
import { type PostgresServer, startPostgres } from '../helpers/postgres-server.ts'
import { databaseOf } from './database.ts'
import { FABRICS, QUERIES, restCreate, restProjects, restSearch } from './http/requests.ts'
import { measure, type Row, table } from './http/rows.ts'
import { cpuOfFamily, SERVE, type Server, start, startOnSqlite } from './http/server.ts'
import { inProcess } from './search.ts'

/** As in production: committed rows survive a crash of the machine. */
const DURABLE = {
  fsync: 'on',
  full_page_writes: 'on',
  synchronous_commit: 'on',
  shared_buffers: '256MB',
}
const PEOPLE = 100
/** Of a hundred requests: searches, lists and creates, as docs/scale-out.md reckons. */
const MIX = { searches: 60, lists: 35, creates: 5 }

/** Several servers that share the requests. */
const together = (name: string, servers: readonly Server[], postgres: PostgresServer): Server => ({
  name,
  ports: servers.flatMap(({ ports }) => ports),
  memory: () => servers.reduce((sum, { memory }) => sum + memory(), 0),
  cpu: () => servers.reduce((sum, { cpu }) => sum + cpu(), 0),
  databaseCpu: () => cpuOfFamily(postgres.pid()),
  stop: () => Promise.all(servers.map(({ stop }) => stop())),
})

/** Puts the catalog into the database of the instances. */
async function publish(url: string, folder: string): Promise<void> {
  const catalog = await openCatalog(databaseOf(FABRICS))
  const accounts = { kind: 'postgres', url, pool: 2, prepare: true } as const
  const databases = await openDatabases({ accounts, folder })
  await importFabrics(databases.catalog, [...catalog.all()])
  await databases.close()
  await catalog.close()
}

async function startInstances(url: string, folder: string, env: NodeJS.ProcessEnv): Promise<Server[]> {
  await publish(url, join(folder, 'publishing'))
  const instances: Server[] = []
  for (const name of ['first', 'second']) {
    const port = await freePort()
    const own = { PORT: String(port), DATABASE_URL: url, CATALOG_FOLDER: join(folder, name) }
    instances.push(await start(name, SERVE, port, { ...env, ...own }))
  }
  return instances
}

const people = (issuer: TestIssuer, baseUrl: string): Promise<string[]> => {
  const exp = Math.floor(Date.now() / 1000) + 3_600
  return Promise.all(
    Array.from({ length: PEOPLE }, (_, index) => issuer.mint(baseUrl, { sub: `user_${index}`, exp })),
  )
}

function rowsOf(server: Server, tokens: readonly string[]): Row[] {
  const searches = QUERIES.map((query) => restSearch(query))
  const mixed = tokens.flatMap((token, person) =>
    Array.from({ length: 100 }, (_, at) => {
      // Spread evenly: 37 and 100 have no divisor in common.
      const turn = (at * 37) % 100
      if (turn < MIX.searches) return searches[(person * MIX.searches + turn) % searches.length] ?? ''
      return turn < MIX.searches + MIX.lists ? restProjects(token) : restCreate(token)
    }),
  )
  return [
    { what: 'search', server, requests: searches },
    { what: 'create a project', server, requests: tokens.map(restCreate) },
    { what: 'list projects', server, requests: tokens.map(restProjects) },
    { what: `mixed ${Object.values(MIX).join('/')}`, server, requests: mixed },
  ]
}

/** One and two instances on PostgreSQL, and one process on SQLite, on one catalog of 100,000 fabrics. */
export async function benchCluster(): Promise<void> {
  await inProcess('build', FABRICS)
  const folder = mkdtempSync(join(ROOT, 'var/bench/cluster-'))
  const issuer = await startIssuer({ algorithms: ['ES256'] })
  const postgres = await startPostgres(DURABLE)
  const servers: Server[] = []
  try {
    const baseUrl = 'http://127.0.0.1:3000'
    const env = { ...UNLIMITED, BASE_URL: baseUrl, OAUTH_ISSUER: issuer.url }
    const sqlite = await startOnSqlite('one on SQLite', FABRICS, folder, env)
    servers.push(sqlite)
    const [first, second] = await startInstances(postgres.url('postgres'), folder, env)
    if (first === undefined || second === undefined) throw new Error('there are no instances')
    servers.push(first, second)
    const tokens = await people(issuer, baseUrl)
    const one = together('one on PostgreSQL', [first], postgres)
    const two = together('two on PostgreSQL', [first, second], postgres)
    const measured = await measure([sqlite, one, two].flatMap((server) => rowsOf(server, tokens)))
    process.stdout.write(`${table(measured)}\n`)
  } finally {
    await Promise.all(servers.map((server) => server.stop()))
    await postgres.close()
    await issuer.close()
    rmSync(folder, { recursive: true, force: true })
  }
}
