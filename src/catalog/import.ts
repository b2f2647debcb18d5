import { hash } from 'node:crypto'
import { inBatches } from '../core/batches.ts'
import { visibleText } from '../core/text.ts'
import { type LockWait, PATIENT } from '../database/index.ts'
import { type Counts, type FileImportOptions, readValues } from '../files/index.ts'
import type { Catalog } from './catalog.ts'
import { FABRIC_FORMAT, type FileFabric } from './fabric-files.ts'
import { type FabricRow, factsOf, putVersion, ROWS_AT_ONCE, type Rows, setFacts } from './rows.ts'
import { compact } from './search/vocabulary.ts'

/** The same in every version of the catalog (D3). */
const fabricId = ({ manufacturer, collection, name, sku }: FileFabric) =>
  `fab_${hash('sha256', JSON.stringify([manufacturer, collection, name, sku ?? '']), 'base64url').slice(0, 22)}`

interface ImportOptions extends Partial<Pick<FileImportOptions, 'isDryRun' | 'isReplacing' | 'isForced'>> {
  /** Of the release that ships the fabrics. */
  shipment?: { hash: string; release: string }
  lockWait?: LockWait
}

/** What makers have, by id, and for a shipment all that releases brought. */
async function rowsOf(rows: Rows, makers: ReadonlySet<string>, isShipment: boolean) {
  const known = new Map<string, FabricRow>()
  const all = rows.selectFrom('catalog_fabrics').selectAll()
  const add = async (found: typeof all) => {
    // A stream, because PostgreSQL may need longer for many rows than one statement of a server may take.
    for await (const row of found.stream(ROWS_AT_ONCE)) known.set(row.id, row)
  }
  if (isShipment) await add(all.where('shipped', '=', 1))
  for await (const some of inBatches(makers, ROWS_AT_ONCE)) await add(all.where('manufacturer', 'in', some))
  return known
}

/** The file may be cut short, or have only a new season. */
function refuseLosses(present: readonly FabricRow[], gone: readonly FabricRow[]) {
  for (const [maker, going] of Map.groupBy(gone, ({ manufacturer }) => manufacturer)) {
    const all = present.filter(({ manufacturer }) => manufacturer === maker)
    if (going.length * 2 > all.length)
      throw new Error(
        `Nothing was imported: ${going.length} of the ${all.length} fabrics of ${visibleText(maker)} would go. --force replaces all the same; --dry-run --force counts them.`,
      )
  }
}

/** If a fabric comes twice, the last one counts. */
async function compare(
  rows: Rows,
  fabrics: readonly FileFabric[],
  { shipment, isReplacing, isForced }: ImportOptions,
) {
  const isShipment = shipment !== undefined
  const shipped: FabricRow['shipped'] = isShipment ? 1 : 0
  const byId = new Map(fabrics.map((fabric) => [fabricId(fabric), fabric]))
  const makers = new Set(fabrics.map(({ manufacturer }) => manufacturer))
  const known = await rowsOf(rows, makers, isShipment)
  const present = [...known.values()].filter(({ removed }) => removed === 0)
  const gone = present.filter((row) => !byId.has(row.id) && (isShipment ? row.shipped === 1 : isReplacing))
  if (!isShipment && !isForced) refuseLosses(present, gone)
  // A fabric that somebody withdraws no longer belongs to a release.
  const changed: Omit<FabricRow, 'version'>[] = gone.map((row) => ({ ...row, shipped, removed: 1 }))
  const counts = { added: 0, updated: 0, unchanged: 0 }
  for (const [id, fabric] of byId) {
    const found = known.get(id)
    // A release changes neither what somebody imported nor what somebody withdrew.
    if (isShipment && found?.shipped === 0) {
      counts.unchanged += 1
      continue
    }
    const before = found?.removed === 0 ? found : undefined
    // A shipped file is complete: what it leaves empty is removed.
    const kept = isShipment ? undefined : before
    const { manufacturer, collection, name, sku = null } = fabric
    const { colorHex = kept?.color_hex ?? null, thumbnailUrl = kept?.thumbnail_url ?? null } = fabric
    const isSame = before?.color_hex === colorHex && before.thumbnail_url === thumbnailUrl
    if (before === undefined) counts.added += 1
    else counts[isSame ? 'unchanged' : 'updated'] += 1
    if (isSame && before.shipped === shipped) continue
    const values = { manufacturer, collection, name, sku, color_hex: colorHex, thumbnail_url: thumbnailUrl }
    changed.push({ id, ...values, shipped, removed: 0 })
  }
  return { changed, counts: { ...counts, removed: gone.length, duplicate: fabrics.length - byId.size } }
}

/**
 * A shipment withdraws the shipped fabrics that it no longer has. Returns `undefined` if it, or that of a newer release,
 * has been loaded. Throws if another process writes for too long.
 */
export const importFabrics = (
  catalog: Catalog,
  fabrics: readonly FileFabric[],
  options: ImportOptions = {},
): Promise<Counts | undefined> =>
  catalog.change(async ({ read, write }) => {
    const { shipment, lockWait = PATIENT, isDryRun } = options
    if (isDryRun) return (await read((rows) => compare(rows, fabrics, options))).counts
    return write(async (rows) => {
      if (shipment !== undefined) {
        const { 'seed:fabrics': loaded, release = '' } = await factsOf(rows)
        const isNewer = release.localeCompare(shipment.release, 'en', { numeric: true }) > 0
        if (loaded === shipment.hash || isNewer) return undefined
        await setFacts(rows, { 'seed:fabrics': shipment.hash, release: shipment.release })
      }
      const { changed, counts } = await compare(rows, fabrics, options)
      await putVersion(rows, changed)
      return counts
    }, lockWait)
  })

/** Returns the withdrawn fabric; `undefined` if there is none of this id. */
export const removeFabric = (catalog: Catalog, id: string): Promise<FabricRow | undefined> =>
  catalog.change(({ write }) =>
    write(async (rows) => {
      const present = rows.selectFrom('catalog_fabrics').selectAll().where('removed', '=', 0)
      const row = await present.where('id', '=', id).executeTakeFirst()
      if (row !== undefined) await putVersion(rows, [{ ...row, shipped: 0, removed: 1 }])
      return row
    }, PATIENT),
  )

/** Also copies withdrawn fabrics, and which release has been loaded. */
export const copyCatalog = (from: Catalog, to: Catalog): Promise<void> =>
  to.change(({ write }) =>
    write(async (rows) => {
      const { version, changedAt, ...ofRelease } = await factsOf(from.rows)
      if (Object.keys(ofRelease).length > 0) await setFacts(rows, ofRelease)
      await putVersion(rows, await from.rows.selectFrom('catalog_fabrics').selectAll().execute())
    }, PATIENT),
  )

/** Beginnings of fewer letters are not compared. */
const TELLING_LETTERS = 4
/** No real list has more makers. */
const MOST_MAKERS = 1_000

/** Of two makers, the name of one begins with that of the other: they may be the same. */
async function warningsOf(rows: Rows, fabrics: readonly FileFabric[]): Promise<readonly string[]> {
  // "Mill 10" is another maker than "Mill 1".
  const isBeginning = (one: string, other: string) =>
    one.length >= TELLING_LETTERS && other.startsWith(one) && !/^\d/.test(other.slice(one.length))
  const present = rows.selectFrom('catalog_fabrics').where('removed', '=', 0)
  const known = await present.select('manufacturer').distinct().execute()
  const makers = new Set([...known, ...fabrics].map(({ manufacturer }) => manufacturer))
  const compared = [...makers]
    .slice(0, known.length + MOST_MAKERS)
    .map((maker) => [maker, compact(maker)] as const)
  return compared.slice(known.length).flatMap(([maker, letters], at) => {
    const before = compared.slice(0, known.length + at)
    const near = before.find(([, other]) => isBeginning(letters, other) || isBeginning(other, letters))
    return near ? `${maker} is a new maker, and there is ${near[0]}. If they are one, write it so.` : []
  })
}

/** Imports CSV or NDJSON. Returns `undefined` if bad records kept everything out. */
export async function importFabricFile(
  catalog: Catalog,
  input: Buffer,
  options: FileImportOptions,
): Promise<Counts | undefined> {
  const { skipBad, isReplacing, report } = options
  if (isReplacing && skipBad) throw new Error('To replace a maker, the file must have no bad records.')
  const fabrics = readValues(input, FABRIC_FORMAT, report).map(({ value }) => value)
  if (report.bad > 0 && !skipBad) return undefined
  const warnings = await warningsOf(catalog.rows, fabrics)
  const counts = await importFabrics(catalog, fabrics, options)
  report.warnings.push(...warnings)
  return counts
}
