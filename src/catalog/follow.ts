import { setTimeout as sleep } from 'node:timers/promises'
import { createWatch, type Logger } from '../core/logger.ts'
import { openDatabase, PATIENT, type PostgresLocation } from '../database/index.ts'
import {
  type CatalogDatabase,
  factsOf,
  MIGRATIONS,
  putRows,
  ROWS_AT_ONCE,
  setFacts,
  versionParts,
} from './rows.ts'

export interface FollowOptions {
  readonly location: PostgresLocation
  /** Seconds between looks for a newer version. A command looks once, and has none. */
  readonly poll: number | undefined
}

/** One for an import, and one for a look at the version. */
const CONNECTIONS = 2

async function copy(shared: CatalogDatabase, local: CatalogDatabase): Promise<void> {
  await shared.read(async (snapshot) => {
    const facts = await factsOf(snapshot)
    if (facts.version === undefined) return
    await local.write(async (rows) => {
      const { version } = await factsOf(rows)
      // Another process of this machine may have copied it.
      if (version === facts.version) return
      const [known, newest] = [versionParts(version), versionParts(facts.version)]
      const isOlder = known.catalog === newest.catalog && known.number < newest.number
      if (!isOlder) await rows.deleteFrom('catalog_fabrics').execute()
      const since = isOlder ? known.number : 0
      const changed = snapshot.selectFrom('catalog_fabrics').selectAll().where('version', '>', since)
      await putRows(rows, changed.stream(ROWS_AT_ONCE))
      await setFacts(rows, facts)
    })
  })
}

/** Searches read only this machine's copy, so that they go on while the shared database is away. */
export async function follow(local: CatalogDatabase, { location, poll }: FollowOptions, log: Logger) {
  const serves = poll !== undefined
  const shared: CatalogDatabase = await openDatabase({ ...location, pool: CONNECTIONS }, MIGRATIONS, serves)
  let followed: { readonly number: number; readonly lookedAt: number } | undefined
  const watched = createWatch(
    log,
    {},
    'the newest catalog cannot be copied now; the file of last time is used',
    'the newest catalog is followed again',
  )
  const closing = new AbortController()

  /** Rejects while the shared database is away. */
  async function look(): Promise<void> {
    await shared.look()
    const newest = await factsOf(shared.kysely)
    const lookedAt = Date.now()
    const ownVersion = async () => (await factsOf(local.kysely)).version
    if (newest.version !== (await ownVersion())) await copy(shared, local)
    const version = await ownVersion()
    if (version !== undefined) followed = { number: versionParts(version).number, lookedAt }
  }

  const tryLook = () => watched(look()).catch(() => {})

  async function followEvery(seconds: number): Promise<void> {
    while (!closing.signal.aborted) {
      await sleep(seconds * 1000, undefined, { signal: closing.signal, ref: false })
      await tryLook()
    }
  }

  if (serves) await tryLook()
  else
    await look().catch(async (error: unknown) => {
      await shared.close()
      throw error
    })
  const ended = serves ? followEvery(poll).catch(() => {}) : undefined

  return {
    /** One process at a time may write. */
    shared: {
      ...shared,
      write: (run, lockWait = PATIENT) => shared.writeAlone('catalog', run, lockWait),
    } satisfies CatalogDatabase,
    look,
    followed: () => followed,
    async close() {
      closing.abort()
      await ended
      await shared.close()
    },
  }
}
