import { createHash, randomBytes } from 'node:crypto'
import { foldWords, visibleText } from '../core/text.ts'
import { AT_START, type Patience } from '../database/index.ts'
import type { IncomingFabric } from './fabric-records.ts'
import {
  type CatalogDatabase,
  type FabricsTable,
  factOf,
  putRows,
  ROWS_AT_ONCE,
  type Rows,
  readVersion,
  setFact,
  setVersion,
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

/** The database that is changed: the file of one machine, or what all instances share. */
export type Master = Pick<CatalogDatabase, 'read' | 'write'>

/** The fabrics of an import, in batches. */
export type Batches = AsyncIterable<readonly IncomingFabric[]> | Iterable<readonly IncomingFabric[]>

/** What an import did, or would do. A fabric that comes twice counts once; the last one wins. */
export interface Imported {
  readonly added: number
  readonly updated: number
  readonly unchanged: number
  readonly withdrawn: number
  /** Makers that are new, each with one that is called nearly so. They may be the same. */
  readonly nearMakers: ReadonlyArray<readonly [maker: string, known: string]>
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
  /** Withdraw what the makers of the file have in the catalog and not in the file. */
  readonly replacesMakers?: boolean | undefined
  /** Also where that is more than half of a maker. */
  readonly isForced?: boolean | undefined
}

const isNewer = (release: string, other: string) => release.localeCompare(other, 'en', { numeric: true }) > 0

/** Whether what is shipped has been loaded, or a newer release has loaded its own. */
async function isLoaded(rows: Rows, { name, hash, release }: Shipment): Promise<boolean> {
  if ((await factOf(rows, `seed:${name}`)) === hash) return true
  const loaded = await factOf(rows, 'release')
  return loaded !== undefined && isNewer(loaded, release)
}

/**
 * Changes the catalog in one transaction, as its next version, one process at a time; what changes no row and ships
 * nothing is no version. Searches see the state before or after, and an interruption changes nothing. Throws
 * `DatabaseBusyError` if another process changes it for too long.
 *
 * @returns `undefined` if the shipment has been loaded before.
 */
export async function change<Result>(
  { write }: Master,
  { shipment, patience = AT_START }: ChangeOptions,
  run: (rows: Rows, version: number) => Promise<Result>,
): Promise<Result | undefined> {
  let isRepeated = false
  return write(async (rows) => {
    if (isRepeated)
      throw new Error('Another process changed the same rows, so nothing is stored. Run it again.')
    isRepeated = true
    if (shipment !== undefined && (await isLoaded(rows, shipment))) return undefined
    const before = (await readVersion(rows)) ?? { catalog: randomBytes(8).toString('hex'), number: 0 }
    const number = before.number + 1
    const result = await run(rows, number)
    if (shipment !== undefined) {
      await setFact(rows, `seed:${shipment.name}`, shipment.hash)
      await setFact(rows, 'release', shipment.release)
    }
    const changed = rows.selectFrom('catalog_fabrics').select('id').where('version', '=', number).limit(1)
    if (shipment !== undefined || (await changed.executeTakeFirst()) !== undefined)
      await setVersion(rows, { ...before, number })
    return result
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
  // A release does not bring back what somebody withdrew.
  if (isShipped && before?.removed === 1 && before.shipped === 0)
    return { row, fate: 'unchanged', isWritten: false }
  if (known === undefined) return { row, fate: 'added', isWritten: true }
  // Only another import changes an imported fabric.
  if (isShipped && known.shipped === 0) return { row, fate: 'unchanged', isWritten: false }
  const isSame = known.color_hex === row.color_hex && known.thumbnail_url === row.thumbnail_url
  return { row, fate: isSame ? 'unchanged' : 'updated', isWritten: !isSame || known.shipped !== row.shipped }
}

/** How many fabrics each maker has. */
async function countMakers(rows: Rows): Promise<ReadonlyMap<string, number>> {
  const counted = await rows
    .selectFrom('catalog_fabrics')
    .select(({ fn }) => ['manufacturer', fn.countAll<number>().as('fabrics')])
    .where('removed', '=', 0)
    .groupBy('manufacturer')
    .execute()
  return new Map(counted.map(({ manufacturer, fabrics }) => [manufacturer, Number(fabrics)]))
}

/** Makers whose names begin alike in fewer letters are not compared. */
const TELLING_LETTERS = 4
/** Nobody's list has more makers. */
const MOST_MAKERS = 1_000

/** The makers of a file that are new, where there is another whose name begins so, or is the beginning of theirs. */
function nearMakers(known: Iterable<string>, makers: Iterable<string>): [string, string][] {
  const lettersOf = (maker: string) => foldWords(maker).join('')
  // Not before a digit: "Mill 10" is another maker than "Mill 1".
  const isBeginning = (one: string, other: string) =>
    one.length >= TELLING_LETTERS && other.startsWith(one) && !/^\d/.test(other.slice(one.length))
  const others = new Map([...known].map((maker) => [maker, lettersOf(maker)]))
  const found: [string, string][] = []
  for (const maker of [...makers].slice(0, MOST_MAKERS)) {
    if (others.has(maker)) continue
    const letters = lettersOf(maker)
    const [near] =
      [...others].find(([, other]) => isBeginning(letters, other) || isBeginning(other, letters)) ?? []
    if (near !== undefined) found.push([maker, near])
    others.set(maker, letters)
  }
  return found
}

/** Throws if more than half of a maker would go. */
function checkLoss(gone: readonly FabricsTable[], before: ReadonlyMap<string, number>): void {
  const goneOf = new Map<string, number>()
  for (const { manufacturer } of gone) goneOf.set(manufacturer, (goneOf.get(manufacturer) ?? 0) + 1)
  for (const [maker, going] of goneOf) {
    const there = before.get(maker) ?? 0
    if (going * 2 > there)
      throw new Error(
        `Nothing was imported: ${going} of the ${there} fabrics of ${visibleText(maker)} would go. --force replaces all the same; --dry-run --force counts them.`,
      )
  }
}

interface Putting {
  readonly isShipped: boolean
  readonly version: number
  /** False to only count. */
  readonly writes: boolean
  readonly replacesMakers: boolean
  readonly isForced: boolean
}

/** Puts a batch into the catalog, and notes the fate of each fabric. */
async function putBatch(
  rows: Rows,
  batch: readonly IncomingFabric[],
  fates: Map<string, Fate>,
  how: Putting,
): Promise<void> {
  // If a fabric comes twice, the last one counts.
  const incoming = [...new Map(batch.map((fabric) => [fabricId(fabric), fabric]))]
  for (let from = 0; from < incoming.length; from += ROWS_AT_ONCE) {
    const some = incoming.slice(from, from + ROWS_AT_ONCE)
    const ids = some.map(([id]) => id)
    const found = await rows.selectFrom('catalog_fabrics').selectAll().where('id', 'in', ids).execute()
    const known = new Map(found.map((row) => [row.id, row]))
    const changed: FabricsTable[] = []
    for (const [id, fabric] of some) {
      const { row, fate, isWritten } = rowOf(id, fabric, known.get(id), how)
      const before = fates.get(id)
      if (before === undefined || (before === 'unchanged' && fate === 'updated')) fates.set(id, fate)
      if (isWritten) changed.push(row)
    }
    if (how.writes) await putRows(rows, changed)
  }
}

/** What goes: the shipped fabrics that a release no longer ships, or what the makers of a file no longer have. */
async function fabricsGone(
  rows: Rows,
  stays: ReadonlyMap<string, unknown>,
  makers: ReadonlySet<string>,
  { isShipped, replacesMakers }: Putting,
): Promise<readonly FabricsTable[]> {
  if (!isShipped && (!replacesMakers || makers.size === 0)) return []
  if (replacesMakers && makers.size > MOST_MAKERS)
    throw new Error(`Nothing was imported: no file can replace more than ${MOST_MAKERS} makers.`)
  const there = rows.selectFrom('catalog_fabrics').selectAll().where('removed', '=', 0)
  const some = isShipped ? there.where('shipped', '=', 1) : there.where('manufacturer', 'in', [...makers])
  return (await some.execute()).filter(({ id }) => !stays.has(id))
}

/** Puts fabrics into the catalog by their ids. */
async function putFabrics(rows: Rows, batches: Batches, how: Putting): Promise<Imported> {
  const before = await countMakers(rows)
  const fates = new Map<string, Fate>()
  const makers = new Set<string>()
  for await (const batch of batches) {
    await putBatch(rows, batch, fates, how)
    for (const { manufacturer } of batch) makers.add(manufacturer)
  }
  const gone = await fabricsGone(rows, fates, makers, how)
  if (how.replacesMakers && !how.isForced) checkLoss(gone, before)
  // What somebody withdraws is no longer a release's.
  const shipped = how.isShipped ? 1 : 0
  const marks = gone.map((row) => ({ ...row, shipped, version: how.version, removed: 1 }) as const)
  if (how.writes) await putRows(rows, marks)
  const count = (fate: Fate) => [...fates.values()].filter((each) => each === fate).length
  return {
    added: count('added'),
    updated: count('updated'),
    unchanged: count('unchanged'),
    withdrawn: gone.length,
    nearMakers: nearMakers(before.keys(), makers),
  }
}

/**
 * Imports fabrics. With a shipment they are the shipped ones: fabrics that it no longer has are withdrawn, and those
 * that somebody imported do not change.
 *
 * @returns `undefined` if the shipment has been loaded before.
 */
export async function importFabrics(
  database: Master,
  batches: Batches,
  { dryRun = false, replacesMakers = false, isForced = false, ...options }: ImportOptions = {},
): Promise<Imported | undefined> {
  const how = { isShipped: options.shipment !== undefined, replacesMakers, isForced, writes: !dryRun }
  if (!dryRun)
    return change(database, options, (rows, version) => putFabrics(rows, batches, { ...how, version }))
  return database.read((rows) => putFabrics(rows, batches, { ...how, version: 0 }))
}

/** Withdraws a fabric. Answers it; `undefined` if there is none of this id. */
export function removeFabric(database: Master, id: string): Promise<FabricsTable | undefined> {
  return change(database, {}, async (rows, version) => {
    const row = await rows
      .selectFrom('catalog_fabrics')
      .selectAll()
      .where('id', '=', id)
      .where('removed', '=', 0)
      .executeTakeFirst()
    if (row !== undefined) await putRows(rows, [{ ...row, shipped: 0, version, removed: 1 }])
    return row
  })
}
