import { join, parse } from 'node:path'
import { type Logger, SILENT } from '../core/logger.ts'
import { Catalog } from './catalog.ts'
import { isDamaged, openFile, setAside } from './database.ts'
import { type FollowOptions, follow } from './follow.ts'
import type { Guides } from './supplies.ts'

/** Names the copy of an instance. A release with another format makes a new copy. */
const FORMAT = 9

/** The path of the catalog's file, next to that of the accounts: `selvage-catalog.db` for `selvage.db`. */
export function catalogPathOf(path: string): string {
  if (path === ':memory:') return path
  const { dir, name, ext } = parse(path)
  return join(dir, `${name}-catalog${ext}`)
}

interface CatalogOptions {
  /** Commands need none. */
  readonly guides?: Guides
  readonly log?: Logger
}

/** Throws if the file is damaged. */
async function open(path: string, guides: Guides, log: Logger): Promise<Catalog> {
  const catalog = new Catalog(await openFile(path), guides, log)
  const failure = await catalog.refresh()
  if (!isDamaged(failure)) return catalog
  await catalog.close()
  throw failure
}

/**
 * Opens (or creates) the catalog of one machine. A damaged file is set aside and rebuilt, and the log says so. What a
 * release ships and what instances share comes back by itself.
 *
 * @param path a file path, or `:memory:`.
 */
export async function openCatalog(
  path: string,
  { guides = new Map(), log = SILENT }: CatalogOptions = {},
): Promise<Catalog> {
  try {
    return await open(path, guides, log)
  } catch (error) {
    if (!isDamaged(error)) throw error
    const aside = setAside(path)
    log.error({ path, aside, err: error }, 'damaged catalog set aside and rebuilt; repeat your imports')
    return open(path, guides, log)
  }
}

/**
 * Opens the catalog that all instances share. Its rows are in PostgreSQL, and searches read this machine's copy.
 *
 * @param options.folder for this machine's copy.
 */
export async function openSharedCatalog(
  options: CatalogOptions & Omit<FollowOptions, 'log'> & { readonly folder: string },
): Promise<Catalog> {
  const { location, folder, poll, log = SILENT } = options
  const catalog = await openCatalog(join(folder, `catalog-${FORMAT}.db`), options)
  try {
    catalog.follower = await follow(catalog.file.database, { location, poll, log })
    await catalog.refresh()
    return catalog
  } catch (error) {
    await catalog.close()
    throw error
  }
}
