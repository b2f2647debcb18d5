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

/** One for an import, and one for a look at the version. */
const CONNECTIONS = 2

async function copy(shared: CatalogDatabase, local: CatalogDatabase) {
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

/**
 * Searches read only this machine's copy, so that they go on while the shared database is away. A server (`serves`)
 * starts without it.
 */
export async function follow(
  local: CatalogDatabase,
  location: PostgresLocation,
  { serves, log }: { serves: boolean; log: Logger },
) {
  const opened: CatalogDatabase = await openDatabase({ ...location, pool: CONNECTIONS }, MIGRATIONS, serves)
  const shared: CatalogDatabase = {
    ...opened,
    /** One process at a time may write. */
    write: (run, lockWait = PATIENT) => opened.writeAlone('catalog', run, lockWait),
  }
  let followed: { number: number; lookedAt: number } | undefined
  const watched = createWatch(
    log,
    {},
    'the newest catalog cannot be copied now; the file of last time is used',
    'the newest catalog is followed again',
  )

  async function copyNow() {
    await shared.prepareOrPing()
    const newest = await factsOf(shared.kysely)
    const lookedAt = Date.now()
    const ownVersion = async () => (await factsOf(local.kysely)).version
    if (newest.version !== (await ownVersion())) await copy(shared, local)
    const version = await ownVersion()
    if (version !== undefined) followed = { number: versionParts(version).number, lookedAt }
  }

  /** While the shared database is away, a command fails, and a server goes on with what it has. */
  const copyIfNewer = () => (serves ? watched(copyNow()).catch(() => {}) : copyNow())

  await copyIfNewer().catch(async (error: unknown) => {
    await shared.close()
    throw error
  })

  return { shared, copyIfNewer, followed: () => followed, close: shared.close }
}
