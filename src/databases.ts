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
  /** Seconds between looks for a newer version of the catalog. */
  readonly poll?: number
}

export type Databases = Awaited<ReturnType<typeof openDatabases>>

/**
 * Opens or creates the accounts and the catalog. They are separate databases, so that an import of fabrics never delays
 * a create. A server passes `onProblem`: see `Serving`.
 */
export async function openDatabases(
  { accounts: location, folder = '.', poll }: Storage,
  { onProblem, ...options }: { onProblem?: OnProblem; guides?: Guides; log?: Logger } = {},
) {
  const accounts = await openAccounts(location, onProblem)
  // A file next to the accounts, or a copy of what all instances share. A command does not follow later changes.
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
 * Loads what a server needs before it answers, and answers the secret that signs cursors. On PostgreSQL it opens the
 * accounts again, without the time limits of a server. While PostgreSQL is away, an instance that has run before starts
 * with its last catalog and secret.
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
