import { hash, randomBytes } from 'node:crypto'
import { visibleText } from '../core/text.ts'
import { type LockWait, PATIENT } from '../database/index.ts'
import { type Counts, type FileImportOptions, longWait, readValues } from '../files/index.ts'
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

/** The same for the same fabric in every version of the catalog (D3). */
const fabricId = ({ manufacturer, collection, name, sku }: FileFabric): string =>
  `fab_${hash('sha256', JSON.stringify([manufacturer, collection, name, sku ?? '']), 'base64url').slice(0, 22)}`

/** The file of one machine, or the rows that all instances share. */
export type Master = Pick<CatalogDatabase, 'read' | 'write'>

/** What an import did, or a dry run would do. */
export interface Imported extends Counts {
  readonly warnings: readonly string[]
}

export interface ImportOptions {
  /** Given for the fabrics that a release ships: they are loaded once, and never over those of a newer release. */
  readonly shipment?: { readonly hash: string; readonly release: string }
  readonly lockWait?: LockWait
  readonly isDryRun?: boolean
  /** Withdraw the fabrics of the file's makers that are not in the file. */
  readonly replacesMakers?: boolean | undefined
  /** Withdraw them even if they are more than half of what a maker has. */
  readonly isForced?: boolean | undefined
}

/**
 * Makes the next version of the catalog in one transaction, one process at a time. If no row changes, there is no new
 * version. Throws `DatabaseBusyError` if another process takes too long.
 */
function change<Result>(
  { write }: Master,
  lockWait: LockWait,
  run: (rows: Rows, version: number) => Promise<Result>,
): Promise<Result> {
  return write(async (rows) => {
    const before = (await readVersion(rows)) ?? { catalog: randomBytes(8).toString('hex'), number: 0 }
    const number = before.number + 1
    const result = await run(rows, number)
    const changed = rows.selectFrom('catalog_fabrics').select('id').where('version', '=', number).limit(1)
    if ((await changed.executeTakeFirst()) !== undefined) await setVersion(rows, { ...before, number })
    return result
  }, lockWait)
}

const present = (rows: Rows) => rows.selectFrom('catalog_fabrics').where('removed', '=', 0)

/** Beginnings of fewer letters are not compared. */
const TELLING_LETTERS = 4
/** No real list has more makers. */
const MOST_MAKERS = 1_000
const MOST_WARNINGS = 20

/** Warns of new makers whose name begins with another's, or another's with theirs: they may be the same. */
async function warnOfMakers(rows: Rows, makers: ReadonlySet<string>): Promise<readonly string[]> {
  // Not before a digit: "Mill 10" is another maker than "Mill 1".
  const isBeginning = (one: string, other: string) =>
    one.length >= TELLING_LETTERS && other.startsWith(one) && !/^\d/.test(other.slice(one.length))
  const known = await present(rows).select('manufacturer').distinct().execute()
  const others = new Map(known.map(({ manufacturer }) => [manufacturer, compact(manufacturer)]))
  const warnings: string[] = []
  for (const maker of [...makers].slice(0, MOST_MAKERS)) {
    if (others.has(maker)) continue
    const letters = compact(maker)
    const [near] =
      [...others].find(([, other]) => isBeginning(letters, other) || isBeginning(other, letters)) ?? []
    if (near !== undefined)
      warnings.push(`${maker} is a new maker, and there is ${near}. If they are one, write it so.`)
    others.set(maker, letters)
  }
  return warnings.slice(0, MOST_WARNINGS)
}

/** What a release no longer ships, or what the makers of a file no longer have. */
async function fabricsGone(
  rows: Rows,
  stays: ReadonlyMap<string, FileFabric>,
  makers: ReadonlySet<string>,
  { shipment, replacesMakers, isForced }: ImportOptions,
): Promise<readonly FabricRow[]> {
  const isGone = ({ id }: FabricRow) => !stays.has(id)
  const there = present(rows).selectAll()
  if (shipment !== undefined) return (await there.where('shipped', '=', 1).execute()).filter(isGone)
  const gone: FabricRow[] = []
  for (const maker of replacesMakers ? makers : []) {
    const before = await there.where('manufacturer', '=', maker).execute()
    const going = before.filter(isGone)
    if (!isForced && going.length * 2 > before.length)
      throw new Error(
        `Nothing was imported: ${going.length} of the ${before.length} fabrics of ${visibleText(maker)} would go. --force replaces all the same; --dry-run --force counts them.`,
      )
    for (const row of going) gone.push(row)
  }
  return gone
}

/** If a fabric comes twice, the last one counts. */
async function putFabrics(
  rows: Rows,
  version: number,
  fabrics: readonly FileFabric[],
  options: ImportOptions,
): Promise<Imported> {
  const shipped = options.shipment === undefined ? 0 : 1
  const byId = new Map(fabrics.map((fabric) => [fabricId(fabric), fabric]))
  const makers = new Set(fabrics.map(({ manufacturer }) => manufacturer))
  const warnings = await warnOfMakers(rows, makers)
  const counts = { added: 0, updated: 0, unchanged: 0 }
  const changed: FabricRow[] = []
  for (const some of inPieces([...byId])) {
    const ids = some.map(([id]) => id)
    const found = await rows.selectFrom('catalog_fabrics').selectAll().where('id', 'in', ids).execute()
    const rowsById = new Map(found.map((row) => [row.id, row]))
    for (const [id, fabric] of some) {
      const { manufacturer, collection, name, sku = null, colorHex, thumbnailUrl } = fabric
      const before = rowsById.get(id)
      // A release changes neither what somebody imported nor what somebody withdrew.
      if (shipped === 1 && before?.shipped === 0) {
        counts.unchanged += 1
        continue
      }
      const known = before?.removed === 0 ? before : undefined
      // A shipped file is complete: what it leaves empty is removed.
      const { color_hex = null, thumbnail_url = null } = (shipped === 0 ? known : undefined) ?? {}
      const row: FabricRow = {
        id,
        manufacturer,
        collection,
        name,
        sku,
        color_hex: colorHex === undefined ? color_hex : colorHex,
        thumbnail_url: thumbnailUrl === undefined ? thumbnail_url : thumbnailUrl,
        shipped,
        version,
        removed: 0,
      }
      const isSame = known?.color_hex === row.color_hex && known.thumbnail_url === row.thumbnail_url
      if (known === undefined) counts.added += 1
      else counts[isSame ? 'unchanged' : 'updated'] += 1
      if (!isSame || known.shipped !== shipped) changed.push(row)
    }
  }
  const gone = await fabricsGone(rows, byId, makers, options)
  // A fabric that somebody withdraws no longer belongs to a release.
  const marks = gone.map((row): FabricRow => ({ ...row, shipped, version, removed: 1 }))
  if (!options.isDryRun) await putRows(rows, [...changed, ...marks])
  return { ...counts, removed: gone.length, duplicate: fabrics.length - byId.size, warnings }
}

/** Most are equal, and the first comparison by language takes 10 ms of a start. */
const isNewer = (release: string, other: string) =>
  release !== other && release.localeCompare(other, 'en', { numeric: true }) > 0

/**
 * A shipment withdraws the shipped fabrics that it no longer has, and does not change those that somebody imported.
 * Returns `undefined` if it has been loaded before, or that of a newer release.
 */
export function importFabrics(
  database: Master,
  fabrics: readonly FileFabric[],
  options: ImportOptions = {},
): Promise<Imported | undefined> {
  const { shipment, lockWait = PATIENT, isDryRun } = options
  if (isDryRun) return database.read((rows) => putFabrics(rows, 0, fabrics, options))
  return change(database, lockWait, async (rows, version) => {
    if (shipment !== undefined) {
      if ((await factOf(rows, SHIPPED)) === shipment.hash) return undefined
      const loaded = (await factOf(rows, RELEASE)) ?? shipment.release
      if (isNewer(loaded, shipment.release)) return undefined
      await setFact(rows, SHIPPED, shipment.hash)
      await setFact(rows, RELEASE, shipment.release)
    }
    return putFabrics(rows, version, fabrics, options)
  })
}

/** Returns the withdrawn fabric; `undefined` if there is none of this id. */
export function removeFabric(database: Master, id: string): Promise<FabricRow | undefined> {
  return change(database, PATIENT, async (rows, version) => {
    const row = await present(rows).selectAll().where('id', '=', id).executeTakeFirst()
    if (row !== undefined) await putRows(rows, [{ ...row, shipped: 0, version, removed: 1 }])
    return row
  })
}

/** Copies all rows, also those of withdrawn fabrics, and the release that the other catalog has loaded. */
export async function copyRows(from: Rows, to: Master): Promise<void> {
  const all = await from.selectFrom('catalog_fabrics').selectAll().execute()
  const loaded = from.selectFrom('catalog_facts').selectAll().where('key', 'in', [SHIPPED, RELEASE])
  const facts = await loaded.execute()
  await change(to, PATIENT, async (rows, version) => {
    await putRows(
      rows,
      all.map((row) => ({ ...row, version })),
    )
    for (const { key, value } of facts) await setFact(rows, key, value)
  })
}

export type FabricImportOptions = FileImportOptions & Pick<ImportOptions, 'replacesMakers' | 'isForced'>

/** Imports a CSV or NDJSON file. Returns `undefined` if bad records kept everything out. */
export async function importFabricFile(
  catalog: {
    importFabrics(fabrics: readonly FileFabric[], how: ImportOptions): Promise<Imported | undefined>
  },
  input: Buffer,
  options: FabricImportOptions,
): Promise<Counts | undefined> {
  const { skipBad, isDryRun, replacesMakers, isForced, report } = options
  if (replacesMakers && skipBad) throw new Error('To replace a maker, the file must have no bad records.')
  const fabrics = readValues(input, FABRIC_FORMAT, report).map(({ value }) => value)
  if (report.bad > 0 && !skipBad) return undefined
  const lockWait = longWait(options)
  const imported = await catalog.importFabrics(fabrics, { isDryRun, replacesMakers, isForced, lockWait })
  report.warnings.push(...(imported?.warnings ?? []))
  return imported
}
