import { type Accounts, openAccounts } from './accounts/index.ts'
import { type Catalog, catalogPathOf, watchCatalog } from './catalog/index.ts'
import { type Logger, SILENT } from './core/log.ts'
import type { Store } from './core/repositories.ts'
import type { Location, OnProblem } from './database/index.ts'
import { openMendedCatalog } from './mended-catalog.ts'

/**
 * The accounts and the catalog. They are separate databases, so that an import, which changes the catalog,
 * never delays a create.
 */
export interface Databases {
  readonly accounts: Accounts
  readonly catalog: Catalog
  close(): Promise<void>
}

export interface Storage {
  readonly accounts: Location
  /** The folder for files of this instance. */
  readonly folder?: string | undefined
  /** How often to look for a new edition of the catalog, in seconds. */
  readonly poll?: number
}

export interface DatabasesOptions {
  /** Set by a server: the accounts are then watched, and a call is given up after two seconds. */
  readonly onProblem?: OnProblem
  readonly log?: Logger
  /** Loads the shipped data again, after a damaged catalog was made anew. */
  readonly refill?: () => Promise<void>
}

/** One file next to the accounts, or editions that all instances share. */
async function openCatalogOf(
  { accounts: location, folder = '.', poll }: Storage,
  accounts: Accounts,
  { onProblem, refill, log = SILENT }: DatabasesOptions,
): Promise<Catalog> {
  if (location.kind === 'sqlite') return openMendedCatalog(catalogPathOf(location.path), { log, refill })
  const { openEditions } = await import('./editions/index.ts')
  const isServer = onProblem !== undefined
  return openEditions({ accounts, location, folder, poll: isServer ? poll : undefined, log })
}

/** Opens (or creates) both databases. */
export async function openDatabases(storage: Storage, options: DatabasesOptions = {}): Promise<Databases> {
  const accounts = await openAccounts(storage.accounts, options.onProblem)
  const catalog = await openCatalogOf(storage, accounts, options).catch(async (error: unknown) => {
    await accounts.close()
    throw error
  })
  const { log = SILENT } = options
  const watched = watchCatalog(catalog, (failure) => {
    if (failure === undefined) log.info({}, 'catalog available again')
    else log.error({ err: failure.cause ?? failure }, 'catalog unavailable')
  })
  return {
    accounts,
    catalog: watched,
    async close() {
      await catalog.close()
      await accounts.close()
    },
  }
}

/** Opens both databases for a job, and closes them after it in any case. */
export async function withDatabases(
  storage: Storage,
  run: (databases: Databases) => Promise<void>,
): Promise<void> {
  const databases = await openDatabases(storage)
  try {
    await run(databases)
  } finally {
    await databases.close()
  }
}

/** All repositories. */
export const createStore = ({
  accounts,
  catalog,
}: {
  readonly accounts: Pick<Store, 'projects' | 'assets'>
  readonly catalog: Pick<Store, 'fabrics' | 'supplies'>
}): Store => ({
  projects: accounts.projects,
  assets: accounts.assets,
  fabrics: catalog.fabrics,
  supplies: catalog.supplies,
})
