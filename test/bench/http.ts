import { mkdtempSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { ROOT } from '../helpers/files.ts'
import { freePort } from '../helpers/ports.ts'
import { requestText } from '../helpers/wire.ts'
import { createRandom, generatedFabrics } from './catalog.ts'
import { databaseOf } from './database.ts'
import { measure, type Row, table } from './http/rows.ts'
import { type Server, start, startOurs } from './http/server.ts'
import { installPeers, PEERS } from './peers.ts'
import { inProcess } from './search.ts'

const FABRICS = 100_000
const LIMIT = 10
/** Questions drawn from one fabric: enough for a whole run. */
const EACH = 3

/** Two to four words of a fabric, in their order. No question twice. */
function questions(): string[] {
  const random = createRandom(11)
  const found = new Set<string>()
  for (const { name, collection } of generatedFabrics(FABRICS)) {
    const words = `${name} ${collection}`.toLowerCase().split(' ')
    for (let drawn = 0; drawn < EACH; drawn += 1) {
      const from = Math.floor(random() * (words.length - 1))
      found.add(words.slice(from, from + 2 + Math.floor(random() * 3)).join(' '))
    }
  }
  return [...found]
}

/** Enough that no question has to be asked twice. */
const FRESH_QUERIES = questions()
/** So few that each is asked many times. */
const QUERIES = FRESH_QUERIES.slice(0, 1_000)

const restSearch = (query: string): string =>
  requestText(`GET /api/v1/fabrics?query=${encodeURIComponent(query)}&limit=${LIMIT}`)

function mcpSearch(query: string): string {
  const params = { name: 'search_fabric_catalog', arguments: { query, limit: LIMIT } }
  const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call', params })
  const lines = [
    'content-type: application/json',
    `content-length: ${Buffer.byteLength(body)}`,
    'accept: application/json, text/event-stream',
    'mcp-protocol-version: 2025-06-18',
  ]
  return requestText('POST /mcp', lines, body)
}

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
