import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { copyFileSync, existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { connect } from 'node:net'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { setTimeout as wait } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { catalogPathOf } from '../../src/catalog/index.ts'
import { ROOT } from '../helpers/files.ts'
import { startIssuer } from '../helpers/issuer.ts'
import { freePort } from '../helpers/ports.ts'
import { databaseOf } from './database.ts'
import { type Job, type Outcome, outcome } from './http/load.ts'
import { mcpList, mcpSearch, QUERIES, restCreate, restSearch } from './http/requests.ts'
import { inProcess } from './search.ts'

const FABRICS = 100_000
const CONNECTIONS = 16
const SECONDS = 3
const ROUNDS = 3
/** A second, in the units of /proc. */
const CLOCK_TICKS = 100

const PEERS = join(ROOT, 'test/bench/peers')
const LOAD = fileURLToPath(new URL('http/load-worker.ts', import.meta.url))
const UNCACHED = fileURLToPath(new URL('http/ours.ts', import.meta.url))

interface Server {
  readonly name: string
  readonly port: number
  /** Of the process, in MB. */
  memory(): number
  /** What the process has used of the processor, in seconds. */
  cpu(): number
  stop(): Promise<unknown>
}

async function takesConnections(port: number): Promise<boolean> {
  const socket = connect(port, '127.0.0.1')
  const isUp = await once(socket, 'connect').then(
    () => true,
    () => false,
  )
  socket.destroy()
  return isUp
}

/** Starts a server in a process of its own; resolves when it takes connections. */
async function start(
  name: string,
  args: readonly string[],
  port: number,
  env: NodeJS.ProcessEnv,
): Promise<Server> {
  const child = spawn(process.execPath, args, { env, stdio: ['ignore', 'ignore', 'ignore'] })
  const ended = once(child, 'close')
  while (child.exitCode === null && !(await takesConnections(port))) await wait(50)
  if (child.exitCode !== null) throw new Error(`${name} ended with ${child.exitCode}`)
  return {
    name,
    port,
    memory() {
      const status = readFileSync(`/proc/${child.pid}/status`, 'utf8')
      return Math.round(Number(/VmRSS:\s+(\d+)/.exec(status)?.[1] ?? 0) / 1024)
    },
    cpu() {
      const [, , ...fields] = readFileSync(`/proc/${child.pid}/stat`, 'utf8').split(' ')
      return (Number(fields[11]) + Number(fields[12])) / CLOCK_TICKS
    },
    async stop() {
      child.kill('SIGKILL')
      await ended
    },
  }
}

async function drive(job: Job): Promise<Outcome> {
  const child = spawn(process.execPath, ['--import', 'tsx', LOAD], { stdio: ['pipe', 'pipe', 'inherit'] })
  child.stdin.end(JSON.stringify(job))
  return outcome.parse(JSON.parse(await text(child.stdout)))
}

/** One row of one round. */
interface Run extends Outcome {
  /** Of the processor for one request, in microseconds; says more than the rate where others use the machine too. */
  readonly cpu: number
}

interface Row {
  readonly what: string
  readonly server: Server
  readonly requests: readonly string[]
}

interface Measured extends Run {
  readonly what: string
  readonly server: string
  readonly memory: number
}

/** The middle of what was measured, by rate. */
function median(outcomes: readonly Run[]): Run {
  const sorted = outcomes.toSorted((a, b) => a.rate - b.rate)
  const middle = sorted[Math.floor(sorted.length / 2)]
  if (middle === undefined) throw new Error('nothing was measured')
  return { ...middle, failures: outcomes.reduce((sum, { failures }) => sum + failures, 0) }
}

/**
 * Every row once, then every row again: what disturbs the machine disturbs all of them. The first round
 * only warms up.
 */
async function measure(rows: readonly Row[]): Promise<Measured[]> {
  const outcomes = rows.map((): Run[] => [])
  for (let round = 0; round <= ROUNDS; round += 1) {
    for (const [index, { server, requests, what }] of rows.entries()) {
      process.stderr.write(`\r\u001B[Kround ${round} of ${ROUNDS}: ${server.name}, ${what}`)
      const { port } = server
      const job = { port, connections: CONNECTIONS, seconds: SECONDS, requests: [...requests] }
      const before = server.cpu()
      const measured = await drive(job)
      const cpu = ((server.cpu() - before) / (measured.rate * SECONDS)) * 1e6
      if (round > 0) outcomes[index]?.push({ ...measured, cpu })
    }
  }
  process.stderr.write('\r\u001B[K')
  return rows.map(({ what, server }, index) => ({
    what,
    server: server.name,
    memory: server.memory(),
    ...median(outcomes[index] ?? []),
  }))
}

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

function table(measured: readonly Measured[]): string {
  const header = ['server', 'requests', '1/s', 'p50 ms', 'p99 ms', 'CPU µs', 'MB', 'failures']
  const rows = measured.map(({ what, server, rate, p50, p99, cpu, memory, failures }) => [
    server,
    what,
    Math.round(rate).toLocaleString('en'),
    p50.toFixed(2),
    p99.toFixed(1),
    Math.round(cpu),
    memory,
    failures,
  ])
  const rule = header.map((_, index) => (index < 2 ? '---' : '--:'))
  return [header, rule, ...rows].map((cells) => `| ${cells.join(' | ')} |`).join('\n')
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
      const off = {
        RATE_LIMIT_ANONYMOUS: 'off',
        RATE_LIMIT_POOLS: 'off',
        RATE_LIMIT_USER: 'off',
        RATE_LIMIT_CREATE: 'off',
      }
      const env = { ...off, PORT: String(port), DATABASE_URL: `sqlite:${path}`, OAUTH_ISSUER: issuer.url }
      const server = await start(name, args, port, { ...env, BASE_URL: `http://127.0.0.1:${port}` })
      servers.push(server)
      return server
    }
    const flags = ['--max-semi-space-size=8']
    const main = await ours('ours', [...flags, join(ROOT, 'src/selvage.mjs'), 'serve'])
    const uncached = await ours('ours, nothing kept', [...flags, '--import', 'tsx', UNCACHED])
    const catalog = databaseOf(FABRICS)
    const rest = await startPeers(['rest-node', 'rest-h3', 'rest-fastify'], catalog)
    const mcp = await startPeers(['mcp-node', ...FRAMEWORKS], catalog)
    servers.push(...rest.started, ...mcp.started)

    const exp = Math.floor(Date.now() / 1000) + 3_600
    const token = await issuer.mint(`http://127.0.0.1:${main.port}`, { exp })
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
