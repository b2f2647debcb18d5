import { setImmediate } from 'node:timers/promises'
import type { Connection } from './database.ts'
import type { FabricRow } from './fabric-records.ts'
import { fabricId } from './ids.ts'
import { type Patience, whenFree } from './patience.ts'
import { place } from './positions.ts'
import { type FabricColumns, positionAfter, type Row } from './rows.ts'
import { LARGEST_GROUP, MERGE_PAGES, SLICE_MS } from './tuning.ts'
import { lineOf, type NewRow, Writer } from './writer.ts'

/** Fabrics as they come in. */
export type Batches = AsyncIterable<readonly FabricRow[]> | Iterable<readonly FabricRow[]>

/** What an import did, or would do. Fabrics that come twice count once; the last one wins. */
export interface Imported {
  readonly added: number
  readonly updated: number
  readonly unchanged: number
  readonly withdrawn: number
}

export interface ImportOptions {
  /** The fabrics are those of the shipped file: what it withdrew goes, what was imported stays as it was imported. */
  readonly shipped?: boolean
  /** Counts, and changes nothing. */
  readonly dryRun?: boolean
  /** Written with the fabrics, such as which file was loaded. */
  readonly mark?: { readonly key: string; readonly value: string }
  readonly patience?: Patience
  readonly signal?: AbortSignal | undefined
}

interface Restoring {
  /** The fabrics come from a catalog of an older format: what was imported since stays. Called before the commit. */
  readonly restores?: () => void
}

const USUAL: Patience = { seconds: 15 }

interface Incoming extends FabricColumns {
  readonly id: string
}

/** Runs work that takes long in slices, so that the event loop serves searches between them. */
async function inSlices(work: Iterable<void>, signal: AbortSignal | undefined): Promise<void> {
  let since = performance.now()
  for (const _ of work) {
    if (performance.now() - since < SLICE_MS) continue
    await setImmediate()
    signal?.throwIfAborted()
    since = performance.now()
  }
}

async function stage(db: Connection, batches: Batches): Promise<void> {
  db.exec(`
    drop table if exists temp.incoming;
    create temp table incoming (
      id text, manufacturer text, collection text, name text, sku text, color_hex text, thumbnail_url text
    )`)
  for await (const batch of batches) {
    const rows = batch.map((fabric) => ({ id: fabricId(fabric), ...fabric }))
    db.run(
      `insert into temp.incoming
       select value ->> 'id', value ->> 'manufacturer', value ->> 'collection', value ->> 'name',
         value ->> 'sku', value ->> 'colorHex', value ->> 'thumbnailUrl'
       from json_each(?)`,
      JSON.stringify(rows),
    )
    await setImmediate()
  }
  // An index made of all ids at once takes far less time than one that every row is put into.
  db.exec(`
    create index temp.incoming_ids on incoming (id);
    delete from temp.incoming where rowid not in (select max(rowid) from temp.incoming group by id)`)
}

const CHANGED = `
  fabrics.color_hex is not incoming.color_hex or fabrics.thumbnail_url is not incoming.thumbnail_url`

function countsOf(db: Connection, shipped: boolean): Imported {
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

const newRow = (db: Connection, incoming: Incoming, shipped: 0 | 1): NewRow => {
  const { manufacturer, collection, ...row } = incoming
  return { ...row, line: lineOf(db, manufacturer, collection), shipped }
}

function* withdraw(db: Connection, writer: Writer): Generator<void> {
  const rows = db.rows<Row>(
    'select * from fabrics where shipped = 1 and id not in (select id from temp.incoming)',
  )
  for (const row of rows) {
    writer.remove(row)
    yield
  }
}

/** Which known fabrics an import changes; what was imported stays as it was imported. */
function changedBy(shipped: 0 | 1, isRestored: boolean): string {
  if (isRestored) return 'shipped = 1'
  return shipped === 1 ? `shipped = 1 and (${CHANGED})` : `shipped = 1 or (${CHANGED})`
}

function* update(db: Connection, writer: Writer, shipped: 0 | 1, differs: string): Generator<void> {
  const ids = db.values<string>(`select id from temp.incoming join fabrics using (id) where ${differs}`)
  for (const id of ids) {
    const before = db.row<Row>('select * from fabrics where id = ?', id)
    const incoming = db.row<Incoming>('select * from temp.incoming where id = ?', id)
    if (before !== undefined && incoming !== undefined)
      writer.change(before, { ...newRow(db, incoming, shipped), line: before.line })
    yield
  }
}

function* add(db: Connection, writer: Writer, shipped: 0 | 1): Generator<void> {
  db.exec(`
    drop table if exists temp.arriving;
    create temp table arriving as
    select * from temp.incoming where id not in (select id from fabrics)
    order by manufacturer, collection, name, id`)
  let group: NewRow[] = []
  let before: number | undefined
  for (let from = 0; ; ) {
    const arriving = db.rows<Incoming & { rowid: number }>(
      'select rowid, * from temp.arriving where rowid > ? order by rowid limit ?',
      from,
      LARGEST_GROUP,
    )
    for (const [index, incoming] of arriving.entries()) {
      const { manufacturer, collection, name, id, rowid, ...rest } = incoming
      from = rowid
      const isEnd = before === undefined && (group.length > 0 || index > 0)
      const following = isEnd ? undefined : positionAfter(db, [manufacturer, collection, name, id])
      const next = following === Number.MAX_SAFE_INTEGER ? undefined : following
      if (group.length > 0 && (next !== before || group.length === LARGEST_GROUP)) {
        yield* place(db, writer, group, before)
        group = []
      }
      before = next
      group.push(newRow(db, { manufacturer, collection, name, id, ...rest }, shipped))
      yield
    }
    if (arriving.length < LARGEST_GROUP) break
  }
  if (group.length > 0) yield* place(db, writer, group, before)
}

/** Brings the parts of a full-text index together, so that a search opens one list for a word and not several. */
function* merge(db: Connection, index: 'features' | 'word_parts'): Generator<void> {
  const changes = () => db.value<number>('select total_changes()') ?? 0
  for (let pages = -MERGE_PAGES, before = -2; changes() - before >= 2; pages = MERGE_PAGES) {
    before = changes()
    db.run(`insert into ${index} (${index}, rank) values ('merge', cast(? as integer))`, pages)
    yield
  }
}

/**
 * Puts fabrics into the catalog by their ids, in one transaction: searches see the catalog before or
 * after, and an interruption leaves it as it was. It costs what the file holds, not what the catalog holds.
 */
export async function importFabrics(
  db: Connection,
  batches: Batches,
  {
    shipped = false,
    dryRun = false,
    mark,
    patience = USUAL,
    signal,
    restores,
  }: ImportOptions & Restoring = {},
): Promise<Imported> {
  await stage(db, batches)
  if (dryRun) return countsOf(db, shipped)
  await whenFree(() => db.exec('begin immediate'), patience)
  try {
    const counts = countsOf(db, shipped)
    const known = db.value<number>('select coalesce(sum(fabrics), 0) from lines') ?? 0
    const writer = new Writer(db)
    const isShipped = shipped ? 1 : 0
    if (shipped) await inSlices(withdraw(db, writer), signal)
    await inSlices(update(db, writer, isShipped, changedBy(isShipped, restores !== undefined)), signal)
    await inSlices(add(db, writer, isShipped), signal)
    await inSlices(writer.finish(), signal)
    if (counts.added > known / 10) {
      await inSlices(merge(db, 'features'), signal)
      await inSlices(merge(db, 'word_parts'), signal)
    }
    restores?.()
    db.run("insert or replace into meta values ('version', hex(randomblob(8)))")
    if (mark !== undefined) db.run('insert or replace into meta values (?, ?)', mark.key, mark.value)
    db.exec('commit')
    return counts
  } catch (error) {
    db.rollback()
    throw error
  } finally {
    db.exec('drop table if exists temp.incoming; drop table if exists temp.arriving')
  }
}
