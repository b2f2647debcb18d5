import { join } from 'node:path'
import { expect, it } from 'vitest'
import { startDevelopmentProvider } from '../../src/dev/provider.ts'
import { temporaryFolder } from '../helpers/files.ts'
import { signInAsBrowser } from '../helpers/headless-browser.ts'
import { freePort } from '../helpers/ports.ts'
import { createPostgresDatabase } from '../helpers/postgres.ts'
import { startProxy } from '../helpers/proxy.ts'
import { startTestServer } from '../helpers/server.ts'

const ROUNDS = 4

it('[D24.2] sign-ins that begin at one server end at another one, without a secret in the settings', async () => {
  const folder = temporaryFolder()
  const port = await freePort()
  const baseUrl = `http://127.0.0.1:${port}`
  const provider = await startDevelopmentProvider({
    port: await freePort(),
    resources: [baseUrl, `${baseUrl}/`, `${baseUrl}/mcp`],
    scopes: [],
    storePath: ':memory:',
  })
  const env = {
    BASE_URL: baseUrl,
    DATABASE_URL: await createPostgresDatabase(),
    OAUTH_ISSUER: provider.issuer,
  }
  const start = (name: string) =>
    startTestServer({ env: { ...env, CATALOG_FOLDER: join(folder.path, name) } })
  const servers = [await start('one'), await start('two')]
  // It hands each request to the other server than the one before.
  const ports = servers.map((server) => server.port)
  const proxy = await startProxy(port, ports)
  for (let round = 0; round < ROUNDS; round += 1) {
    const begin = new URL('/sign-in/start?back=%2Fprojects', baseUrl)
    expect((await signInAsBrowser(begin, 'user_demo')).href).toBe(`${baseUrl}/projects`)
  }
  await proxy.close()
  await provider.close()
})
