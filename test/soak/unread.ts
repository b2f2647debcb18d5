import { connect } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { serve } from '../cli/selvage.ts'
import { callersOutcome } from './callers-outcome.ts'
import { getRequest } from './mix.ts'
import { say, startClients, usageOf, WITHOUT_LIMITS } from './process.ts'

const CLIENTS = 40
/** What each of them sends: some hundred kilobytes of requests, for answers of some hundred times that. */
const PIPELINED = 5_000
const SECONDS = Number(process.env['SOAK_SECONDS'] ?? 20)
const RATE = 50
const MAX_P99_MS = 200
const MAX_GROWTH_MB = 128

/** Forty clients ask for the OpenAPI document thousands of times and never read: others are served as before. */
export async function unread(): Promise<string[]> {
  const server = await serve(WITHOUT_LIMITS)
  const { port } = server
  const call = async () =>
    callersOutcome.parse(
      await startClients('callers.ts', {
        port,
        seconds: SECONDS,
        rate: RATE,
        requests: [{ bytes: getRequest('/api/v1/fabrics?query=kona') }],
      }).outcome(),
    )
  const before = { ...(await call()), ...usageOf(server.child.pid) }
  say({ before })
  const attackers = Array.from({ length: CLIENTS }, () => {
    const socket = connect(port, '127.0.0.1').pause()
    socket.on('error', () => {})
    socket.write(getRequest('/api/v1/openapi.json').repeat(PIPELINED))
    return socket
  })
  const calls = call()
  await sleep((SECONDS * 1_000) / 2)
  const during = usageOf(server.child.pid)
  const after = { ...(await calls), ...usageOf(server.child.pid) }
  say({ during, after })
  for (const socket of attackers) socket.destroy()
  server.folder.remove()
  const grown = Math.max(during.megabytes, after.megabytes) - before.megabytes
  return [
    ...(after.p99 > MAX_P99_MS ? [`The p99 of others is ${Math.round(after.p99)} ms.`] : []),
    ...(grown > MAX_GROWTH_MB ? [`Memory has grown by ${grown} MB.`] : []),
  ]
}
