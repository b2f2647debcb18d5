import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import type { Kysely } from 'kysely'
import type { Logger } from '../kit/log.ts'
import { SUPPLY_CATEGORIES } from '../kit/repositories.ts'
import { putItems } from '../store/items.ts'
import { readMeta, writeMeta } from '../store/meta.ts'
import type { Database } from '../store/schema.ts'
import { stageFabrics } from '../store/sqlite-catalog.ts'
import { replaceSupplies } from '../store/supplies.ts'
import { fabricRecord, NEEDED_COLUMNS } from '../transfer/fabric-records.ts'
import { itemRecord } from '../transfer/item-records.ts'
import { readAll, readRecords } from '../transfer/records.ts'
import { parseSupplies } from './supply-file.ts'

/** Part of every hash: raise it when what is made of an unchanged file changes, such as the search index. */
const FORMAT = 2

interface Part {
  readonly name: string
  readonly files: readonly string[]
  load(texts: readonly string[]): Promise<void>
}

async function loadWhenChanged(db: Kysely<Database>, directory: string, part: Part): Promise<boolean> {
  const texts = await Promise.all(part.files.map((file) => readFile(join(directory, file), 'utf8')))
  const hash = createHash('sha256')
    .update(JSON.stringify([FORMAT, texts]))
    .digest('hex')
  const key = `seed:${part.name}`
  if ((await readMeta(db, key)) === hash) return false
  await part.load(texts)
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
  db: Kysely<Database>,
  options: { readonly directory: string; readonly demo: boolean; readonly log: Logger },
): Promise<void> {
  const parts: Part[] = [
    {
      name: 'fabrics',
      files: ['fabrics.csv'],
      load: async ([csv = '']) => {
        const staging = await stageFabrics(db)
        await staging.add(await readAll(readRecords(Readable.from([csv]), NEEDED_COLUMNS), fabricRecord))
        await staging.replaceShipped()
      },
    },
    {
      name: 'supplies',
      files: SUPPLY_CATEGORIES.map((category) => join('supplies', `${category}.json`)),
      load: (texts) => replaceSupplies(db, new Map(texts.map(parseSupplies))),
    },
  ]
  if (options.demo) {
    parts.push({
      name: 'demo',
      files: ['demo.ndjson'],
      load: async ([ndjson = '']) =>
        putItems(db, await readAll(readRecords(Readable.from([ndjson])), itemRecord)),
    })
  }
  for (const part of parts) {
    try {
      const loaded = await loadWhenChanged(db, options.directory, part)
      if (loaded) options.log.info({ part: part.name }, 'data loaded')
    } catch (error) {
      options.log.error(
        { part: part.name, err: error },
        'data files not loaded; what was loaded before stays',
      )
    }
  }
}
