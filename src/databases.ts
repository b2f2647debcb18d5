import { existsSync } from 'node:fs'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { type Accounts, openAccounts } from './accounts/index.ts'
import { catalogPathOf, type Guides, openCatalog, openSharedCatalog } from './catalog/index.ts'
import type { Logger } from './core/logger.ts'
import { isUnavailable, type Location, type OnProblem } from './database/index.ts'
import { createPrivately } from './files/index.ts'

export interface Storage {
  readonly accounts: Location
  /** The folder for files of this instance. */
  readonly folder?: string | undefined
  /** How often to look for a newer version of the catalog, in seconds. */
  readonly poll?: number
}

export type Databases = Awaited<ReturnType<typeof openDatabases>>

/**
 * Opens (or creates) the accounts and the catalog. They are separate databases, so that an import, which changes the
 * catalog, never delays a create.
 *
 * @param options.onProblem set by a server: the accounts are then watched, and a call is given up after two seconds.
 */
export async function openDatabases(
  { accounts: location, folder = '.', poll }: Storage,
  { onProblem, ...options }: { onProblem?: OnProblem; guides?: Guides; log?: Logger } = {},
) {
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
export async function prepareAccounts(
  { accounts: location, folder = '.' }: Storage,
  served: Accounts,
  log: Logger,
  load: (accounts: Accounts) => Promise<void>,
): Promise<string> {
  const prepare = async (accounts: Accounts) => {
    await load(accounts)
    return accounts.cursorSecret()
  }
  if (location.kind === 'sqlite') return prepare(served)
  // For a start while PostgreSQL is away.
  const path = join(folder, 'cursor-secret')
  try {
    const accounts = await openAccounts(location)
    const secret = await prepare(accounts).finally(() => accounts.close())
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
