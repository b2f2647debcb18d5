import { copyFileSync, mkdtempSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { catalogPathOf } from '../../src/catalog/index.ts'
import { ROOT } from '../helpers/files.ts'
import { freePort } from '../helpers/ports.ts'
import { databaseOf } from './database.ts'
import { FABRICS, mcpSearch, QUERIES, restSearch } from './http/requests.ts'
import { measure, type Row, table } from './http/rows.ts'
import { SERVE, type Server, start, UNLIMITED } from './http/server.ts'
import { installPeers, PEERS } from './peers.ts'
import { inProcess } from './search.ts'

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
const rowOfMcp = (server: Server): Row => ({
  what: 'call distinct',
  server,
  requests: QUERIES.map(mcpSearch),
})

/**
 * Our server and the usual ways to write one, on one catalog of 100,000 fabrics, in one run.
 *
 * @param only the rows whose requests have this in their name, such as `GET`.
 */
export async function benchHttp(only: string): Promise<void> {
  installPeers()
  await inProcess('build', FABRICS)
  const folder = mkdtempSync(join(ROOT, 'var/bench/http-'))
  const servers: Server[] = []
  try {
    const ours = async (name: string, args: readonly string[]) => {
      const port = await freePort()
      const path = join(folder, `${servers.length}.db`)
      copyFileSync(databaseOf(FABRICS), catalogPathOf(path))
      const server = await start(name, args, port, {
        ...UNLIMITED,
        PORT: String(port),
        DATABASE_URL: `sqlite:${path}`,
        // Nobody signs in, and no provider of our own runs beside it.
        OAUTH_ISSUER: 'http://127.0.0.1:9',
        BASE_URL: `http://127.0.0.1:${port}`,
      })
      servers.push(server)
      return server
    }
    const own = [await ours('ours', SERVE), await ours('ours, nothing kept', [UNCACHED])]
    const catalog = databaseOf(FABRICS)
    const rest = await startPeers(['rest-node', 'rest-h3', 'rest-fastify'], catalog)
    const mcp = await startPeers(['mcp-node', 'mcp-sdk', 'mcp-sdk1-express', 'mcp-fastmcp'], catalog)
    servers.push(...rest.started, ...mcp.started)

    // Rows that are compared follow each other.
    const rows = [...[...own, ...rest.started].map(rowOfRest), ...[...own, ...mcp.started].map(rowOfMcp)]
    const measured = await measure(rows.filter(({ what }) => what.includes(only)))
    const remarks = [...rest.skipped, ...mcp.skipped]
    process.stdout.write(`${table(measured)}\n\n${remarks.join('\n')}\n`)
  } finally {
    await Promise.all(servers.map((server) => server.stop()))
    rmSync(folder, { recursive: true, force: true })
  }
}
