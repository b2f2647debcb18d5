import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { DatabaseBusyError, type Patience, readItems } from '../accounts/index.ts'
import { CatalogBusyError, parseSupplies, readFabrics } from '../catalog/index.ts'
import type { Databases } from '../databases.ts'
import type { Logger } from '../kit/log.ts'
import { SUPPLY_CATEGORIES } from '../kit/repositories.ts'
import { VERSION } from '../version.ts'

/** Part of every hash: raise it when what is made of an unchanged file changes, such as the search index. */
const FORMAT = 3

interface Part {
  readonly name: string
  readonly files: readonly string[]
  /** Where it is loaded into. */
  readonly place: 'accounts' | 'catalog'
  /** Answers whether there was something to load. */
  load(texts: readonly string[], hash: string, patience: Patience): Promise<boolean>
}

const isBusy = (error: unknown): boolean =>
  error instanceof DatabaseBusyError || error instanceof CatalogBusyError

/** The server does not wait for a long import to start. */
const AT_START: Patience = { seconds: 5 }
const MEANWHILE: Patience = { seconds: 600 }

async function loadFrom(directory: string, { files, load }: Part, patience: Patience): Promise<boolean> {
  const texts = await Promise.all(files.map((file) => readFile(join(directory, file), 'utf8')))
  const hash = createHash('sha256')
    .update(JSON.stringify([FORMAT, texts]))
    .digest('hex')
  return load(texts, hash, patience)
}

/**
 * Loads the data files that changed since they were last loaded: idempotent, ids kept. A file that
 * is missing or broken is logged and leaves what was loaded before; the server starts all the same.
 * While another process is writing, the rest is loaded behind it, in the background.
 *
 * @param options.demo whether to load the demo account's items too.
 * @param options.signal ends what goes on in the background.
 */
export async function seed(
  { accounts, catalog }: Pick<Databases, 'accounts' | 'catalog'>,
  options: {
    readonly directory: string
    readonly demo: boolean
    readonly log: Logger
    readonly signal?: AbortSignal
  },
): Promise<void> {
  const waiting: (() => Promise<void>)[] = []
  const held = new Set<Part['place']>()
  const load = async (part: Part, patience = AT_START): Promise<void> => {
    const later = () => void waiting.push(() => load(part, MEANWHILE))
    if (patience === AT_START && held.has(part.place)) return later()
    try {
      const loaded = await loadFrom(options.directory, part, patience)
      if (loaded) options.log.info({ part: part.name }, 'data loaded')
    } catch (error) {
      if (options.signal?.aborted) return
      if (isBusy(error) && patience === AT_START) {
        options.log.warn({ part: part.name }, 'data files wait for another process that is writing')
        held.add(part.place)
        return later()
      }
      options.log.error(
        { part: part.name, err: error },
        'data files not loaded; what was loaded before stays',
      )
    }
  }
  await load({
    name: 'fabrics',
    files: ['fabrics.csv'],
    place: 'catalog',
    async load([csv = ''], value, patience) {
      const mark = { key: 'seed:fabrics', value }
      if (catalog.mark(mark.key) === value) return false
      const fabrics = await readFabrics(csv)
      await catalog.importFabrics([fabrics], { shipped: true, mark, patience, signal: options.signal })
      return true
    },
  })
  await load({
    name: 'supplies',
    files: SUPPLY_CATEGORIES.map((category) => join('supplies', `${category}.json`)),
    place: 'catalog',
    async load(texts, value, patience) {
      const mark = { key: 'seed:supplies', value }
      if (catalog.mark(mark.key) === value) return false
      await catalog.replaceSupplies(new Map(texts.map(parseSupplies)), { mark, patience })
      return true
    },
  })
  if (options.demo) {
    await load({
      name: 'demo',
      files: ['demo.ndjson'],
      place: 'accounts',
      load: async ([ndjson = ''], hash, patience) => {
        const items = await readItems(ndjson)
        return accounts.seed({ name: 'demo', release: VERSION, hash, items }, patience)
      },
    })
  }
  // One behind the other, for writers stand in line.
  void (async () => {
    for (const loadNow of waiting) await loadNow()
  })()
}
