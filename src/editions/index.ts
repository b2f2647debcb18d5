import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { Accounts } from '../accounts/index.ts'
import { type Catalog, FORMAT } from '../catalog/index.ts'
import type { Logger } from '../core/log.ts'
import type { Location } from '../database/index.ts'
import { createFolderPrivately } from '../files/index.ts'
import { VERSION } from '../version.ts'
import { fetchFile, publishFile } from './file.ts'
import { followEditions } from './follow.ts'
import { createEditionStore, type Fetch } from './store.ts'
import { fetchInWorker } from './worker.ts'

export interface EditionsOptions {
  readonly accounts: Accounts
  readonly location: Location
  /** The folder for the files of editions. */
  readonly folder: string
  /** How often a server looks for a new edition, in seconds; `undefined` for a command, which looks once. */
  readonly poll: number | undefined
  readonly log: Logger
}

/** The catalog that all instances on one database server share, as editions. */
export async function openEditions({
  accounts,
  location,
  folder,
  poll,
  log,
}: EditionsOptions): Promise<Catalog> {
  const closing = new AbortController()
  const fetch: Fetch = (edition, path) =>
    poll === undefined
      ? fetchFile(accounts.editions, edition, path)
      : fetchInWorker({ location, edition, path }, closing.signal)
  const store = createEditionStore(accounts, folder, fetch, log)
  const catalog = await followEditions({ store, log, poll })
  return {
    ...catalog,
    async close() {
      closing.abort()
      await catalog.close()
    },
  }
}

/** Publishes a whole catalog as the next edition. It replaces everything in the edition before. */
export async function publishCatalog(
  { editions }: Pick<Accounts, 'editions'>,
  catalog: Catalog,
  folder: string,
): Promise<void> {
  createFolderPrivately(folder)
  const path = join(folder, `catalog-copy-${process.pid}`)
  try {
    await catalog.copyTo(path)
    await editions.publishing({ seconds: 600 }, (publish) =>
      publishFile(publish, { format: FORMAT, release: VERSION }, path),
    )
  } finally {
    await rm(path, { force: true })
  }
}
