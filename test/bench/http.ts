import { spawnSync } from 'node:child_process'
import { copyFileSync, existsSync, mkdtempSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { catalogPathOf } from '../../src/catalog/index.ts'
import { ROOT } from '../helpers/files.ts'
import { startIssuer } from '../helpers/issuer.ts'
import { freePort } from '../helpers/ports.ts'
import { databaseOf } from './database.ts'
import { mcpList, mcpSearch, QUERIES, restCreate, restSearch } from './http/requests.ts'
import { type Measured, measure, type Row, table } from './http/rows.ts'
import { FLAGS, SERVE, type Server, start, UNLIMITED } from './http/server.ts'
import { inProcess } from './search.ts'

const FABRICS = 100_000

const PEERS = join(ROOT, 'test/bench/peers')
const UNCACHED = fileURLToPath(new URL('http/ours.ts', import.meta.url))

function installPeers(): void {
  if (existsSync(join(PEERS, 'node_modules'))) return
  const args = [
    'install',
    '--prefix',
    PEERS,
    '--no-workspaces',
    '--no-package-lock',
    '--no-audit',
    '--no-fund',
  ]
  const { status } = spawnSync('npm', args, { stdio: ['ignore', 2, 2] })
  if (status !== 0) throw new Error('the peers could not be installed')
}

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

const FRAMEWORKS = ['mcp-sdk', 'mcp-sdk1-express', 'mcp-fastmcp']

/** How many times as many requests one row answers as another; the best of several. */
function ratiosOf(measured: readonly Measured[]) {
  const rate = (server: string, what: string) =>
    measured.find((row) => row.server === server && row.what === what)?.rate ?? Number.NaN
  const best = (what: string) =>
    Math.max(...FRAMEWORKS.map((name) => rate(name, what)).filter((value) => !Number.isNaN(value)))
  const ratio = (ours: number, theirs: number) => Math.round((ours / theirs) * 100) / 100
  return {
    'REST search / floor, distinct': ratio(rate('ours', 'GET distinct'), rate('rest-node', 'GET distinct')),
    'REST search / floor, mix': ratio(rate('ours', 'GET mix'), rate('rest-node', 'GET mix')),
    'REST search uncached / floor, distinct': ratio(
      rate('ours, nothing kept', 'GET distinct'),
      rate('rest-node', 'GET distinct'),
    ),
    'signed in / anonymous': ratio(rate('ours', 'GET distinct, token'), rate('ours', 'GET distinct')),
    'tools/call / best framework, distinct': ratio(
      rate('ours', '2025 call distinct'),
      best('2025 call distinct'),
    ),
    'tools/call / best framework, mix': ratio(rate('ours', '2025 call mix'), best('2025 call mix')),
    'tools/call / our REST': ratio(rate('ours', '2025 call distinct'), rate('ours', 'GET distinct')),
    'tools/list / best framework': ratio(rate('ours', '2025 list'), best('2025 list')),
  }
}

const rowsOfRest = (server: Server): Row[] =>
  (['distinct', 'mix'] as const).map((kind) => ({
    what: `GET ${kind}`,
    server,
    requests: QUERIES[kind].map((query) => restSearch(query)),
  }))

function rowsOfMcp(server: Server, eras: readonly ('2025-06-18' | '2026-07-28')[]): Row[] {
  return eras.flatMap((era) => [
    ...(['distinct', 'mix'] as const).map((kind) => ({
      what: `${era.slice(0, 4)} call ${kind}`,
      server,
      requests: QUERIES[kind].map((query) => mcpSearch(query, era)),
    })),
    { what: `${era.slice(0, 4)} list`, server, requests: [mcpList(era)] },
  ])
}

/** Our server and the usual ways to write one, on one catalog of 100,000 fabrics, in one run. */
export async function benchHttp(asJson: boolean): Promise<void> {
  installPeers()
  await inProcess('build', FABRICS)
  const folder = mkdtempSync(join(ROOT, 'var/bench/http-'))
  const issuer = await startIssuer({ algorithms: ['ES256'] })
  const servers: Server[] = []
  try {
    const ours = async (name: string, args: readonly string[]) => {
      const port = await freePort()
      const path = join(folder, `${servers.length}.db`)
      copyFileSync(databaseOf(FABRICS), catalogPathOf(path))
      const env = {
        ...UNLIMITED,
        PORT: String(port),
        DATABASE_URL: `sqlite:${path}`,
        OAUTH_ISSUER: issuer.url,
      }
      const server = await start(name, args, port, { ...env, BASE_URL: `http://127.0.0.1:${port}` })
      servers.push(server)
      return server
    }
    const main = await ours('ours', SERVE)
    const uncached = await ours('ours, nothing kept', [...FLAGS, '--import', 'tsx', UNCACHED])
    const catalog = databaseOf(FABRICS)
    const rest = await startPeers(['rest-node', 'rest-h3', 'rest-fastify'], catalog)
    const mcp = await startPeers(['mcp-node', ...FRAMEWORKS], catalog)
    servers.push(...rest.started, ...mcp.started)

    const exp = Math.floor(Date.now() / 1000) + 3_600
    const token = await issuer.mint(`http://127.0.0.1:${main.ports[0]}`, { exp })
    const isModern = ({ name }: Server) => name === 'mcp-sdk'
    const rows = [
      ...[main, uncached, ...rest.started].flatMap(rowsOfRest),
      {
        what: 'GET distinct, token',
        server: main,
        requests: QUERIES.distinct.map((query) => restSearch(query, token)),
      },
      { what: 'POST project, token', server: main, requests: [restCreate(token)] },
      ...rowsOfMcp(main, ['2025-06-18', '2026-07-28']),
      ...mcp.started.flatMap((server) =>
        rowsOfMcp(server, isModern(server) ? ['2025-06-18', '2026-07-28'] : ['2025-06-18']),
      ),
    ]
    const measured = await measure(rows)
    const ratios = ratiosOf(measured)
    const skipped = [...rest.skipped, ...mcp.skipped]
    const lines = Object.entries(ratios).map(([name, value]) => `${name}: ${value}`)
    process.stdout.write(
      asJson
        ? `${JSON.stringify({ fabrics: FABRICS, measured, ratios, skipped }, null, 2)}\n`
        : `${table(measured)}\n\n${[...lines, ...skipped].join('\n')}\n`,
    )
  } finally {
    await Promise.all(servers.map((server) => server.stop()))
    await issuer.close()
    rmSync(folder, { recursive: true, force: true })
  }
}
