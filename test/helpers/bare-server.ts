import { temporaryFolder } from './files.ts'
import { startTestServer, type TestServer, type TestServerOptions } from './server.ts'

/** A server without catalog and demo items, which starts several times faster: for tests of who may call. */
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
