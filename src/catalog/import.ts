import { createHash } from 'node:crypto'
import type { Transaction } from 'kysely'
import { AT_START, type Patience } from '../database/index.ts'
import type { IncomingFabric } from './fabric-records.ts'
import {
  type CatalogDatabase,
  type CatalogTables,
  type FabricsTable,
  factOf,
  nextVersion,
  putRows,
  ROWS_AT_ONCE,
  type Rows,
  setFact,
} from './rows.ts'

/** The id of a fabric: the same for the same fabric in every version of the catalog (D3). */
function fabricId(fabric: {
  readonly manufacturer: string
  readonly collection: string
  readonly name: string
  readonly sku?: string | null | undefined
}): string {
  const identity = JSON.stringify([fabric.manufacturer, fabric.collection, fabric.name, fabric.sku ?? ''])
  return `fab_${createHash('sha256').update(identity).digest('base64url').slice(0, 22)}`
}

/** The fabrics of an import, in batches. */
export type Batches = AsyncIterable<readonly IncomingFabric[]> | Iterable<readonly IncomingFabric[]>

/** What an import did, or would do. A fabric that comes twice counts once; the last one wins. */
export interface Imported {
  readonly added: number
  readonly updated: number
  readonly unchanged: number
  readonly withdrawn: number
}

/** What a release ships, so that it is loaded once, and never over that of a newer release. */
export interface Shipment {
  readonly name: string
  readonly hash: string
  readonly release: string
}

export interface ChangeOptions {
  /** Given for data that a release ships. */
  readonly shipment?: Shipment | undefined
  /** With another process that changes the catalog. */
  readonly patience?: Patience | undefined
}

export interface ImportOptions extends ChangeOptions {
  /** Only counts, and changes nothing. */
  readonly dryRun?: boolean
}

const isNewer = (release: string, other: string) => release.localeCompare(other, 'en', { numeric: true }) > 0

/** Whether what is shipped has been loaded, or a newer release has loaded its own. */
async function isLoaded(rows: Rows, { name, hash, release }: Shipment): Promise<boolean> {
  if ((await factOf(rows, `seed:${name}`)) === hash) return true
  const loaded = await factOf(rows, 'release')
  return loaded !== undefined && isNewer(loaded, release)
}

/**
 * Changes the catalog in one transaction, as its next version, one process at a time. Searches see the state before
 * or after, and an interruption changes nothing. Throws `DatabaseBusyError` if another process changes it for too long.
 */
export async function change<Result>(
  { write }: Pick<CatalogDatabase, 'write'>,
  { shipment, patience = AT_START }: ChangeOptions,
  run: (
    transaction: Transaction<CatalogTables>,
    version: number,
  ) => Promise<{ readonly result: Result; readonly isChanged: boolean }>,
): Promise<Result | undefined> {
  let isRepeated = false
  return write(async (transaction) => {
    if (isRepeated)
      throw new Error('Another process changed the same rows, so nothing is stored. Run it again.')
    isRepeated = true
    return nextVersion(transaction, async (version) => {
      if (shipment !== undefined && (await isLoaded(transaction, shipment)))
        return { result: undefined, isChanged: false }
      const { result, isChanged } = await run(transaction, version)
      if (shipment === undefined) return { result, isChanged }
      await setFact(transaction, `seed:${shipment.name}`, shipment.hash)
      await setFact(transaction, 'release', shipment.release)
      return { result, isChanged: true }
    })
  }, patience)
}

type Fate = 'added' | 'updated' | 'unchanged'

/** What an incoming fabric makes of the row that is there, and whether that shows in the catalog. */
function rowOf(
  id: string,
  fabric: IncomingFabric,
  before: FabricsTable | undefined,
  { isShipped, version }: { readonly isShipped: boolean; readonly version: number },
): { readonly row: FabricsTable; readonly fate: Fate; readonly isWritten: boolean } {
  const known = before?.removed === 0 ? before : undefined
  // A shipped file is complete: what it leaves empty is removed.
  const kept = isShipped ? undefined : known
  const row: FabricsTable = {
    id,
    manufacturer: fabric.manufacturer,
    collection: fabric.collection,
    name: fabric.name,
    sku: fabric.sku ?? null,
    color_hex: fabric.colorHex === undefined ? (kept?.color_hex ?? null) : fabric.colorHex,
    thumbnail_url: fabric.thumbnailUrl === undefined ? (kept?.thumbnail_url ?? null) : fabric.thumbnailUrl,
    shipped: isShipped ? 1 : 0,
    version,
    removed: 0,
  }
  if (known === undefined) return { row, fate: 'added', isWritten: true }
  // Only another import changes an imported fabric.
  if (isShipped && known.shipped === 0) return { row, fate: 'unchanged', isWritten: false }
  const isSame = known.color_hex === row.color_hex && known.thumbnail_url === row.thumbnail_url
  return { row, fate: isSame ? 'unchanged' : 'updated', isWritten: !isSame || known.shipped !== row.shipped }
}

/** Marks the shipped fabrics as removed that a release no longer ships, and counts them. */
async function withdraw(rows: Rows, stays: (id: string) => boolean, version: number): Promise<number> {
  const shipped = await rows
    .selectFrom('catalog_fabrics')
    .selectAll()
    .where('shipped', '=', 1)
    .where('removed', '=', 0)
    .execute()
  const gone = shipped.filter(({ id }) => !stays(id))
  await putRows(
    rows,
    gone.map((row) => ({ ...row, version, removed: 1 })),
  )
  return gone.length
}

/** Puts fabrics into the catalog by their ids. With `writes` false it only counts. */
async function putFabrics(
  rows: Rows,
  batches: Batches,
  how: { readonly isShipped: boolean; readonly version: number; readonly writes: boolean },
): Promise<{ readonly result: Imported; readonly isChanged: boolean }> {
  const fates = new Map<string, Fate>()
  let isChanged = false
  for await (const batch of batches) {
    // If a fabric comes twice, the last one counts.
    const incoming = [...new Map(batch.map((fabric) => [fabricId(fabric), fabric]))]
    for (let from = 0; from < incoming.length; from += ROWS_AT_ONCE) {
      const some = incoming.slice(from, from + ROWS_AT_ONCE)
      const found = await rows
        .selectFrom('catalog_fabrics')
        .selectAll()
        .where(
          'id',
          'in',
          some.map(([id]) => id),
        )
        .execute()
      const known = new Map(found.map((row) => [row.id, row]))
      const changed: FabricsTable[] = []
      for (const [id, fabric] of some) {
        const { row, fate, isWritten } = rowOf(id, fabric, known.get(id), how)
        const before = fates.get(id)
        if (before === undefined || (before === 'unchanged' && fate === 'updated')) fates.set(id, fate)
        if (isWritten) changed.push(row)
      }
      isChanged ||= changed.length > 0
      if (how.writes) await putRows(rows, changed)
    }
  }
  const count = (fate: Fate) => [...fates.values()].filter((each) => each === fate).length
  const withdrawn = how.isShipped && how.writes ? await withdraw(rows, (id) => fates.has(id), how.version) : 0
  return {
    result: { added: count('added'), updated: count('updated'), unchanged: count('unchanged'), withdrawn },
    isChanged: isChanged || withdrawn > 0,
  }
}

/**
 * Imports fabrics. With a shipment they are the shipped ones: fabrics that it no longer has are removed, and those
 * that somebody imported do not change.
 *
 * @returns `undefined` if the shipment has been loaded before.
 */
export async function importFabrics(
  database: Pick<CatalogDatabase, 'write' | 'read'>,
  batches: Batches,
  { dryRun = false, ...options }: ImportOptions = {},
): Promise<Imported | undefined> {
  const isShipped = options.shipment !== undefined
  if (!dryRun)
    return change(database, options, (rows, version) =>
      putFabrics(rows, batches, { isShipped, version, writes: true }),
    )
  const { result } = await database.read((rows) =>
    putFabrics(rows, batches, { isShipped, version: 0, writes: false }),
  )
  return result
}
