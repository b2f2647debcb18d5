import { join, parse } from 'node:path'
import { type Logger, SILENT } from '../core/logger.ts'
import { Catalog } from './catalog.ts'
import { openFile } from './database.ts'
import { type FollowOptions, follow } from './follow.ts'
import type { Guides } from './supplies.ts'

/** A release with another format makes a new copy. */
const FORMAT = 9

/** Beside the file of the accounts: `selvage-catalog.db` for `selvage.db`. */
export function catalogPathOf(path: string): string {
  if (path === ':memory:') return path
  const { dir, name, ext } = parse(path)
  return join(dir, `${name}-catalog${ext}`)
}

/** Where a machine has its copy of the shared catalog. */
export const copyPathOf = (folder: string): string => join(folder, `catalog-${FORMAT}.db`)

/**
 * Opens or creates the catalog of one machine. A damaged file is rebuilt: what a release ships and what instances share
 * comes back by itself.
 *
 * @param path may be `:memory:`.
 * @param options.shared if the file is a copy of what all instances share.
 */
export async function openCatalog(
  path: string,
  {
    guides = new Map(),
    log = SILENT,
    shared,
  }: { readonly guides?: Guides; readonly log?: Logger; readonly shared?: FollowOptions | undefined } = {},
): Promise<Catalog> {
  const file = await openFile(path, log)
  try {
    const follower = shared && (await follow(file.database, shared, log))
    const catalog = new Catalog(file, follower, guides, log)
    await catalog.refresh()
    return catalog
  } catch (error) {
    await file.close()
    throw error
  }
}
