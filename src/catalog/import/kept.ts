import { setTimeout as sleep } from 'node:timers/promises'
import { type Connection, openFile } from '../database.ts'
import { whenFree } from '../patience.ts'
import { hasTable } from '../schema.ts'
import type { FabricColumns } from '../search/rows.ts'
import { MOST_RESTORED } from '../tuning.ts'
import type { FabricRow } from './fabric-records.ts'
import { importFabrics } from './import.ts'

/** Restoring waits for other writers as long as they take; searches go on meanwhile. */
const PATIENCE = { seconds: 3_600 }
/** Longer than others pause before they try to write again: each gets a turn. */
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
 * Imports some of the kept fabrics, and forgets them, in one transaction: an interruption loses nothing.
 * What was imported since stays as it was imported.
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
  // Of the same fabric the last one counts, and here the newest stands first.
  await importFabrics(db, [rows.reverse().map(fabricOf)], {
    patience: PATIENCE,
    signal,
    restores: () => db.run('delete from kept where rowid <= ?', last.rowid),
  })
  return true
}

/**
 * Imports again the fabrics that a catalog of an older format kept, in parts, so that other imports come in
 * between. What is not restored when it ends is still kept.
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
