import { join } from 'node:path'
import Sqlite from 'better-sqlite3'
import { type Item, openAccounts } from '../../src/accounts/index.ts'
import type { AssetItem } from '../../src/accounts/item-lines.ts'
import { putItems as storeItems } from '../../src/accounts/put-items.ts'
import { catalogPathOf, openCatalog, readGuides } from '../../src/catalog/index.ts'
import type { ListPage } from '../../src/core/rooms.ts'
import type { Location } from '../../src/database/index.ts'
import { closing } from '../helpers/closing.ts'
import { ROOT, temporaryFolder } from '../helpers/files.ts'
import { createPostgresDatabase } from '../helpers/postgres.ts'
import { copySeeded } from '../helpers/seeded.ts'

export const SHIPPED_DATA = join(ROOT, 'data')

/** What accounts may live in: tests of accounts run on each. */
export const KINDS = ['sqlite', 'postgres'] as const
export type Kind = (typeof KINDS)[number]

/**
 * New databases of their own, and their repositories.
 *
 * @param place of accounts that are there already.
 */
export async function openDatabase(kind: Kind = 'sqlite', place?: Location) {
  const folder = temporaryFolder()
  const path = join(folder.path, 'selvage.db')
  const newPlace = async (): Promise<Location> =>
    kind === 'sqlite' ? { kind, path } : { kind, url: await createPostgresDatabase(), pool: 4, prepare: true }
  return openIn(folder, path, place ?? (await newPlace()))
}

async function openIn(folder: ReturnType<typeof temporaryFolder>, path: string, location: Location) {
  const accounts = await openAccounts(location)
  const guides = readGuides(SHIPPED_DATA)
  const catalog = await openCatalog(catalogPathOf(path), { serves: true, guides })
  return {
    path,
    location,
    /** To look into the accounts. */
    db: accounts.database.kysely,
    accounts,
    catalog,
    store: { ...catalog, projects: accounts.projects, assets: accounts.assets },
    close: closing(async () => {
      await accounts.close()
      await catalog.close()
      folder.remove()
    }),
  }
}

const common = { archived: false, createdAt: 1 }

export const projectOf = (
  owner: string,
  id: string,
  more: { createdAt?: number; name?: string } = {},
): Item => ({ ...common, type: 'project', id, owner, name: id, ...more })

export const blockOf = (owner: string, id: string, more: Partial<AssetItem> = {}): AssetItem => {
  return { ...common, type: 'block', id, owner, name: id, tags: [], ...more }
}

/** Puts items that are known to be good. */
export async function putItems({ accounts }: TestDatabase, items: readonly Item[]): Promise<void> {
  await accounts.importing((transaction) => storeItems(transaction, items), { seconds: 1 })
}

/** The rows of a statement on the catalog's file. */
export function catalogRows(path: string, sql: string): unknown[] {
  const file = new Sqlite(catalogPathOf(path))
  try {
    return file.prepare(sql).all()
  } finally {
    file.close()
  }
}

export type TestDatabase = Awaited<ReturnType<typeof openDatabase>>

/** A new database with everything that is shipped. */
export async function openShipped(): Promise<TestDatabase> {
  const folder = temporaryFolder()
  const path = join(folder.path, 'selvage.db')
  copySeeded(path)
  return openIn(folder, path, { kind: 'sqlite', path })
}

/** The pages of a list, up to the last. */
export async function pagesOf<Item, Key>(
  list: (after: Key | undefined) => Promise<ListPage<Item, Key>>,
): Promise<(readonly Item[])[]> {
  const pages: (readonly Item[])[] = []
  let after: Key | null | undefined
  do {
    const page: ListPage<Item, Key> = await list(after ?? undefined)
    pages.push(page.items)
    after = page.next
  } while (after !== null)
  return pages
}
