import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import type { Kysely } from 'kysely'
import type { Databases } from '../accounts/databases.ts'
import { putItems } from '../accounts/items.ts'
import { readMeta, writeMeta } from '../accounts/meta.ts'
import { stageFabrics } from '../accounts/sqlite-catalog.ts'
import { replaceSupplies } from '../accounts/supplies.ts'
import { DatabaseBusyError, type Patience } from '../accounts/writing.ts'
import type { Logger } from '../kit/log.ts'
import { SUPPLY_CATEGORIES } from '../kit/repositories.ts'
import { fabricRecord, NEEDED_COLUMNS } from '../transfer/fabric-records.ts'
import { itemRecord } from '../transfer/item-records.ts'
import { readAll, readRecords } from '../transfer/records.ts'
import { parseSupplies } from './supply-file.ts'

/** Part of every hash: raise it when what is made of an unchanged file changes, such as the search index. */
const FORMAT = 3

interface Part<Tables> {
  readonly name: string
  readonly files: readonly string[]
  /** Where it is loaded into. */
  readonly db: Kysely<Tables>
  load(texts: readonly string[], patience: Patience): Promise<void>
}

/** The server does not wait for a long import to start. */
const AT_START: Patience = { seconds: 5 }
const MEANWHILE: Patience = { seconds: 600 }

async function loadWhenChanged<Tables>(
  directory: string,
  { db, name, files, load }: Part<Tables>,
  patience: Patience,
): Promise<boolean> {
  const texts = await Promise.all(files.map((file) => readFile(join(directory, file), 'utf8')))
  const hash = createHash('sha256')
    .update(JSON.stringify([FORMAT, texts]))
    .digest('hex')
  const key = `seed:${name}`
  if ((await readMeta(db, key)) === hash) return false
  await load(texts, patience)
  await writeMeta(db, key, hash)
  return true
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
  const held = new Set<unknown>()
  const load = async <Tables>(part: Part<Tables>, patience = AT_START): Promise<void> => {
    const later = () => void waiting.push(() => load(part, MEANWHILE))
    if (patience === AT_START && held.has(part.db)) return later()
    try {
      const loaded = await loadWhenChanged(options.directory, part, patience)
      if (loaded) options.log.info({ part: part.name }, 'data loaded')
    } catch (error) {
      if (options.signal?.aborted) return
      if (error instanceof DatabaseBusyError && patience === AT_START) {
        options.log.warn({ part: part.name }, 'data files wait for another process that is writing')
        held.add(part.db)
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
    db: catalog,
    load: async ([csv = ''], patience) => {
      const staging = await stageFabrics(catalog)
      await staging.add(await readAll(readRecords(Readable.from([csv]), NEEDED_COLUMNS), fabricRecord))
      await staging.replaceShipped(patience)
    },
  })
  await load({
    name: 'supplies',
    files: SUPPLY_CATEGORIES.map((category) => join('supplies', `${category}.json`)),
    db: catalog,
    load: (texts, patience) => replaceSupplies(catalog, new Map(texts.map(parseSupplies)), patience),
  })
  if (options.demo) {
    await load({
      name: 'demo',
      files: ['demo.ndjson'],
      db: accounts,
      load: async ([ndjson = ''], patience) =>
        putItems(accounts, await readAll(readRecords(Readable.from([ndjson])), itemRecord), patience),
    })
  }
  // One behind the other, for writers stand in line.
  void (async () => {
    for (const loadNow of waiting) await loadNow()
  })()
}
