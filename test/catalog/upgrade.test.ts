import { join } from 'node:path'
import Sqlite from 'better-sqlite3'
import { afterAll, expect, it } from 'vitest'
import { type Catalog, openCatalog } from '../../src/catalog/index.ts'
import { temporaryFolder } from '../helpers/files.ts'
import { catalogOfLines, catalogOfRelease1 } from './release1.ts'

const folder = temporaryFolder()
afterAll(folder.remove)

const IMPORTED = 2_000
const fabric = (name: string, colorHex?: string) => ({
  manufacturer: 'Own Maker',
  collection: 'Own Line',
  name,
  ...(colorHex === undefined ? {} : { colorHex }),
})

const namesIn = (catalog: Catalog) => catalog.reading(async (all) => [...all].map(({ name }) => name))

const find = async (catalog: Catalog, query: string) => {
  const filter = { query, manufacturer: undefined, collection: undefined, limit: 3, after: undefined }
  return (await catalog.fabrics.search(filter)).items
}

it('[D3.2] fabrics that were imported into release 1.0 are there and found after the upgrade', async () => {
  const path = join(folder.path, 'first.db')
  catalogOfRelease1(path, IMPORTED)
  const catalog = await openCatalog(path)
  const shipment = { name: 'fabrics', hash: 'new', release: '2.0.0' }
  expect(await catalog.importFabrics([[fabric('Shipped anew')]], { shipment })).toMatchObject({
    added: 1,
    withdrawn: 1,
  })
  expect(await catalog.importFabrics([[fabric(`Keepsake ${IMPORTED}`, '#ABCDEF')]])).toMatchObject({
    updated: 1,
  })
  const names = new Set(await namesIn(catalog))
  expect(names.size).toBe(IMPORTED + 1)
  expect(names).toContain('Keepsake 1')
  expect(await find(catalog, 'keepsake 1234')).toMatchObject([{ name: 'Keepsake 1234', colorHex: '#112233' }])
  expect(await find(catalog, `keepsake ${IMPORTED}`)).toMatchObject([{ colorHex: '#ABCDEF' }])
  await catalog.close()
})

it('[D3.2] so are those that an interrupted upgrade of a former release has kept; the old tables are gone', async () => {
  const path = join(folder.path, 'second.db')
  catalogOfRelease1(path, 3)
  const db = new Sqlite(path)
  db.exec('create table kept (manufacturer, collection, name, sku, color_hex, thumbnail_url)')
  db.exec("insert into kept values ('Own Maker', 'Own Line', 'Still kept', null, '#445566', null)")
  db.close()
  await (await openCatalog(path)).close()
  const catalog = await openCatalog(path)
  expect(new Set(await namesIn(catalog))).toEqual(
    new Set(['Keepsake 1', 'Keepsake 2', 'Keepsake 3', 'Still kept', 'Shipped']),
  )
  await catalog.close()
  const after = new Sqlite(path)
  const tables = after
    .prepare("select name from sqlite_master where type = 'table' order by name")
    .pluck()
    .all()
  expect(tables).toEqual(['catalog_fabrics', 'catalog_facts', 'kysely_migration', 'leases'])
  after.close()
})

it('[D3.2] so are those of the release whose tables had lines', async () => {
  const path = join(folder.path, 'lines.db')
  catalogOfLines(path, 3)
  const catalog = await openCatalog(path)
  expect(await namesIn(catalog)).toEqual(['Keepsake 1', 'Keepsake 2', 'Keepsake 3'])
  expect(await catalog.importFabrics([[fabric('Keepsake 2', '#112233')]])).toMatchObject({ unchanged: 1 })
  await catalog.close()
})
