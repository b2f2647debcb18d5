import { copyFileSync, mkdtempSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { catalogPathOf } from '../../src/catalog/index.ts'
import { ROOT } from '../helpers/files.ts'
import { startIssuer } from '../helpers/issuer.ts'
import { freePort } from '../helpers/ports.ts'
import { databaseOf } from './database.ts'
import { type Era, FABRICS, mcpList, mcpSearch, QUERIES, restCreate, restSearch } from './http/requests.ts'
import { measure, type Row, table } from './http/rows.ts'
import { SERVE, type Server, start, UNLIMITED } from './http/server.ts'
import { installPeers, PEERS } from './peers.ts'
import { inProcess } from './search.ts'

const ERAS: readonly Era[] = ['2025-06-18', '2026-07-28']
const FRAMEWORKS = ['mcp-sdk', 'mcp-sdk1-express', 'mcp-fastmcp']

const UNCACHED = fileURLToPath(new URL('http/ours.ts', import.meta.url))

/** The peers that start on this Node, and why others do not. */
async function startPeers(names: readonly string[], catalog: string) {
  const started: Server[] = []
  const skipped: string[] = []
  for (const name of names) {
    const port = await freePort()
    const args = [join(PEERS, `${name}.mjs`), String(port), catalog]
    await start(name, args, port, {}).then(
      (server) => started.push(server),
      () => skipped.push(`${name} does not start on Node ${process.versions.node}`),
    )
  }
  return { started, skipped }
}

const rowOfRest = (server: Server): Row => ({
  what: 'GET distinct',
  server,
  requests: QUERIES.map((query) => restSearch(query)),
})

function rowsOfMcp(server: Server, eras: readonly Era[]): Row[] {
  return eras.flatMap((era) => [
    {
      what: `${era.slice(0, 4)} call distinct`,
      server,
      requests: QUERIES.map((query) => mcpSearch(query, era)),
    },
    { what: `${era.slice(0, 4)} list`, server, requests: [mcpList(era)] },
  ])
}

/** The same searches and a create, signed in. */
const rowsOfToken = (server: Server, token: string): Row[] => [
  {
    what: 'GET distinct, token',
    server,
    requests: QUERIES.map((query) => restSearch(query, token)),
  },
  ...ERAS.map((era) => ({
    what: `${era.slice(0, 4)} call distinct, token`,
    server,
    requests: QUERIES.map((query) => mcpSearch(query, era, token)),
  })),
  { what: 'POST project, token', server, requests: [restCreate(token)] },
]

export interface HttpBench {
  /** Only the rows whose requests have this in their name, such as `list` or `GET`. */
  readonly only: string
  readonly rounds: number
}

/** Our server and the usual ways to write one, on one catalog of 100,000 fabrics, in one run. */
export async function benchHttp({ only, rounds }: HttpBench): Promise<void> {
  installPeers()
  await inProcess('build', FABRICS)
  const folder = mkdtempSync(join(ROOT, 'var/bench/http-'))
  const issuer = await startIssuer()
  const servers: Server[] = []
  try {
    const ours = async (name: string, args: readonly string[], workers = 1) => {
      const port = await freePort()
      const path = join(folder, `${servers.length}.db`)
      copyFileSync(databaseOf(FABRICS), catalogPathOf(path))
      const env = {
        ...UNLIMITED,
        WORKERS: String(workers),
        PORT: String(port),
        DATABASE_URL: `sqlite:${path}`,
        OAUTH_ISSUER: issuer.url,
      }
      const server = await start(name, args, port, { ...env, BASE_URL: `http://127.0.0.1:${port}` })
      servers.push(server)
      return server
    }
    const main = await ours('ours', SERVE)
    const two = await ours('ours, 2 workers', SERVE, 2)
    const uncached = await ours('ours, nothing kept', [UNCACHED])
    const catalog = databaseOf(FABRICS)
    const rest = await startPeers(['rest-node', 'rest-h3', 'rest-fastify'], catalog)
    const mcp = await startPeers(['mcp-node', ...FRAMEWORKS], catalog)
    servers.push(...rest.started, ...mcp.started)

    const exp = Math.floor(Date.now() / 1000) + 3_600
    const token = await issuer.mint(`http://127.0.0.1:${main.ports[0]}`, { exp })
    const rows = [
      ...[main, two, uncached, ...rest.started].map(rowOfRest),
      ...rowsOfMcp(main, ERAS),
      ...rowsOfMcp(uncached, ['2025-06-18']).filter(({ what }) => what.endsWith('distinct')),
      ...rowsOfToken(main, token),
      ...mcp.started.flatMap((server) =>
        rowsOfMcp(server, server.name === 'mcp-sdk' ? ERAS : ['2025-06-18']),
      ),
    ]
    // Rows that are compared follow each other.
    const compared = rows
      .filter(({ what }) => what.includes(only))
      .toSorted((a, b) => a.what.localeCompare(b.what))
    const measured = await measure(compared, rounds)
    const remarks = [...rest.skipped, ...mcp.skipped]
    process.stdout.write(`${table(measured)}\n\n${remarks.join('\n')}\n`)
  } finally {
    await Promise.all(servers.map((server) => server.stop()))
    await issuer.close()
    rmSync(folder, { recursive: true, force: true })
  }
}
