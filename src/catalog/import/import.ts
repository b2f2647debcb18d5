import { setImmediate } from 'node:timers/promises'
import type { Connection } from '../database.ts'
import { type ChangeOptions, inOneChange } from './change.ts'
import { type Batches, changedBy, compare, type Imported, type Incoming, stage } from './incoming.ts'
import { place } from './positions.ts'
import { positionAfter, type Row } from './rows.ts'
import { lineOf, type NewRow, Writer } from './writer.ts'

/** Imports give way to searches after this many milliseconds. */
const SLICE_MS = 6
/** How many fabrics between the same neighbours are placed together. They take 2 MB of memory. */
const LARGEST_GROUP = 5_000

export interface ImportOptions extends ChangeOptions {
  /** The shipped file: fabrics withdrawn from it are deleted, and imported ones do not change. */
  readonly shipped?: boolean
  /** Only counts, and changes nothing. */
  readonly dryRun?: boolean
  readonly signal?: AbortSignal | undefined
}

interface Restoring {
  /** Given when fabrics of an older format come back; newer imports stay. Called before the commit. */
  readonly restores?: () => void
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

/**
 * Puts fabrics into the catalog by their ids, in one transaction. The cost grows with the file, not with the
 * catalog: 1,000 changed rows of a million take half a second of processor time, 1,000 new ones 0.7 s.
 */
export async function importFabrics(
  db: Connection,
  batches: Batches,
  { shipped = false, dryRun = false, signal, restores, ...change }: ImportOptions & Restoring = {},
): Promise<Imported> {
  try {
    await stage(db, batches)
    if (dryRun) return compare(db, shipped)
    return await inOneChange(db, change, async () => {
      const counts = compare(db, shipped)
      const writer = new Writer(db)
      const isShipped = shipped ? 1 : 0
      if (shipped) await inSlices(withdraw(db, writer), signal)
      await inSlices(update(db, writer, isShipped, changedBy(isShipped, restores !== undefined)), signal)
      await inSlices(add(db, writer, isShipped), signal)
      writer.finish()
      restores?.()
      return counts
    })
  } finally {
    db.exec('drop table if exists temp.incoming; drop table if exists temp.arriving')
  }
}
