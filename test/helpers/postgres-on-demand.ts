import { once } from 'node:events'
import { createServer } from 'node:http'
import { type PostgresServer, startPostgres } from './postgres-server.ts'

/** A server whose answer is the address of a PostgreSQL server. The first request starts that: most runs need none. */
export async function offerPostgres(): Promise<{ url: string; close(): Promise<void> }> {
  let started: Promise<PostgresServer> | undefined
  const offer = createServer((_, response) => {
    // A kept connection could end just when the next test file uses it.
    response.setHeader('connection', 'close')
    started ??= startPostgres()
    started.then(
      (server) => response.end(server.url('postgres')),
      (error: unknown) => response.writeHead(500).end(String(error)),
    )
  }).listen(0, '127.0.0.1')
  await once(offer, 'listening')
  const address = offer.address()
  if (address === null || typeof address === 'string') throw new Error('no port')
  return {
    url: `http://127.0.0.1:${address.port}`,
    async close() {
      offer.close()
      await (await started)?.close()
    },
  }
}
