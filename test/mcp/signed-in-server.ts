import { join } from 'node:path'
import { startDevelopmentProvider } from '../../src/dev/provider.ts'
import { closing } from '../helpers/closing.ts'
import { temporaryFolder } from '../helpers/files.ts'
import { freePort } from '../helpers/ports.ts'
import { startTestServer } from '../helpers/server.ts'

/** The server with the real development identity provider beside it, as `selvage serve` starts both. */
export async function startSignedInServer(env: Readonly<Record<string, string>> = {}) {
  const port = await freePort()
  const server = await startTestServer({ env: { OAUTH_ISSUER: `http://127.0.0.1:${port}`, ...env } })
  const { baseUrl } = server
  const folder = temporaryFolder()
  const provider = await startDevelopmentProvider({
    port,
    resources: [baseUrl, `${baseUrl}/`, `${baseUrl}/mcp`],
    scopes: [],
    storePath: join(folder.path, 'sign-in.db'),
  })
  return {
    server,
    issuer: provider.issuer,
    close: closing(provider.close),
  }
}

export type SignedInServer = Awaited<ReturnType<typeof startSignedInServer>>
