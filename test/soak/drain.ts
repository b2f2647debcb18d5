import { serve, UNLIMITED } from '../cli/selvage.ts'
import { getRequest } from './mix.ts'
import { say, startClients } from './process.ts'

const ROUNDS = Number(process.env['SOAK_ROUNDS'] ?? 12)
const CLIENTS = 64
/** Requests on one connection, and the delay in seconds. Each round takes the next ones. */
const PER_CONNECTION = [1, 10, 1_000]
const DELAYS = ['0', '1']
const PATHS = [
  '/api/v1/fabrics?query=kona',
  '/api/v1/supplies?category=rulers',
  '/api/v1/fabrics?query=blue&limit=5',
  '/healthz',
]

/** Twelve times: a server with 64 busy clients is told to stop, and answers each request that was sent. */
export async function drain(): Promise<string[]> {
  let lost = 0
  const workers = process.env['SOAK_WORKERS'] ?? '1'
  for (let round = 0; round < ROUNDS; round += 1) {
    const delay = DELAYS[round % DELAYS.length] ?? '0'
    const perConnection = PER_CONNECTION[round % PER_CONNECTION.length]
    const server = await serve({ ...UNLIMITED, LOG_LEVEL: 'warn', WORKERS: workers, DRAIN_DELAY: delay })
    const requests = PATHS.map((path) => ({ bytes: getRequest(path) }))
    const clients = startClients({ port: server.port, atOnce: CLIENTS, perConnection, requests })
    await clients.busy
    const startedAt = performance.now()
    server.child.kill('SIGTERM')
    const { ends, slowest } = await clients.outcome()
    const { code } = await server.ended
    say({ round, delay, perConnection, ends, slowest, code, ms: performance.now() - startedAt })
    lost += ends['lost'] ?? 0
  }
  return lost === 0 ? [] : [`${lost} requests got no answer.`]
}
