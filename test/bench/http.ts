import { mkdtempSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { ROOT } from '../helpers/files.ts'
import { freePort } from '../helpers/ports.ts'
import { databaseOf } from './database.ts'
import { FABRICS, FRESH_QUERIES, mcpSearch, QUERIES, restSearch } from './http/requests.ts'
import { measure, type Row, table } from './http/rows.ts'
import { type Server, start, startOurs } from './http/server.ts'
import { installPeers, PEERS } from './peers.ts'
import { inProcess } from './search.ts'

/** The peers that start on this Node, and why the others do not. */
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

const SURFACES = {
  GET: { wire: restSearch, peers: ['rest-node', 'rest-h3', 'rest-fastify'] },
  call: { wire: mcpSearch, peers: ['mcp-node', 'mcp-sdk', 'mcp-sdk1-express', 'mcp-fastmcp'] },
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
    const ours = await startOurs(FABRICS, folder)
    servers.push(ours)
    const rows: Row[] = []
    const remarks: string[] = []
    for (const [what, { wire, peers }] of Object.entries(SURFACES)) {
      const { started, skipped } = await startPeers(peers, databaseOf(FABRICS))
      servers.push(...started)
      remarks.push(...skipped)
      // Rows to compare follow each other.
      for (const server of [ours, ...started])
        rows.push({ what: `${what} afresh`, server, requests: FRESH_QUERIES.map(wire), fresh: 0 })
      rows.push({ what: `${what} again`, server: ours, requests: QUERIES.map(wire) })
    }
    const measured = await measure(rows.filter(({ what }) => what.includes(only)))
    process.stdout.write(`${table(measured)}\n\n${remarks.join('\n')}\n`)
  } finally {
    await Promise.all(servers.map((server) => server.stop()))
    rmSync(folder, { recursive: true, force: true })
  }
}
