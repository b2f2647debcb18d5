import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { readItems } from './accounts/index.ts'
import { importFabrics, readFabrics } from './catalog/index.ts'
import type { Logger } from './core/logger.ts'
import { DatabaseBusyError, type LockWait } from './database/index.ts'
import type { Databases } from './databases.ts'
import { savedDesignSchema } from './design/index.ts'
import { VERSION } from './version.ts'

/** How long the server's start waits for an import of another process, and files wait afterwards. */
const BEFORE_SERVING: LockWait = { seconds: 5 }
const MEANWHILE: LockWait = { seconds: 600 }

/** Answers whether there was something to load. */
type Load = (text: string, hash: string, lockWait: LockWait) => Promise<boolean>

/**
 * Loads the data files that changed since they were last loaded. A missing or broken file is logged, the data loaded
 * before stay, and the server starts all the same. While another process is writing, files wait in the background until
 * `signal`. Without `fabrics`, shipped fabrics of an earlier start are removed; imported ones stay.
 */
export async function seed(
  { accounts, catalog }: Pick<Databases, 'accounts' | 'catalog'>,
  options: {
    readonly directory: string
    readonly demo: boolean
    readonly fabrics?: boolean
    readonly log: Logger
    readonly signal?: AbortSignal
    readonly lockWait?: LockWait
  },
): Promise<void> {
  const { directory, demo, fabrics = true, log, signal } = options

  async function load(part: string, file: string | undefined, put: Load, lockWait: LockWait): Promise<void> {
    try {
      const text = file === undefined ? '' : await readFile(join(directory, file), 'utf8')
      const hash = createHash('sha256').update(text).digest('hex')
      if (await put(text, hash, lockWait)) log.info({ part }, 'data loaded')
    } catch (error) {
      if (signal?.aborted) return
      if (error instanceof DatabaseBusyError && lockWait !== MEANWHILE) {
        log.warn({ part }, 'data files wait for another process that is writing')
        void load(part, file, put, MEANWHILE)
      } else log.error({ part, err: error }, 'data files not loaded; what was loaded before stays')
    }
  }

  const loadFabrics: Load = async (csv, hash, lockWait) => {
    if (catalog.shipped() === hash) return false
    const shipment = { hash, release: VERSION }
    return (await importFabrics(catalog, readFabrics(csv), { shipment, lockWait })) !== undefined
  }
  const loadDemo: Load = (ndjson, hash, lockWait) =>
    accounts.seed(hash, readItems(ndjson, savedDesignSchema), lockWait)

  const { lockWait = BEFORE_SERVING } = options
  await load('fabrics', fabrics ? 'fabrics.csv' : undefined, loadFabrics, lockWait)
  if (demo) await load('demo', 'demo.ndjson', loadDemo, lockWait)
}
