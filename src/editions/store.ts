import { mkdir, readdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { type Accounts, type Edition, isNewer } from '../accounts/index.ts'
import { type Catalog, FORMAT, openCatalog, type Patience } from '../catalog/index.ts'
import type { Logger } from '../kit/log.ts'
import { VERSION } from '../version.ts'
import { EditionDamaged, publishFile } from './file.ts'

/** Publishing waits for an import, which may take a minute or two. */
const PATIENCE: Patience = { seconds: 600 }

export interface OpenEdition {
  readonly edition: Edition
  readonly catalog: Catalog
}

/** What a change answers, and whether there is anything to publish. */
export interface Change<Result> {
  readonly result: Result
  readonly isChanged: boolean
}

/** How an edition gets into a file: at once, or in a worker. */
export type Fetch = (edition: Edition, path: string) => Promise<void>

/** The editions that are published, as catalogs in files of a folder. */
export interface EditionStore {
  /** The editions that this release reads, the newest first. */
  all(): Promise<readonly Edition[]>
  /** Opens an edition, which is fetched unless its file is there. */
  open(edition: Edition): Promise<OpenEdition>
  /**
   * Changes a copy of the newest edition, and publishes it when that says so. One at a time.
   *
   * @param options.ships true for what a release ships: then nothing is done after a newer release.
   * @param options.unchanged what is answered when nothing is done.
   */
  change<Result>(
    run: (copy: Catalog) => Promise<Change<Result>>,
    options: {
      readonly ships: boolean
      readonly unchanged: Result
      readonly patience?: Patience | undefined
    },
  ): Promise<Result>
  /** Removes the files of all but these. */
  removeOthers(kept: readonly Edition[]): Promise<void>
}

const nameOf = ({ format, number, sha256 }: Edition): string =>
  `catalog-${format}-${number}-${sha256.slice(0, 8)}.db`

export function createEditionStore(
  { editions, leases }: Pick<Accounts, 'editions' | 'leases'>,
  folder: string,
  fetch: Fetch,
  log: Logger,
): EditionStore {
  const pathOf = (edition: Edition): string => join(folder, nameOf(edition))

  async function fetched(edition: Edition): Promise<string> {
    const path = pathOf(edition)
    await mkdir(folder, { recursive: true, mode: 0o700 })
    // A file appears when all of it is there.
    const isThere = await stat(path).then(
      () => true,
      () => false,
    )
    if (!isThere) await fetch(edition, path)
    return path
  }

  const removeFile = (path: string) =>
    Promise.all(['', '-wal', '-shm'].map((ending) => rm(path + ending, { force: true })))

  /** The newest of these that is whole, in a file; `undefined` when there is none. */
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

  /** Publishes what `run` makes of the newest edition; one of an older index format is read too. */
  async function changed<Result>(
    known: readonly Edition[],
    run: (copy: Catalog) => Promise<Change<Result>>,
  ): Promise<Result> {
    const work = join(folder, `catalog-work-${process.pid}-${Date.now()}`)
    await mkdir(folder, { recursive: true, mode: 0o700 })
    try {
      const base = await fetchBase(known, `${work}.db`)
      const copy = await openCatalog(`${work}.db`, log)
      try {
        const { result, isChanged } = await run(copy)
        if (!isChanged) return result
        await copy.copyTo(`${work}.whole`)
        const release = base !== undefined && isNewer(base.release, VERSION) ? base.release : VERSION
        await publishFile(editions, { format: FORMAT, release }, `${work}.whole`)
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
      leases.hold('catalog', patience, async () => {
        const known = await editions.of(FORMAT)
        const [newest] = known
        if (ships && newest !== undefined && isNewer(newest.release, VERSION)) return unchanged
        const older = known.length > 0 ? undefined : await editions.latestBefore(FORMAT)
        return changed(older === undefined ? known : [older], run)
      }),

    async removeOthers(kept) {
      const names = kept.map(nameOf)
      // Another format may be that of an instance of another release on this machine.
      const ours = new RegExp(`^catalog-${FORMAT}-\\d+-[0-9a-f]{8}\\.db$`)
      const files = (await readdir(folder)).filter((name) => ours.test(name) && !names.includes(name))
      for (const name of files) await removeFile(join(folder, name))
    },
  }
}
