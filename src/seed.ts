import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { readItems } from './accounts/index.ts'
import { parseGuides, readFabrics } from './catalog/index.ts'
import type { Logger } from './core/logger.ts'
import { SUPPLY_CATEGORIES } from './core/rooms.ts'
import { DatabaseBusyError, type Patience } from './database/index.ts'
import type { Databases } from './databases.ts'
import { savedDesignSchema } from './design/index.ts'
import { VERSION } from './version.ts'

interface How {
  readonly hash: string
  readonly patience: Patience
}

interface Part {
  readonly name: string
  readonly files: readonly string[]
  /** Answers whether there was something to load. */
  load(texts: readonly string[], how: How): Promise<boolean>
}

type Into = Pick<Databases, 'accounts' | 'catalog'>

/** Without the shipped fabrics, those go that an earlier start has loaded. What was imported stays. */
const fabricsInto = ({ catalog }: Into, isWanted: boolean): Part => ({
  name: 'fabrics',
  files: isWanted ? ['fabrics.csv'] : [],
  async load([csv], { hash, patience }) {
    if (catalog.loaded('fabrics') === hash) return false
    const fabrics = csv === undefined ? [] : readFabrics(csv)
    const shipment = { name: 'fabrics', hash, release: VERSION }
    return (await catalog.importFabrics(fabrics, { shipment, patience })) !== undefined
  },
})

const suppliesInto = ({ catalog }: Into): Part => ({
  name: 'supplies',
  files: SUPPLY_CATEGORIES.map((category) => join('supplies', `${category}.json`)),
  async load(texts, { hash, patience }) {
    if (catalog.loaded('supplies') === hash) return false
    const shipment = { name: 'supplies', hash, release: VERSION }
    return catalog.replaceGuides(new Map(texts.map(parseGuides)), { shipment, patience })
  },
})

const demoInto = ({ accounts }: Into): Part => ({
  name: 'demo',
  files: ['demo.ndjson'],
  async load([ndjson = ''], { hash, patience }) {
    const items = readItems(ndjson, savedDesignSchema)
    return accounts.seed({ name: 'demo', hash, items }, patience)
  },
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
  const waiting: Part[] = []

  async function load(part: Part, patience: Patience): Promise<void> {
    try {
      const texts = await Promise.all(part.files.map((file) => readFile(join(directory, file), 'utf8')))
      const hash = createHash('sha256').update(JSON.stringify(texts)).digest('hex')
      if (await part.load(texts, { hash, patience })) log.info({ part: part.name }, 'data loaded')
    } catch (error) {
      if (signal?.aborted) return
      if (error instanceof DatabaseBusyError && patience !== MEANWHILE) {
        log.warn({ part: part.name }, 'data files wait for another process that is writing')
        waiting.push(part)
        return
      }
      log.error({ part: part.name, err: error }, 'data files not loaded; what was loaded before stays')
    }
  }

  // The guides first: each change builds the index, and without fabrics that takes no time.
  const ofCatalog = [suppliesInto(into), fabricsInto(into, options.fabrics ?? true)]
  // What holds up one part holds up the next.
  for (const part of ofCatalog) await load(part, waiting.length > 0 ? { seconds: 0 } : atStart)
  if (options.demo) await load(demoInto(into), atStart)
  // One after the other, because writers wait in line anyway.
  void (async () => {
    for (const part of waiting) if (!signal?.aborted) await load(part, MEANWHILE)
  })()
}
