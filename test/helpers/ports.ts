import { randomInt } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type Server } from 'node:net'

/** Above the last port that `fetch` refuses, 10080, and below those that the system hands out to connections. */
const LOWEST = 10_100
const HIGHEST = 30_000

/** A listener on a loopback port; `undefined` if the port is taken. */
export async function occupy(port: number): Promise<Server | undefined> {
  const server = createServer().listen(port, '127.0.0.1')
  return once(server, 'listening').then(
    () => server,
    () => undefined,
  )
}

/** The first of `count` ports in a row at which nobody listens on loopback. */
export async function freePort(count = 1): Promise<number> {
  const first = randomInt(LOWEST, HIGHEST)
  const servers = await Promise.all(Array.from({ length: count }, (_, index) => occupy(first + index)))
  await Promise.all(servers.map((server) => server && new Promise((resolve) => server.close(resolve))))
  return servers.includes(undefined) ? freePort(count) : first
}
