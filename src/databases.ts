import { type Accounts, type Location, type OpenOptions, openAccounts } from './accounts/index.ts'
import { type Catalog, catalogPathOf, isDamaged, openCatalog, putAside } from './catalog/index.ts'
import { type Logger, SILENT } from './kit/log.ts'
import type { Store } from './kit/repositories.ts'

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

export interface DatabasesOptions extends OpenOptions {
  readonly log?: Logger
}

/**
 * The shipped part of a catalog can be made again, so a damaged file does not keep the server from starting.
 */
async function openCatalogFile(path: string, log: Logger): Promise<Catalog> {
  try {
    return await openCatalog(path, log)
  } catch (error) {
    if (!isDamaged(error)) throw error
    const aside = putAside(path)
    log.error(
      { path, aside, err: error },
      'damaged catalog put aside and made anew; import what was imported',
    )
    return openCatalog(path, log)
  }
}

/** One file next to the accounts, or editions that all instances share. */
async function openCatalogOf(
  { accounts: location, folder = '.', poll }: Storage,
  accounts: Accounts,
  { onProblem, log = SILENT }: DatabasesOptions,
): Promise<Catalog> {
  if (location.kind === 'sqlite') return openCatalogFile(catalogPathOf(location.path), log)
  const { openEditions } = await import('./editions/index.ts')
  const isServer = onProblem !== undefined
  return openEditions({ accounts, location, folder, poll: isServer ? poll : undefined, log })
}

/** Opens (or creates) both databases. */
export async function openDatabases(storage: Storage, options: DatabasesOptions = {}): Promise<Databases> {
  const accounts = await openAccounts(storage.accounts, options)
  const catalog = await openCatalogOf(storage, accounts, options).catch(async (error: unknown) => {
    await accounts.close()
    throw error
  })
  return {
    accounts,
    catalog,
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
export const createStore = ({ accounts, catalog }: Pick<Databases, 'accounts' | 'catalog'>): Store => ({
  projects: accounts.projects,
  assets: accounts.assets,
  fabrics: catalog.fabrics,
  supplies: catalog.supplies,
})
