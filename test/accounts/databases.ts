import { join } from 'node:path'
import { openDatabases } from '../../src/accounts/databases.ts'
import { createStore } from '../../src/accounts/index.ts'
import type { Page } from '../../src/kit/repositories.ts'
import { seed } from '../../src/seed/seed.ts'
import { ROOT, temporaryFolder } from '../helpers/files.ts'
import { silentLogger } from '../helpers/silent-logger.ts'

export const SHIPPED_DATA = join(ROOT, 'data')

/** New databases in files of their own, and their repositories. */
export async function openDatabase() {
  const folder = temporaryFolder()
  const path = join(folder.path, 'selvage.db')
  const databases = await openDatabases(path)
  return {
    path,
    accounts: databases.accounts,
    catalog: databases.catalog,
    availability: databases.availability,
    store: createStore(databases),
    async close() {
      await databases.close()
      folder.remove()
    },
  }
}

export type TestDatabase = Awaited<ReturnType<typeof openDatabase>>

/** A new database with everything that is shipped. */
export async function openShipped(): Promise<TestDatabase> {
  const database = await openDatabase()
  await seed(database, { directory: SHIPPED_DATA, demo: true, log: silentLogger })
  return database
}

/** The pages of a list, up to the last. */
export async function pagesOf<Item, Key>(
  list: (after: Key | undefined) => Promise<Page<Item, Key>>,
): Promise<(readonly Item[])[]> {
  const pages: (readonly Item[])[] = []
  let after: Key | null | undefined
  do {
    const page: Page<Item, Key> = await list(after ?? undefined)
    pages.push(page.items)
    after = page.next
  } while (after !== null)
  return pages
}
