import { hash as hashOf } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { readItems } from './accounts/index.ts'
import { importFabrics, readFabrics } from './catalog/index.ts'
import type { Logger } from './core/logger.ts'
import type { LockWait } from './database/index.ts'
import type { Databases } from './databases.ts'
import { savedDesignSchema } from './design/index.ts'
import { VERSION } from './version.ts'

export const DATA_DIRECTORY = fileURLToPath(new URL('../data/', import.meta.url))

/** How long the server's start waits for an import of another process, and files wait in all. */
const START_WAIT_MS = 5_000
const WAIT_SECONDS = 600

/** Answers whether there was something to load. */
type Load = (text: string, hash: string, lockWait: LockWait) => Promise<boolean>

/**
 * Loads the data files that changed since they were last loaded, and throws if it cannot. A server (`serves`) starts all
 * the same: a failure is logged, and the data loaded before stay. While another process is writing, its files wait in the
 * background until `signal`. Without `fabrics`, shipped fabrics of an earlier start are removed; imported ones stay.
 */
export async function seed(
  { accounts, catalog }: Databases,
  options: {
    serves?: boolean
    directory?: string
    demo: boolean
    fabrics?: boolean
    log: Logger
    signal?: AbortSignal
  },
): Promise<void> {
  const { serves = false, directory = DATA_DIRECTORY, demo, fabrics = true, log, signal } = options

  async function load(part: string, file: string | undefined, put: Load) {
    const waitedLong = Promise.withResolvers<void>()
    function onWait() {
      log.warn({ part }, 'data files wait for another process that is writing')
      setTimeout(waitedLong.resolve, START_WAIT_MS).unref()
    }
    async function loadNow() {
      const text = file === undefined ? '' : await readFile(join(directory, file), 'utf8')
      const hash = hashOf('sha256', text)
      if (await put(text, hash, { seconds: WAIT_SECONDS, onWait })) log.info({ part }, 'data loaded')
    }
    if (!serves) return loadNow()
    const loading = loadNow().catch((err: unknown) => {
      if (!signal?.aborted) log.error({ part, err }, 'data files not loaded; what was loaded before stays')
    })
    await Promise.race([loading, waitedLong.promise])
  }

  await load('fabrics', fabrics ? 'fabrics.csv' : undefined, async (csv, hash, lockWait) => {
    if (catalog.shipped() === hash) return false
    const shipment = { hash, release: VERSION }
    return (await importFabrics(catalog, readFabrics(csv), { shipment, lockWait })) !== undefined
  })
  if (demo)
    await load('demo', 'demo.ndjson', (ndjson, hash, lockWait) =>
      accounts.seed(hash, readItems(ndjson, savedDesignSchema), lockWait),
    )
}
