import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { openAccounts } from '../../src/accounts/index.ts'
import { createApp } from '../../src/app.ts'
import { catalogPathOf } from '../../src/catalog/index.ts'
import { loadConfig } from '../../src/config/config.ts'
import { type Logger, SILENT } from '../../src/core/logger.ts'
import type { Observer } from '../../src/core/request.ts'
import { listen } from '../../src/http/server.ts'
import { closing } from './closing.ts'
import { ROOT, temporaryFolder } from './files.ts'
import { startIssuer, type TestIssuer } from './issuer.ts'
import { freePort } from './ports.ts'
import { createSeededDatabase } from './postgres.ts'
import { startProxy } from './proxy.ts'
import { copySeeded } from './seeded.ts'
import { type Answer, answerOf } from './wire.ts'

export type { Answer }

/** Whether every test server is two instances on PostgreSQL behind a proxy (`npm run test:cluster`). */
export const isInCluster = process.env['CLUSTER_POSTGRES'] !== undefined

async function clusterSettings(isShippedData: boolean): Promise<Readonly<Record<string, string>>> {
  if (!isInCluster || !isShippedData) return {}
  return {
    DATABASE_URL: await createSeededDatabase(),
    CATALOG_FOLDER: join(process.env['CLUSTER_FOLDER'] ?? '', randomUUID()),
  }
}

/** On PostgreSQL a server starts even if its first look for the catalog fails. Wait for the next one. */
async function catalogOf({ problems }: Awaited<ReturnType<typeof createApp>>): Promise<void> {
  while (problems().catalog !== undefined) await sleep(50)
}

export interface TestServerOptions {
  /** Rate limits are off unless set here. */
  readonly env?: Readonly<Record<string, string>>
  readonly log?: Logger
  readonly observers?: readonly Observer[]
  readonly dataDirectory?: string
  /** Without shipped data. */
  readonly isBare?: boolean
  /** The provider to trust; by default a new one. */
  readonly issuer?: TestIssuer
}

export interface RestRequest {
  readonly method?: string
  readonly token?: string
  readonly headers?: Readonly<Record<string, string>>
  /** Sent as JSON, unless it is text. */
  readonly body?: unknown
}

/** The whole server, in this process, on a real socket, with its own databases. */
export async function startTestServer(options: TestServerOptions = {}) {
  const { env = {}, log = SILENT, observers = [], isBare = false } = options
  const folder = temporaryFolder()
  const dataDirectory = isBare ? folder.path : (options.dataDirectory ?? join(ROOT, 'data'))
  const issuer = options.issuer ?? (await startIssuer())
  const port = await freePort()
  const baseUrl = `http://127.0.0.1:${port}`
  const databasePath = join(folder.path, 'selvage.db')
  const isShippedData = !isBare && options.dataDirectory === undefined && env['SEED_DEMO'] === undefined
  if (isShippedData) copySeeded(databasePath)
  const config = loadConfig({
    PORT: String(port),
    BASE_URL: baseUrl,
    DATABASE_URL: `sqlite:${databasePath}`,
    ...(await clusterSettings(isShippedData)),
    OAUTH_ISSUER: issuer.url,
    SEED_DEMO: 'true',
    RATE_LIMIT_ANONYMOUS: 'off',
    RATE_LIMIT_USER: 'off',
    RATE_LIMIT_CREATE: 'off',
    ...env,
  })
  const isCluster = config.storage.accounts.kind === 'postgres' && isInCluster
  const ports = isCluster ? [await freePort(), await freePort()] : [port]
  const instances = await Promise.all(
    ports.map(async (port, number) => {
      const { storage } = config
      // Instances of one process would wait for each other's locks on a shared copy of the catalog.
      const own = isCluster ? { ...storage, folder: join(storage.folder ?? '', String(number)) } : storage
      const app = await createApp({ ...config, storage: own }, { log, observers, dataDirectory })
      if (isCluster) await catalogOf(app)
      return {
        app,
        // Without load shedding: tests may send more at once than a busy machine can serve.
        server: await listen(app.http, { host: '127.0.0.1', port, log, onDrain: app.drain }),
      }
    }),
  )
  const app = instances[0]?.app
  if (app === undefined) throw new Error('no instance')
  const proxy = isCluster ? await startProxy(port, ports) : undefined

  async function request(path: string, asked: RestRequest = {}): Promise<Answer> {
    const { method = 'GET', token, headers = {}, body } = asked
    const response = await fetch(`${baseUrl}${path}`, {
      method,
      headers: {
        // So that tags and lengths are those of the text.
        'accept-encoding': 'identity',
        ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(body === undefined ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) }),
      redirect: 'manual',
    })
    return answerOf(response.status, response.headers, await response.text())
  }

  return {
    app,
    baseUrl,
    port,
    issuer,
    config,
    databasePath,
    catalogPath: catalogPathOf(databasePath),
    /** The accounts, past the server. Close them. */
    openAccounts: async () => (await openAccounts(config.storage.accounts)).database,
    request,
    /** A REST call below `/api/v1`. */
    rest: (path: string, init?: RestRequest) => request(`/api/v1${path}`, init),
    tokenOf: (userId: string) => issuer.mint(baseUrl, { sub: userId }),
    close: closing(async () => {
      await proxy?.close()
      for (const { app, server } of instances) {
        await server.close()
        await app.close()
      }
      if (options.issuer === undefined) await issuer.close()
      folder.remove()
    }),
  }
}

export type TestServer = Awaited<ReturnType<typeof startTestServer>>
