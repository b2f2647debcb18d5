import { join, parse } from 'node:path'
import { type Kysely, Migrator } from 'kysely'
import type { Store } from '../kit/repositories.ts'
import { type Accounts, createAccounts } from './accounts.ts'
import * as catalogMigration from './migrations/sqlite-catalog-0001.ts'
import { type Location, type OpenOptions, openDatabase } from './open.ts'
import type { CatalogDatabase } from './schema.ts'
import { Connection, kyselyOf, openFile, withPath } from './sqlite/connect.ts'
import { registerCatalogFunctions } from './sqlite-fabric-tokens.ts'
import { createSqliteFabrics } from './sqlite-fabrics.ts'
import { createSupplies } from './supplies.ts'

export const catalogMigrations = { '0001-sqlite-catalog': catalogMigration }

/**
 * What people own, and what everybody sees. They are files of their own, so that an import, which
 * rewrites the catalog, never holds up somebody's create.
 */
export interface Databases {
  readonly accounts: Accounts
  readonly catalog: Kysely<CatalogDatabase>
  close(): Promise<void>
}

/** The catalog's file, beside that of the accounts: `selvage-catalog.db` for `selvage.db`. */
export function catalogPathOf(path: string): string {
  if (path === ':memory:') return path
  const { dir, name, ext } = parse(path)
  return join(dir, `${name}-catalog${ext}`)
}

async function open(path: string): Promise<Kysely<CatalogDatabase>> {
  const connection = await openFile(path)
  registerCatalogFunctions(connection)
  const db = kyselyOf<CatalogDatabase>(new Connection(connection))
  const migrator = new Migrator({ db, provider: { getMigrations: async () => catalogMigrations } })
  const known = await migrator.getMigrations()
  const isNewest = known.every(({ executedAt }) => executedAt !== undefined)
  const { error } = isNewest ? {} : await migrator.migrateToLatest()
  if (error !== undefined) {
    await db.destroy()
    throw error
  }
  connection.exec('pragma busy_timeout = 1')
  return db
}

/** @param path a file path, or `:memory:`. */
export const openCatalog = (path: string): Promise<Kysely<CatalogDatabase>> =>
  open(path).catch(withPath(path))

export interface Storage {
  readonly accounts: Location
  /** For the catalog of a server on PostgreSQL. */
  readonly folder?: string | undefined
}

function catalogPath({ accounts, folder = '.' }: Storage): string {
  return accounts.kind === 'sqlite' ? catalogPathOf(accounts.path) : join(folder, 'selvage-catalog.db')
}

/** Opens (or creates) both databases. */
export async function openDatabases(storage: Storage, options?: OpenOptions): Promise<Databases> {
  const accounts = createAccounts(await openDatabase(storage.accounts, options))
  const catalog = await openCatalog(catalogPath(storage)).catch(async (error: unknown) => {
    await accounts.close()
    throw error
  })
  return {
    accounts,
    catalog,
    async close() {
      await accounts.close()
      await catalog.destroy()
    },
  }
}

/** All repositories. */
export function createStore({ accounts, catalog }: Pick<Databases, 'accounts' | 'catalog'>): Store {
  return {
    projects: accounts.projects,
    assets: accounts.assets,
    fabrics: createSqliteFabrics(catalog),
    supplies: createSupplies(catalog),
  }
}
