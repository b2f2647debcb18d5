import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { closing } from './closing.ts'

/** A server on a free loopback port, in the place of somebody else's. */
export async function serveLocally(answer: RequestListener) {
  const server = createServer(answer)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}`,
    close: closing(async () => {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    }),
  }
}
