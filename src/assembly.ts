import { allTools } from '../tools/index.ts'
import { loadModule, openModule } from './accounts/index.ts'
import { readGuides } from './catalog/index.ts'
import type { Config } from './config/config.ts'
import { createCursors } from './core/cursor.ts'
import { createLinks } from './core/links.ts'
import type { Logger } from './core/logger.ts'
import type { Store } from './core/rooms.ts'
import { createToolRunner } from './core/run-tool.ts'
import { cursorSecretOf, openDatabases } from './databases.ts'
import { skillsOf } from './documents/index.ts'
import { createCallTool } from './mcp/call-tool.ts'
import { createMcpRegistries } from './mcp/registry.ts'
import { createMcpServerFactory } from './mcp/sdk.ts'
import { DATA_DIRECTORY, seed } from './seed.ts'
import { VERSION } from './version.ts'

export interface AssemblyOptions {
  log: Logger
  dataDirectory?: string
}

/** All that serving over HTTP and over standard input have in common, with open databases and loaded data. */
export async function assemble(config: Config, { log, dataDirectory = DATA_DIRECTORY }: AssemblyOptions) {
  const { accountsModule, storage } = config
  const own =
    accountsModule === undefined
      ? undefined
      : openModule(await loadModule(accountsModule), log, accountsModule)
  const closing = new AbortController()
  const guides = readGuides(dataDirectory, log)
  const databases = await openDatabases(storage, { serves: true, guides, log })
  const { catalog } = databases
  const { seedDemo: demo, seedFabrics: fabrics } = config
  const ofDatabase = () =>
    cursorSecretOf(storage, databases.accounts, log).catch(async (error: unknown) => {
      await databases.close()
      throw error
    })
  const [newest = await ofDatabase(), ...older] = config.cursorSecrets
  const { signal } = closing
  await seed(databases, { serves: true, directory: dataDirectory, demo, fabrics, log, signal })
  const accounts = own ?? databases.accounts
  const secrets = [newest, ...older] as const
  const store: Store = {
    projects: accounts.projects,
    assets: accounts.assets,
    fabrics: catalog.fabrics,
    supplies: catalog.supplies,
  }
  const services = { store, links: createLinks(config.webAppUrl), cursors: createCursors(secrets) }
  const runner = createToolRunner(services, log)
  const { scopes } = config.oauth
  const registries = await createMcpRegistries({
    tools: allTools,
    skills: skillsOf(allTools, config.baseUrl),
    fabrics: store.fabrics,
    version: VERSION,
    websiteUrl: config.baseUrl,
    scopes,
  })
  const call = createCallTool(runner, log)
  return {
    store,
    /** They sign cursors and encrypt cookies, newest first. */
    secrets,
    runner,
    registries,
    call,
    createServer: createMcpServerFactory({ call, runner, scopes, log }),
    /** In words for operators; `undefined` for a part that works. */
    problems: () => ({ accounts: accounts.problem(), catalog: catalog.problem() }),
    busySeconds: () => ({ accounts: accounts.busySeconds(), catalog: catalog.busySeconds() }),
    followed: () => catalog.follower?.followed(),
    async close() {
      closing.abort()
      await own?.close()
      await databases.close()
    },
  }
}
