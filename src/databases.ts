import { join } from 'node:path'
import { type Accounts, type Location, openAccounts } from './accounts/index.ts'
import type { OpenOptions } from './accounts/open.ts'
import { type Catalog, catalogPathOf, openCatalog } from './catalog/index.ts'
import type { Store } from './kit/repositories.ts'

/**
 * What people own, and what everybody sees. They are places of their own, so that an import, which
 * changes the catalog, never holds up somebody's create.
 */
export interface Databases {
  readonly accounts: Accounts
  readonly catalog: Catalog
  close(): Promise<void>
}

export interface Storage {
  readonly accounts: Location
  /** For the catalog of a server on PostgreSQL. */
  readonly folder?: string | undefined
}

const catalogPath = ({ accounts, folder = '.' }: Storage): string =>
  accounts.kind === 'sqlite' ? catalogPathOf(accounts.path) : join(folder, 'selvage-catalog.db')

/** Opens (or creates) both databases. */
export async function openDatabases(storage: Storage, options?: OpenOptions): Promise<Databases> {
  const accounts = await openAccounts(storage.accounts, options)
  const catalog = await openCatalog(catalogPath(storage)).catch(async (error: unknown) => {
    await accounts.close()
    throw error
  })
  return {
    accounts,
    catalog,
    async close() {
      await accounts.close()
      await catalog.close()
    },
  }
}

/** All repositories. */
export const createStore = ({ accounts, catalog }: Pick<Databases, 'accounts' | 'catalog'>): Store => ({
  projects: accounts.projects,
  assets: accounts.assets,
  fabrics: catalog.fabrics,
  supplies: catalog.supplies,
})
