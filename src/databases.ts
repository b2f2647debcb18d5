import { existsSync } from 'node:fs'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { type Accounts, openAccounts } from './accounts/index.ts'
import { catalogPathOf, type Guides, openCatalog } from './catalog/index.ts'
import type { Logger } from './core/logger.ts'
import { faultOf, type Location } from './database/index.ts'
import { createPrivately } from './files/index.ts'

export interface Storage {
  accounts: Location
  /** For files of this instance. */
  folder?: string
  /** Seconds between looks whether another process has changed the catalog. */
  poll?: number
}

export type Databases = Awaited<ReturnType<typeof openDatabases>>

/**
 * The accounts and the catalog are separate databases, so that an import of fabrics never delays a create. A server
 * (`serves`) that has run before starts while PostgreSQL is away, and follows what happens to both. A command fails then.
 */
export async function openDatabases(
  { accounts: location, folder = '.', poll }: Storage,
  options: { serves?: boolean; guides?: Guides; log?: Logger } = {},
) {
  const accounts = await openAccounts(location, options)
  // A file next to the accounts, or a copy of what all instances share.
  const opening =
    location.kind === 'sqlite'
      ? openCatalog(catalogPathOf(location.path), { ...options, poll })
      : openCatalog(join(folder, 'catalog.db'), { ...options, poll, shared: location })
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
 * The secret that signs cursors if none is configured. While PostgreSQL is away, an instance that has run before starts
 * with its last one.
 */
export async function cursorSecretOf(
  { accounts: location, folder = '.' }: Storage,
  accounts: Accounts,
  log: Logger,
): Promise<string> {
  if (location.kind === 'sqlite') return accounts.cursorSecret()
  const path = join(folder, 'cursor-secret')
  try {
    const secret = await accounts.cursorSecret()
    createPrivately(path)
    await writeFile(path, secret)
    return secret
  } catch (error) {
    if (faultOf(error) === undefined || !existsSync(path)) throw error
    log.error({ err: error }, 'PostgreSQL is away; starting with the catalog of last time')
    return readFile(path, 'utf8')
  }
}
