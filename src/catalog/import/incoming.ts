import { setImmediate } from 'node:timers/promises'
import type { Connection } from '../database.ts'
import type { IncomingFabric } from './fabric-records.ts'
import { fabricId } from './ids.ts'
import type { FabricColumns } from './rows.ts'

/** The fabrics of an import, in batches. */
export type Batches = AsyncIterable<readonly IncomingFabric[]> | Iterable<readonly IncomingFabric[]>

/** What an import did, or would do. A fabric that comes twice counts once; the last one wins. */
export interface Imported {
  readonly added: number
  readonly updated: number
  readonly unchanged: number
  readonly withdrawn: number
}

/** A row of the table `incoming`, which holds the fabrics during an import. */
export interface Incoming extends FabricColumns {
  readonly id: string
}

/** Puts fabrics into the table `incoming`. If a fabric comes twice, the last one counts. */
export async function stage(db: Connection, batches: Batches): Promise<void> {
  db.exec(`
    drop table if exists temp.incoming;
    create temp table incoming (
      id text, manufacturer text, collection text, name text, sku text, color_hex text, thumbnail_url text,
      keeps_color integer, keeps_thumbnail integer
    )`)
  for await (const batch of batches) {
    const rows = batch.map((fabric) => ({ id: fabricId(fabric), ...fabric }))
    db.run(
      `insert into temp.incoming
       select value ->> 'id', value ->> 'manufacturer', value ->> 'collection', value ->> 'name',
         value ->> 'sku', value ->> 'colorHex', value ->> 'thumbnailUrl',
         value ->> 'keepsColor', value ->> 'keepsThumbnail'
       from json_each(?)`,
      JSON.stringify(rows),
    )
    await setImmediate()
  }
  // Making the index at the end takes far less time than adding each row to it.
  db.exec(`
    create index temp.incoming_ids on incoming (id);
    delete from temp.incoming where rowid not in (select max(rowid) from temp.incoming group by id)`)
}

/** Gives incoming fabrics the colours and pictures that the catalog has, where their file says nothing of them. */
function complete(db: Connection): void {
  db.exec(`
    update temp.incoming set
      color_hex = iif(keeps_color, fabrics.color_hex, incoming.color_hex),
      thumbnail_url = iif(keeps_thumbnail, fabrics.thumbnail_url, incoming.thumbnail_url)
    from fabrics where fabrics.id = incoming.id and (keeps_color or keeps_thumbnail)`)
}

const CHANGED = `
  fabrics.color_hex is not incoming.color_hex or fabrics.thumbnail_url is not incoming.thumbnail_url`

/**
 * Completes the fabrics in `incoming` from the catalog, and counts what their import does. A shipped file is
 * complete: what it leaves empty is removed.
 */
export function compare(db: Connection, shipped: boolean): Imported {
  if (!shipped) complete(db)
  const counts = db.row<{ added: number; known: number; changed: number }>(`
    select count(*) filter (where fabrics.id is null) as added, count(fabrics.id) as known,
      count(*) filter (where fabrics.id is not null and (${CHANGED})) as changed
    from temp.incoming left join fabrics using (id)`)
  const withdrawn = shipped
    ? db.value<number>(
        'select count(*) from fabrics where shipped = 1 and id not in (select id from temp.incoming)',
      )
    : 0
  const { added = 0, known = 0, changed = 0 } = counts ?? {}
  return { added, updated: changed, unchanged: known - changed, withdrawn: withdrawn ?? 0 }
}

/** The SQL condition for known fabrics that an import changes. Only another import changes an imported fabric. */
export function changedBy(shipped: 0 | 1, isRestored: boolean): string {
  if (isRestored) return 'shipped = 1'
  return shipped === 1 ? `shipped = 1 and (${CHANGED})` : `shipped = 1 or (${CHANGED})`
}
