import { existsSync } from 'node:fs'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { type Accounts, openAccounts } from './accounts/index.ts'
import { type Catalog, catalogPathOf, type Guides, openCatalog, openSharedCatalog } from './catalog/index.ts'
import type { Logger } from './core/logger.ts'
import { isUnavailable, type Location, type OnProblem } from './database/index.ts'
import { createPrivately } from './files/index.ts'

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
  /** How often to look for a newer version of the catalog, in seconds. */
  readonly poll?: number
}

export interface DatabasesOptions {
  /** Set by a server: the accounts are then watched, and a call is given up after two seconds. */
  readonly onProblem?: OnProblem
  readonly guides?: Guides
  readonly log?: Logger
}

/** Opens (or creates) both databases. */
export async function openDatabases(
  { accounts: location, folder = '.', poll }: Storage,
  { onProblem, ...options }: DatabasesOptions = {},
): Promise<Databases> {
  const accounts = await openAccounts(location, onProblem)
  // One file next to the accounts, or a copy of what all instances share. A command does not follow what they change.
  const opening =
    location.kind === 'sqlite'
      ? openCatalog(catalogPathOf(location.path), options)
      : openSharedCatalog({ location, folder, poll: onProblem && poll, ...options })
  const catalog = await opening.catch(async (error: unknown) => {
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

/**
 * Loads what has to be there before a server answers, and answers the secret that signs cursors. A file has one
 * connection, which the server watches. On PostgreSQL the accounts are opened for it as a command opens them, because
 * it may take longer than requests wait. While PostgreSQL is away, an instance that has run before starts with its
 * catalog of last time.
 */
export async function prepareDatabases(
  { accounts: location, folder = '.' }: Storage,
  databases: Databases,
  log: Logger,
  load: (databases: Pick<Databases, 'accounts' | 'catalog'>) => Promise<string>,
): Promise<string> {
  if (location.kind === 'sqlite') return load(databases)
  // For a start while PostgreSQL is away.
  const path = join(folder, 'cursor-secret')
  try {
    const accounts = await openAccounts(location)
    const secret = await load({ accounts, catalog: databases.catalog }).finally(() => accounts.close())
    createPrivately(path)
    await writeFile(path, secret)
    return secret
  } catch (error) {
    const cause = error instanceof Error ? error.cause : undefined
    if (!isUnavailable(cause) || !existsSync(path)) throw error
    log.error({ err: error }, 'PostgreSQL is away; starting with the catalog of last time')
    return readFile(path, 'utf8')
  }
}
