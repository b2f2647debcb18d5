import { startTestServer, type TestServerOptions } from './server.ts'

/** A server without catalog and demo items, which starts several times faster: for tests of who may call. */
export const startBareServer = (options: TestServerOptions = {}) =>
  startTestServer({ ...options, isBare: true })
