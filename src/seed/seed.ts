import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import type { Kysely } from 'kysely'
import type { Logger } from '../kit/log.ts'
import { SUPPLY_CATEGORIES } from '../kit/repositories.ts'
import type { Databases } from '../store/databases.ts'
import { putItems } from '../store/items.ts'
import { readMeta, writeMeta } from '../store/meta.ts'
import { stageFabrics } from '../store/sqlite-catalog.ts'
import { replaceSupplies } from '../store/supplies.ts'
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
  load(texts: readonly string[]): Promise<void>
}

async function loadWhenChanged<Tables>(
  directory: string,
  { db, name, files, load }: Part<Tables>,
): Promise<boolean> {
  const texts = await Promise.all(files.map((file) => readFile(join(directory, file), 'utf8')))
  const hash = createHash('sha256')
    .update(JSON.stringify([FORMAT, texts]))
    .digest('hex')
  const key = `seed:${name}`
  if ((await readMeta(db, key)) === hash) return false
  await load(texts)
  await writeMeta(db, key, hash)
  return true
}

/**
 * Loads the data files that changed since they were last loaded: idempotent, ids kept. A file that
 * is missing or broken is logged and leaves what was loaded before; the server starts all the same.
 *
 * @param options.demo whether to load the demo account's items too.
 */
export async function seed(
  { accounts, catalog }: Pick<Databases, 'accounts' | 'catalog'>,
  options: { readonly directory: string; readonly demo: boolean; readonly log: Logger },
): Promise<void> {
  const load = async <Tables>(part: Part<Tables>) => {
    try {
      const loaded = await loadWhenChanged(options.directory, part)
      if (loaded) options.log.info({ part: part.name }, 'data loaded')
    } catch (error) {
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
    load: async ([csv = '']) => {
      const staging = await stageFabrics(catalog)
      await staging.add(await readAll(readRecords(Readable.from([csv]), NEEDED_COLUMNS), fabricRecord))
      await staging.replaceShipped()
    },
  })
  await load({
    name: 'supplies',
    files: SUPPLY_CATEGORIES.map((category) => join('supplies', `${category}.json`)),
    db: catalog,
    load: (texts) => replaceSupplies(catalog, new Map(texts.map(parseSupplies))),
  })
  if (!options.demo) return
  await load({
    name: 'demo',
    files: ['demo.ndjson'],
    db: accounts,
    load: async ([ndjson = '']) =>
      putItems(accounts, await readAll(readRecords(Readable.from([ndjson])), itemRecord)),
  })
}
