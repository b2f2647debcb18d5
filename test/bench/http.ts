import { mkdtempSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { ROOT } from '../helpers/files.ts'
import { freePort } from '../helpers/ports.ts'
import { databaseOf } from './database.ts'
import { FABRICS, FRESH_QUERIES, mcpSearch, QUERIES, restSearch } from './http/requests.ts'
import { measure, type Row, table } from './http/rows.ts'
import { type Server, start, startOnSqlite, UNLIMITED } from './http/server.ts'
import { installPeers, PEERS } from './peers.ts'
import { inProcess } from './search.ts'

async function startPeer(name: string): Promise<Server> {
  const port = await freePort()
  return start(name, [join(PEERS, `${name}.mjs`), String(port), databaseOf(FABRICS)], port, {})
}

const SURFACES = {
  GET: { wire: restSearch, peers: ['rest-node', 'rest-h3', 'rest-fastify'] },
  call: { wire: mcpSearch, peers: ['mcp-node', 'mcp-sdk'] },
}

/**
 * Our server and the usual ways to write one, on one catalog of 100,000 fabrics.
 *
 * @param only the rows whose requests have this in their name, such as `GET`.
 */
export async function benchHttp(only: string): Promise<void> {
  installPeers()
  await inProcess('build', FABRICS)
  const folder = mkdtempSync(join(ROOT, 'var/bench/http-'))
  const servers: Server[] = []
  try {
    // So that no development sign-in runs beside it.
    const env = { ...UNLIMITED, OAUTH_ISSUER: 'http://127.0.0.1:9' }
    const ours = await startOnSqlite('ours', FABRICS, folder, env)
    servers.push(ours)
    const rows: Row[] = []
    for (const [what, { wire, peers }] of Object.entries(SURFACES)) {
      const requests = FRESH_QUERIES.map(wire)
      // Rows to compare follow each other.
      rows.push({ what: `${what} afresh`, server: ours, requests, fresh: 0 })
      for (const name of peers) {
        const server = await startPeer(name)
        servers.push(server)
        rows.push({ what: `${what} afresh`, server, requests, fresh: 0 })
      }
      rows.push({ what: `${what} again`, server: ours, requests: QUERIES.map(wire) })
    }
    const measured = await measure(rows.filter(({ what }) => what.includes(only)))
    process.stdout.write(`${table(measured)}\n`)
  } finally {
    await Promise.all(servers.map((server) => server.stop()))
    rmSync(folder, { recursive: true, force: true })
  }
}
