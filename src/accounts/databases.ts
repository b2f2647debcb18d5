import { join, parse } from 'node:path'
import type { Kysely } from 'kysely'
import { type Availability, unwatched } from './availability.ts'
import { accountsMigrations, catalogMigrations } from './migrations/index.ts'
import type { AccountsDatabase, CatalogDatabase } from './schema.ts'
import { openSqlite, openWatchedSqlite } from './sqlite.ts'
import { registerCatalogFunctions } from './sqlite-fabric-tokens.ts'

/**
 * What people own, and what everybody sees. They are files of their own, so that an import, which
 * rewrites the catalog, never holds up somebody's create.
 */
export interface Databases {
  readonly accounts: Kysely<AccountsDatabase>
  readonly catalog: Kysely<CatalogDatabase>
  /** Of the accounts. */
  readonly availability: Availability
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

interface OpenAccounts {
  readonly accounts: Kysely<AccountsDatabase>
  readonly availability: Availability
  close(): Promise<void>
}

async function openAccountsFor(path: string, onProblem: OnProblem | undefined): Promise<OpenAccounts> {
  if (onProblem === undefined || path === ':memory:') {
    const accounts = await openAccounts(path)
    return { accounts, availability: unwatched, close: () => accounts.destroy() }
  }
  const { db, availability } = await openWatchedSqlite<AccountsDatabase>(
    path,
    { migrations: accountsMigrations },
    onProblem,
  )
  return {
    accounts: db,
    availability,
    async close() {
      await db.destroy()
      availability.close()
    },
  }
}

/** Told what keeps the accounts from being used, for operators; `undefined` when that is over. */
export type OnProblem = (problem: string | undefined, cause?: unknown) => void

/**
 * Opens (or creates) both databases.
 *
 * @param path of the accounts, or `:memory:` for both.
 * @param onProblem given by a server: the accounts file is looked after while it is open.
 */
export async function openDatabases(path: string, onProblem?: OnProblem): Promise<Databases> {
  const { accounts, availability, close } = await openAccountsFor(path, onProblem)
  const catalog = await openCatalog(catalogPathOf(path)).catch(async (error: unknown) => {
    await close()
    throw error
  })
  return {
    accounts,
    availability,
    catalog,
    async close() {
      await close()
      await catalog.destroy()
    },
  }
}
