import { dirname, join } from 'node:path'
import { createApp } from '../app.ts'
import { type Config, loadConfig } from '../config.ts'
import { listen } from '../http/listen.ts'
import { createLogger } from './logger.ts'

/** Beside the database, so that clients stay signed in over restarts. */
function providerStorePath(databasePath: string): string {
  return databasePath === ':memory:' ? databasePath : join(dirname(databasePath), 'development-sign-in.db')
}

async function startProvider({ port, databasePath, oauth, baseUrl }: Config) {
  const { startDevelopmentProvider } = await import('../dev/identity-provider.ts').catch((error: unknown) => {
    throw new Error(
      'The development sign-in needs the development dependencies. Run npm ci, or set OAUTH_ISSUER.',
      {
        cause: error,
      },
    )
  })
  return startDevelopmentProvider({
    port: port + 1,
    resources: [baseUrl, `${baseUrl}/`, `${baseUrl}/mcp`],
    scopes: oauth.scopes,
    storePath: providerStorePath(databasePath),
  })
}

function banner({ baseUrl, developmentProvider, oauth, enabled }: Config): string {
  const signIn = developmentProvider
    ? `development sign-in at ${oauth.issuer} (user_demo, user_other)`
    : `sign-in at ${oauth.issuer}`
  const token = developmentProvider ? ['', '  Get a token for curl:   npm run --silent token'] : []
  return [
    '',
    `  Selvage serves ${baseUrl}, with ${signIn}.`,
    ...(enabled ? [] : ['  The agent API is disabled: AGENT_API_ENABLED=false.']),
    '',
    `  Connector URL:          ${baseUrl}/mcp`,
    `  In Claude Code:         claude mcp add --transport http selvage ${baseUrl}/mcp`,
    ...token,
    '',
    '',
  ].join('\n')
}

/** The first SIGTERM or SIGINT; a second one ends the process at once. */
function stopSignal(): Promise<NodeJS.Signals> {
  return new Promise((resolve) => {
    for (const signal of ['SIGTERM', 'SIGINT'] as const) process.once(signal, resolve)
  })
}

/** `selvage serve`: until told to stop; then requests under way finish, and the database closes. */
export async function serve(): Promise<void> {
  const config = loadConfig(process.env)
  const log = createLogger(config)
  const app = await createApp(config, { log })
  const provider = config.developmentProvider ? await startProvider(config) : undefined
  const stopped = stopSignal()
  const server = await listen(app.http, { host: config.host, port: config.port, onDrain: app.drain })
  process.stdout.write(banner(config))

  log.info({ signal: await stopped }, 'stopping')
  await Promise.all([server.close(), provider?.close()])
  await app.close()
}
