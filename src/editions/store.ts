import { readdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { type Accounts, type Edition, isNewer, type Publish } from '../accounts/index.ts'
import { type Catalog, FORMAT, openCatalog, type Patience } from '../catalog/index.ts'
import type { Logger } from '../core/log.ts'
import { createFolderPrivately } from '../files/index.ts'
import { VERSION } from '../version.ts'
import { EditionDamaged, publishFile } from './file.ts'

/** How long publishing waits for an import, which may take a minute or two. */
const PATIENCE: Patience = { seconds: 600 }

export interface OpenEdition {
  readonly edition: Edition
  readonly catalog: Catalog
}

/** The result of a change, and whether there is anything to publish. */
export interface Change<Result> {
  readonly result: Result
  readonly isChanged: boolean
}

/** Fetches an edition into a file: in this thread or in a worker. */
export type Fetch = (edition: Edition, path: string) => Promise<void>

/** The published editions, as catalogs in files of one folder. */
export interface EditionStore {
  /** The editions that this release can read, newest first. */
  all(): Promise<readonly Edition[]>
  /** Opens an edition. It is fetched unless its file exists. */
  open(edition: Edition): Promise<OpenEdition>
  /**
   * Changes a copy of the newest edition, and publishes it if `isChanged` says so. Changes run one at a time.
   *
   * @param options.ships true for the data that a release ships. They are not loaded over those of a newer
   * release.
   * @param options.unchanged the answer if nothing is done.
   */
  change<Result>(
    run: (copy: Catalog) => Promise<Change<Result>>,
    options: {
      readonly ships: boolean
      readonly unchanged: Result
      readonly patience?: Patience | undefined
    },
  ): Promise<Result>
  /** Removes the files of all other editions. */
  removeOthers(kept: readonly Edition[]): Promise<void>
}

const nameOf = ({ format, number, sha256 }: Edition): string =>
  `catalog-${format}-${number}-${sha256.slice(0, 8)}.db`

export function createEditionStore(
  { editions }: Pick<Accounts, 'editions'>,
  folder: string,
  fetch: Fetch,
  log: Logger,
): EditionStore {
  const pathOf = (edition: Edition): string => join(folder, nameOf(edition))

  async function fetched(edition: Edition): Promise<string> {
    const path = pathOf(edition)
    createFolderPrivately(folder)
    // A file is complete as soon as it exists.
    const isThere = await stat(path).then(
      () => true,
      () => false,
    )
    if (!isThere) await fetch(edition, path)
    return path
  }

  const removeFile = (path: string) =>
    Promise.all(['', '-wal', '-shm'].map((ending) => rm(path + ending, { force: true })))

  /** Fetches the newest of these editions that is undamaged; `undefined` if there is none. */
  async function fetchBase(known: readonly Edition[], path: string): Promise<Edition | undefined> {
    for (const edition of known) {
      try {
        await fetch(edition, path)
        return edition
      } catch (error) {
        if (!(error instanceof EditionDamaged)) throw error
        log.error(
          { edition: edition.number },
          'an edition of the catalog is damaged; the one before it is used',
        )
      }
    }
    return undefined
  }

  /** Publishes the result of `run` on the newest edition, even if that has an older index format. */
  async function changed<Result>(
    known: readonly Edition[],
    run: (copy: Catalog) => Promise<Change<Result>>,
    publish: Publish,
  ): Promise<Result> {
    const work = join(folder, `catalog-work-${process.pid}-${Date.now()}`)
    createFolderPrivately(folder)
    try {
      const base = await fetchBase(known, `${work}.db`)
      const copy = await openCatalog(`${work}.db`, log)
      try {
        const { result, isChanged } = await run(copy)
        if (!isChanged) return result
        await copy.copyTo(`${work}.whole`)
        const release = base !== undefined && isNewer(base.release, VERSION) ? base.release : VERSION
        await publishFile(publish, { format: FORMAT, release }, `${work}.whole`)
        return result
      } finally {
        await copy.close()
      }
    } finally {
      await removeFile(`${work}.db`)
      await removeFile(`${work}.whole`)
    }
  }

  return {
    all: () => editions.of(FORMAT),

    async open(edition) {
      return { edition, catalog: await openCatalog(await fetched(edition), log) }
    },

    change: (run, { ships, unchanged, patience = PATIENCE }) =>
      editions.publishing(patience, async (publish) => {
        const known = await editions.of(FORMAT)
        const [newest] = known
        if (ships && newest !== undefined && isNewer(newest.release, VERSION)) return unchanged
        const older = known.length > 0 ? undefined : await editions.latestBefore(FORMAT)
        return changed(older === undefined ? known : [older], run, publish)
      }),

    async removeOthers(kept) {
      const names = kept.map(nameOf)
      // Files of another format may belong to an instance of another release on this machine.
      const ours = new RegExp(`^catalog-${FORMAT}-\\d+-[0-9a-f]{8}\\.db$`)
      const files = (await readdir(folder)).filter((name) => ours.test(name) && !names.includes(name))
      for (const name of files) await removeFile(join(folder, name))
    },
  }
}
