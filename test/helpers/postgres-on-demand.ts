import { once } from 'node:events'
import { createServer } from 'node:http'
import { type PostgresServer, startPostgres } from './postgres-server.ts'

/**
 * Answers the address of a PostgreSQL server, which it starts for the first who asks: runs of a few
 * tests need none. Answers its own address and what ends both.
 */
export async function offerPostgres(): Promise<{ url: string; close(): Promise<void> }> {
  let started: Promise<PostgresServer> | undefined
  const offer = createServer((_, response) => {
    // A connection that is kept could end just when the next file of tests asks over it.
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
