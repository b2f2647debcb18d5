import { join, parse } from 'node:path'
import type { Kysely } from 'kysely'
import { accountsMigrations, catalogMigrations } from './migrations/index.ts'
import type { AccountsDatabase, CatalogDatabase } from './schema.ts'
import { openSqlite } from './sqlite.ts'
import { registerCatalogFunctions } from './sqlite-fabric-tokens.ts'

/**
 * What people own, and what everybody sees. They are files of their own, so that an import, which
 * rewrites the catalog, never holds up somebody's create.
 */
export interface Databases {
  readonly accounts: Kysely<AccountsDatabase>
  readonly catalog: Kysely<CatalogDatabase>
  close(): Promise<void>
}

/** The catalog's file, beside that of the accounts: `selvage-catalog.db` for `selvage.db`. */
export function catalogPathOf(path: string): string {
  if (path === ':memory:') return path
  const { dir, name, ext } = parse(path)
  return join(dir, `${name}-catalog${ext}`)
}

/** @param path a file path, or `:memory:`. */
export const openAccounts = (path: string): Promise<Kysely<AccountsDatabase>> =>
  openSqlite(path, { migrations: accountsMigrations })

/** @param path a file path, or `:memory:`. */
export const openCatalog = (path: string): Promise<Kysely<CatalogDatabase>> =>
  openSqlite(path, { migrations: catalogMigrations, register: registerCatalogFunctions })

/**
 * Opens (or creates) both databases.
 *
 * @param path of the accounts, or `:memory:` for both.
 */
export async function openDatabases(path: string): Promise<Databases> {
  const accounts = await openAccounts(path)
  const catalog = await openCatalog(catalogPathOf(path)).catch(async (error: unknown) => {
    await accounts.destroy()
    throw error
  })
  return {
    accounts,
    catalog,
    async close() {
      await accounts.destroy()
      await catalog.destroy()
    },
  }
}
