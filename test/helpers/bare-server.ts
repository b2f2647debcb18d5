import { temporaryFolder } from './files.ts'
import { startTestServer, type TestServer, type TestServerOptions } from './server.ts'

/**
 * A server without catalog and demo items. It starts several times faster: for tests of who may call, not of
 * what is answered.
 */
export async function startBareServer(options: TestServerOptions = {}): Promise<TestServer> {
  const empty = temporaryFolder()
  const server = await startTestServer({ dataDirectory: empty.path, ...options })
  return {
    ...server,
    async close() {
      await server.close()
      empty.remove()
    },
  }
}
