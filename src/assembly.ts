import { fileURLToPath } from 'node:url'
import { allTools } from '../tools/index.ts'
import { loadAppModule, openAppAccounts } from './accounts/index.ts'
import type { Config } from './config/config.ts'
import { createCursors } from './core/cursor.ts'
import type { FollowedVersion } from './core/followed-version.ts'
import { createLinks } from './core/links.ts'
import type { Logger } from './core/logger.ts'
import { createToolRunner, type ToolRunner } from './core/run-tool.ts'
import type { Services } from './core/tool.ts'
import { createStore, type Databases, openDatabases, prepareDatabases } from './databases.ts'
import { skillsOf } from './documents/index.ts'
import { type CallTool, createCallTool } from './mcp/call-tool.ts'
import { createMcpRegistries, type McpRegistries } from './mcp/registry.ts'
import { createMcpServerFactory, type McpServerFactory } from './mcp/sdk.ts'
import { seed } from './seed.ts'
import { VERSION } from './version.ts'

const DATA_DIRECTORY = fileURLToPath(new URL('../data/', import.meta.url))

export interface CoreOptions {
  readonly log: Logger
  /** Where the data files are; by default the shipped ones. */
  readonly dataDirectory?: string
  /** False to compute every public answer anew. */
  readonly keepAnswers?: boolean
}

/** Everything below the surfaces: the store, its services, and the tools over MCP. */
export interface Core {
  readonly services: Services
  /** They sign cursors and encrypt cookies, newest first. */
  readonly secrets: readonly [string, ...string[]]
  /** How many public answers came from memory, and how many were computed. */
  readonly answerCounts: { readonly hits: number; readonly misses: number }
  readonly runner: ToolRunner
  readonly registries: McpRegistries
  readonly call: CallTool
  readonly createServer: McpServerFactory
  /** The problem of each part, for operators; `undefined` if it works. */
  problems(): Promise<{ readonly accounts: string | undefined; readonly catalog: string | undefined }>
  /** For how many seconds each database was at work for callers. */
  busySeconds(): { readonly accounts: number; readonly catalog: number }
  /** Which version of the catalog is in use, where instances share one. */
  followed(): FollowedVersion | undefined
  close(): Promise<void>
}

/** Opens the databases, loads the shipped data, and puts the tools together. */
export async function createCore(
  config: Config,
  { log, dataDirectory = DATA_DIRECTORY, keepAnswers: keep = true }: CoreOptions,
): Promise<Core> {
  const sayProblem = (place: object) => (problem: string | undefined, cause?: unknown) => {
    if (problem === undefined) log.info({}, 'accounts available again')
    else log.error({ problem, ...place, err: cause }, 'accounts unavailable')
  }
  const { accountsModule } = config
  const own =
    accountsModule === undefined
      ? undefined
      : openAppAccounts((await loadAppModule(accountsModule)).app, sayProblem({}))
  const closing = new AbortController()
  const { storage } = config
  const databases: Databases = await openDatabases(storage, {
    log,
    onProblem: sayProblem(storage.accounts.kind === 'sqlite' ? { path: storage.accounts.path } : {}),
  })
  const kept = await prepareDatabases(storage, databases, log, async (into) => {
    const { seedDemo: demo, seedFabrics: fabrics } = config
    await seed(into, { directory: dataDirectory, demo, fabrics, log, signal: closing.signal })
    return into.accounts.cursorSecret()
  }).catch(async (error: unknown) => {
    await databases.close()
    throw error
  })
  const accounts = own ?? databases.accounts
  const [newest = kept, ...older] = config.cursorSecrets
  const secrets = [newest, ...older] as const
  const services: Services = {
    store: createStore({ accounts, catalog: databases.catalog }),
    links: createLinks(config.webAppUrl),
    cursors: createCursors(secrets),
  }
  const counts = { hits: 0, misses: 0 }
  const runner = createToolRunner(services, {
    keep,
    onLookup(isKnown) {
      counts[isKnown ? 'hits' : 'misses'] += 1
    },
    onNotesFailed: (err) => log.error({ err }, 'no notes worked out'),
  })
  const { scopes } = config.oauth
  const registries = await createMcpRegistries({
    tools: allTools,
    skills: skillsOf(allTools, config.baseUrl),
    version: VERSION,
    websiteUrl: config.baseUrl,
    scopes,
  })
  const call = createCallTool(runner, log)
  return {
    services,
    secrets,
    answerCounts: counts,
    runner,
    registries,
    call,
    createServer: createMcpServerFactory({
      call,
      runner,
      fabrics: services.store.fabrics,
      scopes,
      log,
    }),
    async problems() {
      return { accounts: accounts.problem(), catalog: databases.catalog.problem() }
    },
    busySeconds: () => ({
      accounts: accounts.busySeconds(),
      catalog: databases.catalog.busySeconds(),
    }),
    followed: () => databases.catalog.followed(),
    async close() {
      closing.abort()
      await own?.close()
      await databases.close()
    },
  }
}
