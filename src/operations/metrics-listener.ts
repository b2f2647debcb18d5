import { once } from 'node:events'
import { createServer } from 'node:http'
import { Registry } from 'prom-client'

/** Metrics are served only on this machine, where the collector runs. */
const HOST = '127.0.0.1'

/** Serves `/metrics` on loopback. */
export async function serveMetrics(
  port: number,
  read: () => Promise<string>,
): Promise<{ close(): Promise<void> }> {
  const server = createServer((request, response) => {
    if (request.url !== '/metrics' || request.method !== 'GET') return void response.writeHead(404).end()
    read().then(
      (text) => response.writeHead(200, { 'content-type': Registry.PROMETHEUS_CONTENT_TYPE }).end(text),
      () => response.writeHead(500).end(),
    )
  })
  server.listen(port, HOST)
  await once(server, 'listening')
  return {
    async close() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}
