import { randomBytes } from 'node:crypto'
import type { Kysely } from 'kysely'
import { inBatches } from '../core/batches.ts'
import { type Database, type Migrations, newValuesOf } from '../database/index.ts'

export interface FabricRow {
  id: string
  manufacturer: string
  collection: string
  name: string
  sku: string | null
  color_hex: string | null
  thumbnail_url: string | null
  /** 1 if a release shipped it, and no import has changed it. */
  shipped: 0 | 1
  /** The version of the catalog that last changed the row. */
  version: number
  /** 1 if the fabric was removed in that version. Instances that follow, and releases, have to know. */
  removed: 0 | 1
}

interface CatalogTables {
  catalog_fabrics: FabricRow
  /** The version of the catalog, when it changed, and what a release has loaded. */
  catalog_facts: { key: string; value: string }
}

export type CatalogDatabase = Database<CatalogTables>
/** A database or a transaction. */
export interface Rows extends Kysely<CatalogTables> {}

export const MIGRATIONS: Migrations = {
  'catalog-0001': (id) => [
    `create table "catalog_fabrics" ("id" ${id} primary key, "manufacturer" text not null,
       "collection" text not null, "name" text not null, "sku" text, "color_hex" text, "thumbnail_url" text,
       "shipped" integer not null, "version" bigint not null, "removed" integer not null)`,
    `create index "catalog_fabrics_version" on "catalog_fabrics" ("version")`,
    `create table "catalog_facts" ("key" ${id} primary key, "value" text not null)`,
  ],
}

/** Rows in one statement: few enough that searches come in between. */
export const ROWS_AT_ONCE = 100

export async function putRows(
  rows: Rows,
  changed: Iterable<FabricRow> | AsyncIterable<FabricRow>,
): Promise<void> {
  for await (const some of inBatches(changed, ROWS_AT_ONCE)) {
    await rows
      .insertInto('catalog_fabrics')
      .values(some)
      .onConflict((conflict) => conflict.column('id').doUpdateSet(newValuesOf(some[0])))
      .execute()
  }
}

/** `seed:fabrics` is the hash of the fabrics that a release has loaded, and `changedAt` a time in ISO 8601. */
type Facts = Readonly<Partial<Record<'version' | 'changedAt' | 'seed:fabrics' | 'release', string>>>

export async function factsOf(rows: Rows): Promise<Facts> {
  const facts = await rows.selectFrom('catalog_facts').selectAll().execute()
  return Object.fromEntries(facts.map(({ key, value }) => [key, value]))
}

export async function setFacts(rows: Rows, facts: Facts): Promise<void> {
  await rows
    .insertInto('catalog_facts')
    .values(Object.entries(facts).map(([key, value]) => ({ key, value })))
    .onConflict((conflict) =>
      conflict.column('key').doUpdateSet(({ ref }) => ({ value: ref('excluded.value') })),
    )
    .execute()
}

/** The name of a catalog, and how often it has changed. */
export function versionParts(version = '') {
  const [catalog = '', number = '0'] = version.split('.')
  return { catalog, number: Number(number) }
}

export async function putVersion(
  rows: Rows,
  changed: ReadonlyArray<Omit<FabricRow, 'version'>>,
): Promise<void> {
  if (changed.length === 0) return
  const before = versionParts((await factsOf(rows)).version)
  // A random name, because a rebuilt file counts from 1 again.
  const catalog = before.catalog || randomBytes(8).toString('hex')
  const version = before.number + 1
  await putRows(
    rows,
    changed.map((row) => ({ ...row, version })),
  )
  await setFacts(rows, { version: `${catalog}.${version}`, changedAt: new Date().toISOString() })
}
