import { setTimeout as sleep } from 'node:timers/promises'
import { type Connection, openFile } from '../database.ts'
import { whenFree } from '../patience.ts'
import { hasTable } from '../schema.ts'
import type { FabricRow } from './fabric-records.ts'
import { importFabrics } from './import.ts'
import type { FabricColumns } from './rows.ts'

/** How many fabrics of an older format are restored in one transaction: another import waits for it. */
const MOST_RESTORED = 5_000

/** Restoring waits long for other writers, because searches go on meanwhile. */
const PATIENCE = { seconds: 3_600 }
/** Longer than the pause of other writers between two tries, so that each gets a turn. */
const PAUSE_MS = 60

interface KeptRow extends FabricColumns {
  readonly rowid: number
}

const fabricOf = ({ manufacturer, collection, name, sku, color_hex, thumbnail_url }: KeptRow): FabricRow => ({
  manufacturer,
  collection,
  name,
  sku: sku ?? undefined,
  colorHex: color_hex ?? undefined,
  thumbnailUrl: thumbnail_url ?? undefined,
})

export const hasKept = (db: Connection): boolean => hasTable(db, 'kept')

/**
 * Imports some of the kept fabrics and deletes them from `kept` in one transaction, so that an interruption
 * loses nothing. Fabrics that were imported since then stay as they are.
 *
 * @returns whether there may be more.
 */
async function restoreSome(db: Connection, signal: AbortSignal): Promise<boolean> {
  if (!hasKept(db)) return false
  const rows = db.rows<KeptRow>('select rowid, * from kept order by rowid limit ?', MOST_RESTORED)
  const last = rows.at(-1)
  if (last === undefined) {
    await whenFree(() => db.exec('drop table if exists kept'), PATIENCE)
    return false
  }
  // An import takes the last of equal fabrics, but here the newest comes first.

  await importFabrics(db, [rows.reverse().map(fabricOf)], {
    patience: PATIENCE,
    signal,
    restores: () => db.run('delete from kept where rowid <= ?', last.rowid),
  })
  return true
}

/**
 * Imports the fabrics again that were kept from a catalog of an older format. It works in parts, so that other
 * imports can come in between. If it is stopped, the rest is still kept.
 */
export async function restoreKept(path: string, signal: AbortSignal): Promise<void> {
  const file = await openFile(path)
  try {
    while (!signal.aborted && (await restoreSome(file.writer(), signal))) await sleep(PAUSE_MS)
  } catch (error) {
    if (!signal.aborted) throw error
  } finally {
    file.close()
  }
}
