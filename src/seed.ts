import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { readItems } from './accounts/index.ts'
import { readFabrics } from './catalog/index.ts'
import type { Logger } from './core/logger.ts'
import { DatabaseBusyError, type Patience } from './database/index.ts'
import type { Databases } from './databases.ts'
import { savedDesignSchema } from './design/index.ts'
import { VERSION } from './version.ts'

/** A part of what a release ships. */
interface Part {
  readonly name: string
  /** Its file; `undefined` if it is to be empty. */
  readonly file: string | undefined
  /** Answers whether there was something to load. */
  load(text: string, hash: string, patience: Patience): Promise<boolean>
}

type Into = Pick<Databases, 'accounts' | 'catalog'>

/** Without the shipped fabrics, those go that an earlier start has loaded. What was imported stays. */
const fabricsInto = ({ catalog }: Into, isWanted: boolean): Part => ({
  name: 'fabrics',
  file: isWanted ? 'fabrics.csv' : undefined,
  async load(csv, hash, patience) {
    if (catalog.shipped() === hash) return false
    const fabrics = isWanted ? readFabrics(csv) : []
    const shipment = { hash, release: VERSION }
    return (await catalog.importFabrics(fabrics, { shipment, patience })) !== undefined
  },
})

const demoInto = ({ accounts }: Into): Part => ({
  name: 'demo',
  file: 'demo.ndjson',
  load: (ndjson, hash, patience) => accounts.seed(hash, readItems(ndjson, savedDesignSchema), patience),
})

/** How long the start of the server waits for an import of another process. */
const AT_START: Patience = { seconds: 5 }
const MEANWHILE: Patience = { seconds: 600 }

/**
 * Loads the data files that changed since they were last loaded. Loading again changes nothing, and ids stay
 * the same. A missing or broken file is logged, the data loaded before stay, and the server starts all the
 * same. While another process is writing, files wait in the background.
 *
 * @param options.demo whether to load the items of the demo accounts too.
 * @param options.fabrics whether the catalog has the shipped fabrics; by default, it has.
 * @param options.signal ends the work in the background.
 * @param options.patience with another process, before files wait in the background.
 */
export async function seed(
  into: Into,
  options: {
    readonly directory: string
    readonly demo: boolean
    readonly fabrics?: boolean
    readonly log: Logger
    readonly signal?: AbortSignal
    readonly patience?: Patience
  },
): Promise<void> {
  const { directory, log, signal, patience: atStart = AT_START } = options

  async function load(part: Part, patience: Patience): Promise<void> {
    const { name, file } = part
    try {
      const text = file === undefined ? '' : await readFile(join(directory, file), 'utf8')
      const hash = createHash('sha256').update(text).digest('hex')
      if (await part.load(text, hash, patience)) log.info({ part: name }, 'data loaded')
    } catch (error) {
      if (signal?.aborted) return
      if (error instanceof DatabaseBusyError && patience !== MEANWHILE) {
        log.warn({ part: name }, 'data files wait for another process that is writing')
        void load(part, MEANWHILE)
        return
      }
      log.error({ part: name, err: error }, 'data files not loaded; what was loaded before stays')
    }
  }

  await load(fabricsInto(into, options.fabrics ?? true), atStart)
  if (options.demo) await load(demoInto(into), atStart)
}
