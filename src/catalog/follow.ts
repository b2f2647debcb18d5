import { setTimeout as sleep } from 'node:timers/promises'
import { inBatches } from '../core/batches.ts'
import type { Logger } from '../core/logger.ts'
import { withTimeout } from '../core/timeout.ts'
import { AT_START, type Location, openDatabase } from '../database/index.ts'
import type { CatalogFile } from './database.ts'
import {
  type CatalogDatabase,
  MIGRATIONS,
  putRows,
  ROWS_AT_ONCE,
  readVersion,
  setFact,
  type Version,
} from './rows.ts'

export interface FollowOptions {
  /** Where the catalog's rows are that all instances share. */
  readonly location: Location
  /** The copy of this machine. */
  readonly file: CatalogFile
  /** How often to look for a newer version, in seconds; `undefined` for a command, which looks once. */
  readonly poll: number | undefined
  readonly log: Logger
  /** Called after a newer version was copied. */
  onCopied(): Promise<unknown>
}

export type Follower = Awaited<ReturnType<typeof follow>>

/** An import and a look for news need one connection each. */
const CONNECTIONS = 2
/** This share of the time between two looks is random, so that instances do not all copy at once. */
const JITTER = 0.5
/** How long the shared database may take to say which version is the newest. */
const LOOK_MS = 5_000
/** An instance without a catalog looks again sooner. */
const SOON_SECONDS = 1

const isSame = (one: Version | undefined, other: Version | undefined) =>
  one?.catalog === other?.catalog && one?.number === other?.number

/** Brings a copy to the newest version of the shared rows, in one transaction on either side. */
async function copy(master: CatalogDatabase, local: CatalogDatabase): Promise<void> {
  await master.read(async (snapshot) => {
    const newest = await readVersion(snapshot)
    if (newest === undefined) return
    await local.write(async (rows) => {
      const known = await readVersion(rows)
      // Another process of this machine may have been faster.
      if (isSame(known, newest)) return
      const isOfSame = known?.catalog === newest.catalog && known.number < newest.number
      if (!isOfSame) await rows.deleteFrom('catalog_fabrics').execute()
      const since = isOfSame ? known.number : 0
      const changed = snapshot.selectFrom('catalog_fabrics').selectAll().where('version', '>', since)
      for await (const some of inBatches(changed.stream(ROWS_AT_ONCE))) await putRows(rows, some)
      for (const { key, value } of await snapshot.selectFrom('catalog_facts').selectAll().execute())
        await setFact(rows, key, value)
    })
  })
}

/**
 * Keeps a copy of the shared catalog in this machine's file. Searches read that file only, so they go on while the
 * shared database is away, and an instance that starts meanwhile answers from the file of last time.
 */
export async function follow(options: FollowOptions) {
  const { location, file, poll, log, onCopied } = options
  let opening: Promise<CatalogDatabase> | undefined
  let taken: { readonly number: number; readonly takenAt: number } | undefined
  let lookedAt = 0
  let isAway = false

  async function open(): Promise<CatalogDatabase> {
    const place = location.kind === 'postgres' ? { ...location, pool: CONNECTIONS } : location
    const database: CatalogDatabase = await openDatabase(place, {
      migrations: MIGRATIONS,
      probe: async () => {},
    })
    return {
      ...database,
      // One at a time, so that versions follow each other and another process says that it waits.
      write: (run, patience = AT_START) => database.writeAlone('catalog', run, patience),
    }
  }

  /** The shared database. Opens it if it was away at the start; rejects while it is away. */
  const master = (): Promise<CatalogDatabase> => {
    opening ??= open().catch((error: unknown) => {
      opening = undefined
      throw error
    })
    return opening
  }

  async function lookNow(): Promise<void> {
    const shared = await master()
    const newest = await withTimeout(LOOK_MS, readVersion(shared.kysely))
    lookedAt = Date.now()
    const before = await readVersion(file.database.kysely)
    if (newest !== undefined && !isSame(newest, before)) await copy(shared, file.database)
    const now = await readVersion(file.database.kysely)
    if (now === undefined || now.number === taken?.number) return
    taken = { number: now.number, takenAt: Date.now() }
    await onCopied()
  }

  let looking: Promise<void> | undefined
  /** Copies what is new; calls at the same time share one look. Rejects if that fails on either side. */
  const look = (): Promise<void> => {
    looking ??= lookNow().finally(() => {
      looking = undefined
    })
    return looking
  }

  async function trying(): Promise<void> {
    try {
      await look()
      if (isAway) log.info({}, 'the newest catalog is followed again')
      isAway = false
    } catch (error) {
      if (!isAway)
        log.error({ err: error }, 'the newest catalog cannot be copied now; the file of last time is used')
      isAway = true
      // The next look connects anew; nobody waits for connections that may hang.
      void opening?.then((lost) => lost.close()).catch(() => {})
      opening = undefined
    }
  }

  const closing = new AbortController()
  async function followEvery(seconds: number): Promise<void> {
    while (!closing.signal.aborted) {
      const usual = taken === undefined ? Math.min(seconds, SOON_SECONDS) : seconds
      const pause = usual * (1 - JITTER / 2 + JITTER * Math.random())
      await sleep(pause * 1000, undefined, { signal: closing.signal, ref: false })
      await trying()
    }
  }

  if (poll === undefined) await look()
  else await trying()
  const ended = poll === undefined ? Promise.resolve() : followEvery(poll).catch(() => {})

  return {
    master,
    look,
    followed: () => taken && { ...taken, lookedAt },
    async close() {
      closing.abort()
      await ended
      await looking?.catch(() => {})
      await (await opening?.catch(() => undefined))?.close()
    },
  }
}
