import { once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import { serve } from '../cli/selvage.ts'
import { openStubborn } from '../http/scripted-server.ts'
import { getRequest } from './mix.ts'
import { say, startClients, usageOf, WITHOUT_LIMITS } from './process.ts'

/** As many as the server accepts. */
const MUTE = 3_000
const TUNNELS = 50
/** More than ten seconds for the headers, five until Node looks at them, and two until the connection is cut. */
const MAX_MUTE_MS = 25_000
const DRAIN_SECONDS = 1
const MAX_STOP_MS = 6_000

const open = (port: number, bytes: string) => openStubborn(port, bytes).socket

const CONNECT = 'CONNECT example.com:443 HTTP/1.1\r\nHost: example.com\r\n\r\n'

/**
 * Three thousand clients connect, say nothing and never close their side. Soon they are gone and others are served.
 * Neither they nor open tunnels keep the server from stopping.
 */
export async function mute(): Promise<string[]> {
  const server = await serve({ ...WITHOUT_LIMITS, DRAIN_DELAY: String(DRAIN_SECONDS) })
  const { port, child } = server
  const filesBefore = usageOf(child.pid).files
  const sockets = Array.from({ length: MUTE }, () => open(port, ''))
  await Promise.all(sockets.map((socket) => once(socket, 'connect').catch(() => {})))
  const since = performance.now()
  while (usageOf(child.pid).files > filesBefore + 100 && performance.now() - since < MAX_MUTE_MS)
    await sleep(250)
  const mutedFor = performance.now() - since
  const isServed = await fetch(`${server.baseUrl}/api/v1/fabrics?query=kona`).then(
    ({ ok }) => ok,
    () => false,
  )
  for (let count = 0; count < TUNNELS; count += 1) sockets.push(open(port, CONNECT), open(port, ''))
  await sleep(500)
  child.kill('SIGTERM')
  const stopping = performance.now()
  const { code } = await server.ended
  const stopped = performance.now() - stopping
  for (const socket of sockets) socket.destroy()
  server.folder.remove()
  say({ mutedFor, isServed, stopped, code })
  return [
    ...(mutedFor >= MAX_MUTE_MS ? ['The silent clients are still there.'] : []),
    ...(isServed ? [] : ['Nobody else is served.']),
    ...(stopped > MAX_STOP_MS || code !== 0 ? [`It stopped after ${stopped} ms, with ${code}.`] : []),
  ]
}

const UNREAD_CLIENTS = 200
/** Requests that a client sends ahead, for a document of a hundred kilobytes. The server cuts off a longer row. */
const PIPELINED = 32
const AGAIN_MS = 1_000
const RECONNECT_MS = 3_000
const SECONDS = 20
const RATE = 50
const MAX_P99_MS = 500
const MAX_GROWTH_MB = 160

/** Hundreds of clients ask for a large document and never read. Others are served as before; memory is bounded. */
export async function unread(): Promise<string[]> {
  const server = await serve(WITHOUT_LIMITS)
  const { port, child } = server
  const requests = [{ bytes: getRequest('/api/v1/fabrics?query=kona') }]
  const call = () => startClients({ port, seconds: SECONDS, rate: RATE, requests }).outcome()
  const before = { ...(await call()), ...usageOf(child.pid) }
  let isOver = false
  const attacker = async () => {
    while (!isOver) {
      const socket = open(port, getRequest('/api/v1/openapi.json').repeat(PIPELINED)).pause()
      const again = setInterval(() => socket.write(getRequest('/api/v1/openapi.json')), AGAIN_MS)
      await new Promise((resolve) => socket.once('close', resolve))
      clearInterval(again)
      await sleep(RECONNECT_MS)
    }
  }
  for (let count = 0; count < UNREAD_CLIENTS; count += 1) void attacker()
  let most = before.megabytes
  const watching = setInterval(() => {
    most = Math.max(most, usageOf(child.pid).megabytes)
  }, 250)
  const after = await call()
  clearInterval(watching)
  isOver = true
  say({ before, after, most })
  server.folder.remove()
  const grown = most - before.megabytes
  return [
    ...(after.p99 > MAX_P99_MS ? [`The p99 of others is ${Math.round(after.p99)} ms.`] : []),
    ...(grown > MAX_GROWTH_MB ? [`Memory has grown by ${grown} MB.`] : []),
  ]
}
