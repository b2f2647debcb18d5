import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { readItems } from './accounts/index.ts'
import { type Catalog, parseGuides, readFabrics } from './catalog/index.ts'
import type { Logger } from './core/logger.ts'
import { SUPPLY_CATEGORIES } from './core/rooms.ts'
import { DatabaseBusyError, type Patience } from './database/index.ts'
import type { Databases } from './databases.ts'
import { savedDesignSchema } from './design/index.ts'
import { VERSION } from './version.ts'

/**
 * Part of every hash. Raise it if unchanged files must be loaded again, for example after a change of the
 * search index.
 */
const FORMAT = 4

interface Part<Target> {
  readonly name: string
  readonly files: readonly string[]
  isLoaded(target: Target, hash: string): boolean
  /** Answers whether there was something to load. */
  load(target: Target, texts: readonly string[], how: How): Promise<boolean>
}

interface How {
  readonly hash: string
  readonly patience: Patience
}

/** A part with what stands in its files. */
interface Ready<Target> {
  readonly part: Part<Target>
  readonly texts: readonly string[]
  readonly hash: string
}

const FABRICS: Part<Catalog> = {
  name: 'fabrics',
  files: ['fabrics.csv'],
  isLoaded: (catalog, hash) => catalog.loaded('fabrics') === hash,
  async load(catalog, [csv], { hash, patience }) {
    const fabrics = csv === undefined ? [] : await readFabrics(csv)
    const shipment = { name: 'fabrics', hash, release: VERSION }
    return (await catalog.importFabrics([fabrics], { shipment, patience })) !== undefined
  },
}
/** Takes away the shipped fabrics that an earlier start has loaded. What was imported stays. */
const NO_FABRICS: Part<Catalog> = { ...FABRICS, files: [] }

const SUPPLIES: Part<Catalog> = {
  name: 'supplies',
  files: SUPPLY_CATEGORIES.map((category) => join('supplies', `${category}.json`)),
  isLoaded: (catalog, hash) => catalog.loaded('supplies') === hash,
  load: (catalog, texts, { hash, patience }) =>
    catalog.replaceGuides(new Map(texts.map(parseGuides)), {
      shipment: { name: 'supplies', hash, release: VERSION },
      patience,
    }),
}

const DEMO: Part<Databases['accounts']> = {
  name: 'demo',
  files: ['demo.ndjson'],
  // The database is asked when it is loaded.
  isLoaded: () => false,
  async load(accounts, [ndjson = ''], { hash, patience }) {
    return accounts.seed(
      { name: 'demo', release: VERSION, hash, items: await readItems(ndjson, savedDesignSchema) },
      patience,
    )
  },
}

/** How long the start of the server waits for an import of another process. */
const AT_START: Patience = { seconds: 5 }
const MEANWHILE: Patience = { seconds: 600 }

async function read<Target>(part: Part<Target>, directory: string): Promise<Ready<Target>> {
  const texts = await Promise.all(part.files.map((file) => readFile(join(directory, file), 'utf8')))
  const hash = createHash('sha256')
    .update(JSON.stringify([FORMAT, texts]))
    .digest('hex')
  return { part, texts, hash }
}

/**
 * Loads the data files that changed since they were last loaded. Loading again changes nothing, and ids stay
 * the same. A missing or broken file is logged, the data loaded before stay, and the server starts all the
 * same. While another process is writing, the remaining files wait in the background.
 *
 * @param options.demo whether to load the items of the demo accounts too.
 * @param options.fabrics whether the catalog has the shipped fabrics; by default, it has.
 * @param options.signal ends the work in the background.
 * @param options.patience with another process, before the remaining files wait in the background.
 */
export async function seed(
  { accounts, catalog }: Pick<Databases, 'accounts' | 'catalog'>,
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
  const waiting: (() => Promise<unknown>)[] = []

  const fail = ({ name }: { readonly name: string }, error: unknown): void => {
    if (signal?.aborted) return
    log.error({ part: name, err: error }, 'data files not loaded; what was loaded before stays')
  }

  /** What has to be loaded of these. */
  async function staleOf<Target>(parts: readonly Part<Target>[], target: Target): Promise<Ready<Target>[]> {
    const stale: Ready<Target>[] = []
    for (const part of parts) {
      const ready = await read(part, directory).catch((error: unknown) => fail(part, error))
      if (ready && !part.isLoaded(target, ready.hash)) stale.push(ready)
    }
    return stale
  }

  /** Loads parts one after the other. Those that wait for another process are loaded in the background. */
  async function load<Target>(
    parts: readonly Ready<Target>[],
    target: Target,
    patience: Patience,
  ): Promise<void> {
    for (const [index, { part, texts, hash }] of parts.entries()) {
      // Another instance may have loaded it meanwhile.
      if (part.isLoaded(target, hash)) continue
      try {
        if (signal?.aborted) return
        if (await part.load(target, texts, { hash, patience })) log.info({ part: part.name }, 'data loaded')
      } catch (error) {
        if (error instanceof DatabaseBusyError && patience !== MEANWHILE) {
          log.warn({ part: part.name }, 'data files wait for another process that is writing')
          waiting.push(() => load(parts.slice(index), target, MEANWHILE))
          return
        }
        fail(part, error)
      }
    }
  }

  const fabrics = options.fabrics === false ? NO_FABRICS : FABRICS
  await load(await staleOf([fabrics, SUPPLIES], catalog), catalog, atStart)
  if (options.demo) await load(await staleOf([DEMO], accounts), accounts, atStart)
  // One after the other, because writers wait in line anyway.
  void (async () => {
    for (const loadNow of waiting) await loadNow()
  })()
}
