import { temporaryFolder } from './files.ts'
import { startIssuer } from './issuer.ts'
import { startTestServer, type TestServer, type TestServerOptions } from './server.ts'

/**
 * A server without catalog and demo items, trusting one with an ES256 key unless another issuer is
 * given. It starts several times faster: for tests of who may call, not of what is answered.
 */
export async function startBareServer(options: TestServerOptions = {}): Promise<TestServer> {
  const empty = temporaryFolder()
  const issuer = options.issuer ?? (await startIssuer({ algorithms: ['ES256'] }))
  const server = await startTestServer({ dataDirectory: empty.path, ...options, issuer })
  return {
    ...server,
    async close() {
      await server.close()
      if (options.issuer === undefined) await issuer.close()
      empty.remove()
    },
  }
}
