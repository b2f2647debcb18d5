import { hash, randomBytes } from 'node:crypto'
import { visibleText } from '../core/text.ts'
import { AT_START, type Patience } from '../database/index.ts'
import {
  type Counts,
  countImport,
  type FileImport,
  type FileImportOptions,
  longWait,
  readValues,
} from '../files/index.ts'
import { FABRIC_FORMAT, type FileFabric } from './fabric-files.ts'
import {
  type CatalogDatabase,
  type FabricRow,
  factOf,
  inPieces,
  putRows,
  RELEASE,
  type Rows,
  readVersion,
  SHIPPED,
  setFact,
  setVersion,
} from './rows.ts'
import { compact } from './search/vocabulary.ts'

/** The id of a fabric: the same for the same fabric in every version of the catalog (D3). */
const fabricId = ({ manufacturer, collection, name, sku }: FileFabric): string =>
  `fab_${hash('sha256', JSON.stringify([manufacturer, collection, name, sku ?? '']), 'base64url').slice(0, 22)}`

/** The database that is changed: the file of one machine, or what all instances share. */
export type Master = Pick<CatalogDatabase, 'read' | 'write'>

/** What an import did, or would do. */
export interface Imported extends Counts {
  /** New makers, each with a known one of nearly the same name. They may be the same. */
  readonly nearMakers: ReadonlyArray<readonly [maker: string, known: string]>
}

/** The fabrics that a release ships, so that they are loaded once, and never over that of a newer release. */
export interface Shipment {
  readonly hash: string
  readonly release: string
}

export interface ImportOptions {
  /** Given for fabrics that a release ships. */
  readonly shipment?: Shipment | undefined
  /** How long to wait for another process that changes the catalog. */
  readonly patience?: Patience | undefined
  /** Only counts, and changes nothing. */
  readonly isDryRun?: boolean
  /** Withdraw what the makers of the file have in the catalog and not in the file. */
  readonly replacesMakers?: boolean | undefined
  /** Withdraw them even if they are more than half of what a maker has. */
  readonly isForced?: boolean | undefined
}

/** Most are equal. The first comparison by language loads tables, which takes 10 ms of a start. */
const isNewer = (release: string, other: string) =>
  release !== other && release.localeCompare(other, 'en', { numeric: true }) > 0

/** Whether what is shipped has been loaded, or a newer release has loaded its own. */
async function isLoaded(rows: Rows, { hash, release }: Shipment): Promise<boolean> {
  if ((await factOf(rows, SHIPPED)) === hash) return true
  const loaded = await factOf(rows, RELEASE)
  return loaded !== undefined && isNewer(loaded, release)
}

/**
 * Changes the catalog in one transaction, as its next version, one process at a time. If no row changes, there is no new
 * version. Searches see the state before or after, and an interruption changes nothing. Throws `DatabaseBusyError` if
 * another process changes it for too long.
 */
function change<Result>(
  { write }: Master,
  patience: Patience,
  run: (rows: Rows, version: number) => Promise<Result>,
): Promise<Result> {
  return write(async (rows) => {
    const before = (await readVersion(rows)) ?? { catalog: randomBytes(8).toString('hex'), number: 0 }
    const number = before.number + 1
    const result = await run(rows, number)
    const changed = rows.selectFrom('catalog_fabrics').select('id').where('version', '=', number).limit(1)
    if ((await changed.executeTakeFirst()) !== undefined) await setVersion(rows, { ...before, number })
    return result
  }, patience)
}

/** The fabrics of the catalog, without the marks of those that were withdrawn. */
const present = (rows: Rows) => rows.selectFrom('catalog_fabrics').where('removed', '=', 0)

interface Change {
  readonly counts: 'added' | 'updated' | 'unchanged'
  /** The row to write, if any. */
  readonly row?: FabricRow
}

/** How a fabric of a file changes the row that is there. */
function changeOf(
  id: string,
  { manufacturer, collection, name, sku = null, colorHex, thumbnailUrl }: FileFabric,
  before: FabricRow | undefined,
  { isShipped, version }: { readonly isShipped: boolean; readonly version: number },
): Change {
  // A release changes neither what somebody imported nor what somebody withdrew.
  if (isShipped && before?.shipped === 0) return { counts: 'unchanged' }
  const known = before?.removed === 0 ? before : undefined
  // A shipped file is complete: what it leaves empty is removed.
  const kept = isShipped ? undefined : known
  const color_hex = colorHex === undefined ? (kept?.color_hex ?? null) : colorHex
  const thumbnail_url = thumbnailUrl === undefined ? (kept?.thumbnail_url ?? null) : thumbnailUrl
  const shipped = isShipped ? 1 : 0
  const row = {
    id,
    manufacturer,
    collection,
    name,
    sku,
    color_hex,
    thumbnail_url,
    shipped,
    version,
    removed: 0,
  } as const
  if (known === undefined) return { counts: 'added', row }
  if (known.color_hex !== color_hex || known.thumbnail_url !== thumbnail_url)
    return { counts: 'updated', row }
  return known.shipped === shipped ? { counts: 'unchanged' } : { counts: 'unchanged', row }
}

/** Makers whose names begin alike in fewer letters are not compared. */
const TELLING_LETTERS = 4
/** Nobody's list has more makers. */
const MOST_MAKERS = 1_000

const makersOf = (fabrics: Iterable<FileFabric>): ReadonlySet<string> =>
  new Set([...fabrics].map(({ manufacturer }) => manufacturer))

/** The makers of a file that are new, where there is another whose name begins so, or is the beginning of theirs. */
async function nearMakers(rows: Rows, fabrics: readonly FileFabric[]): Promise<Imported['nearMakers']> {
  // Not before a digit: "Mill 10" is another maker than "Mill 1".
  const isBeginning = (one: string, other: string) =>
    one.length >= TELLING_LETTERS && other.startsWith(one) && !/^\d/.test(other.slice(one.length))
  const known = await present(rows).select('manufacturer').distinct().execute()
  const others = new Map(known.map(({ manufacturer }) => [manufacturer, compact(manufacturer)]))
  const found: [string, string][] = []
  for (const maker of [...makersOf(fabrics)].slice(0, MOST_MAKERS)) {
    if (others.has(maker)) continue
    const letters = compact(maker)
    const [near] =
      [...others].find(([, other]) => isBeginning(letters, other) || isBeginning(other, letters)) ?? []
    if (near !== undefined) found.push([maker, near])
    others.set(maker, letters)
  }
  return found
}

/** The fabrics to withdraw: the shipped ones that a release no longer ships, or what the makers of a file no longer have. */
async function fabricsGone(
  rows: Rows,
  stays: ReadonlyMap<string, FileFabric>,
  { shipment, replacesMakers, isForced }: ImportOptions,
): Promise<readonly FabricRow[]> {
  const isGone = ({ id }: FabricRow) => !stays.has(id)
  const there = present(rows).selectAll()
  if (shipment !== undefined) return (await there.where('shipped', '=', 1).execute()).filter(isGone)
  let gone: FabricRow[] = []
  for (const maker of replacesMakers ? makersOf(stays.values()) : []) {
    const before = await there.where('manufacturer', '=', maker).execute()
    const going = before.filter(isGone)
    if (!isForced && going.length * 2 > before.length)
      throw new Error(
        `Nothing was imported: ${going.length} of the ${before.length} fabrics of ${visibleText(maker)} would go. --force replaces all the same; --dry-run --force counts them.`,
      )
    gone = gone.concat(going)
  }
  return gone
}

/** Puts fabrics into the catalog by their ids. If a fabric comes twice, the last one counts. */
async function putFabrics(
  rows: Rows,
  version: number,
  fabrics: readonly FileFabric[],
  options: ImportOptions,
): Promise<Imported> {
  const isShipped = options.shipment !== undefined
  const byId = new Map(fabrics.map((fabric) => [fabricId(fabric), fabric]))
  const near = await nearMakers(rows, fabrics)
  const counts = { added: 0, updated: 0, unchanged: 0 }
  const changed: FabricRow[] = []
  for (const some of inPieces([...byId])) {
    const ids = some.map(([id]) => id)
    const found = await rows.selectFrom('catalog_fabrics').selectAll().where('id', 'in', ids).execute()
    const known = new Map(found.map((row) => [row.id, row]))
    for (const [id, fabric] of some) {
      const change = changeOf(id, fabric, known.get(id), { isShipped, version })
      counts[change.counts] += 1
      if (change.row !== undefined) changed.push(change.row)
    }
  }
  const gone = await fabricsGone(rows, byId, options)
  // A fabric that somebody withdraws no longer belongs to a release.
  const marks = gone.map((row) => ({ ...row, shipped: isShipped ? 1 : 0, version, removed: 1 }) as const)
  if (!options.isDryRun) await putRows(rows, [...changed, ...marks])
  return {
    ...counts,
    removed: gone.length,
    duplicate: fabrics.length - byId.size,
    nearMakers: near,
  }
}

/**
 * Imports fabrics. With a shipment they are the shipped ones: fabrics that it no longer has are withdrawn, and those
 * that somebody imported do not change.
 *
 * @returns `undefined` if the shipment has been loaded before.
 */
export function importFabrics(
  database: Master,
  fabrics: readonly FileFabric[],
  options: ImportOptions = {},
): Promise<Imported | undefined> {
  const { shipment, patience = AT_START, isDryRun } = options
  if (isDryRun) return database.read((rows) => putFabrics(rows, 0, fabrics, options))
  return change(database, patience, async (rows, version) => {
    if (shipment === undefined) return putFabrics(rows, version, fabrics, options)
    if (await isLoaded(rows, shipment)) return undefined
    await setFact(rows, SHIPPED, shipment.hash)
    await setFact(rows, RELEASE, shipment.release)
    return putFabrics(rows, version, fabrics, options)
  })
}

/** Withdraws a fabric. Answers it; `undefined` if there is none of this id. */
export function removeFabric(database: Master, id: string): Promise<FabricRow | undefined> {
  return change(database, AT_START, async (rows, version) => {
    const row = await present(rows).selectAll().where('id', '=', id).executeTakeFirst()
    if (row !== undefined) await putRows(rows, [{ ...row, shipped: 0, version, removed: 1 }])
    return row
  })
}

/** How many warnings are given. */
const MOST_WARNINGS = 20

export type FabricImportOptions = FileImportOptions & Pick<ImportOptions, 'replacesMakers' | 'isForced'>

/**
 * Puts the fabrics of a file into the catalog by their stable ids (D3): all or none, unless bad ones are to be
 * skipped. Reads CSV or NDJSON.
 */
export async function importFabricFile(
  catalog: {
    importFabrics(fabrics: readonly FileFabric[], how: ImportOptions): Promise<Imported | undefined>
  },
  input: Buffer,
  options: FabricImportOptions,
): Promise<FileImport> {
  const { skipBad, isDryRun, replacesMakers, isForced, report } = options
  if (replacesMakers && skipBad) throw new Error('To replace a maker, the file must have no bad records.')
  const fabrics = [...readValues(input, FABRIC_FORMAT, report)].map(({ value }) => value)
  if (report.bad > 0 && !skipBad) return countImport(report, undefined)
  const patience = longWait(options)
  const imported = await catalog.importFabrics(fabrics, { isDryRun, replacesMakers, isForced, patience })
  for (const [maker, known] of imported?.nearMakers.slice(0, MOST_WARNINGS) ?? [])
    report.warnings.push(`${maker} is a new maker, and there is ${known}. If they are one, write it so.`)
  return countImport(report, imported)
}
