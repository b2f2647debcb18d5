import Sqlite from 'better-sqlite3'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { catalogPathOf } from '../../src/catalog/index.ts'
import { SILENT } from '../../src/core/logger.ts'
import { seed } from '../../src/seed.ts'
import { exportText, importText } from '../transfer/transferring.ts'
import { copyData, seedFrom } from './data-copy.ts'
import { catalogRows, openDatabase, openShipped, SHIPPED_DATA, type TestDatabase } from './databases.ts'

let database: TestDatabase
let data: ReturnType<typeof copyData>
beforeEach(async () => {
  database = await openShipped()
  data = copyData()
})
afterEach(() => database.close())

const seedCopy = () => seedFrom(data.path, database)

/** Everything that seeding fills, with the marks of what was loaded. */
const contents = async (): Promise<string> => {
  const facts = [
    await database.db.selectFrom('meta').selectAll().execute(),
    catalogRows(database.path, 'select * from catalog_facts'),
  ]
  const files = [await exportText(database, 'items'), await exportText(database, 'fabrics')]
  return JSON.stringify([facts, files])
}

it('a second time loads nothing, and leaves all as it is', async () => {
  const before = await contents()
  expect(await seedCopy()).toEqual({ loaded: [], failed: [] })
  // Of thousands of rows nobody would read the differences.
  expect((await contents()) === before).toBe(true)
})

it('[D3.2] a changed data file adds, changes and removes fabrics; the others keep their ids', async () => {
  const fabrics = () => {
    const all = [...database.catalog.all()]
    return new Map(all.map((fabric) => [`${fabric.collection}/${fabric.name}/${fabric.sku ?? ''}`, fabric]))
  }
  const before = fabrics()
  data.edit('fabrics.csv', (csv) =>
    csv
      .replace(/^Robert Kaufman,Kona Cotton,Mustard,K001-1240,.*\n/m, '')
      .replace(/^(Andover Fabrics,Century Solids,Almond,,)#EEDDB2/m, '$1#010203')
      .replace(/^(Robert Kaufman,Kona Cotton,Curry,[^,]*,)#\w+/m, '$1')
      .concat('Zzz Fabrics,Last Line,Quokka,Q-1,#0A0B0C,\n'),
  )
  expect(await seedCopy()).toEqual({ loaded: ['fabrics'], failed: [] })
  const after = fabrics()
  expect(after.get('Last Line/Quokka/Q-1')).toMatchObject({
    manufacturer: 'Zzz Fabrics',
    colorHex: '#0A0B0C',
  })
  expect(after.get('Century Solids/Almond/')).toMatchObject({ colorHex: '#010203' })
  expect(after.get('Kona Cotton/Curry/K001-1677')).toMatchObject({ colorHex: undefined })
  const idsOf = (found: typeof before, without: string) =>
    [...found].flatMap(([name, { id }]) => (name === without ? [] : [id])).sort()
  expect(idsOf(after, 'Last Line/Quokka/Q-1')).toEqual(idsOf(before, 'Kona Cotton/Mustard/K001-1240'))
})

it('without the shipped fabrics the catalog has what was imported, and they can come back', async () => {
  const names = () =>
    catalogRows(
      database.path,
      "select name from catalog_fabrics where removed = 0 and name in ('Quokka', 'Mustard')",
    )
  await importText(database, 'fabrics', 'manufacturer,collection,name\nZzz,Own,Quokka\n')
  expect(await seedFrom(SHIPPED_DATA, database, false)).toEqual({ loaded: ['fabrics'], failed: [] })
  expect(names()).toEqual([{ name: 'Quokka' }])
  expect(await seedFrom(SHIPPED_DATA, database, false)).toEqual({ loaded: [], failed: [] })
  expect(await seedFrom(SHIPPED_DATA, database)).toEqual({ loaded: ['fabrics'], failed: [] })
  expect(names().length).toBeGreaterThan(1)
})

it('what is shipped is loaded behind an import that holds the catalog, and the start does not wait', async () => {
  const empty = await openDatabase()
  const importer = new Sqlite(catalogPathOf(empty.path))
  importer.exec('begin immediate')
  const { loaded, failed } = await seedFrom(SHIPPED_DATA, empty)
  expect([loaded, failed]).toEqual([['demo'], []])
  importer.exec('commit')
  importer.close()
  await expect.poll(() => loaded.toSorted(), { timeout: 20_000 }).toEqual(['demo', 'fabrics'])
})

const editFabrics = (change: (csv: string) => string) => () => data.edit('fabrics.csv', change)
const editDemo = (change: (lines: string) => string) => () => data.edit('demo.ndjson', change)
it.each<[string, string, () => void]>([
  ['fabrics', 'a missing file', () => data.delete('fabrics.csv')],
  ['fabrics', 'a colour that is none', editFabrics((csv) => csv.replace('#EEDDB2', 'beige'))],
  ['fabrics', 'an unclosed quote', editFabrics((csv) => `${csv}"Moda`)],
  ['demo', 'no JSON', editDemo((lines) => `${lines}{"type":`)],
  [
    'demo',
    'an unknown project',
    editDemo((lines) => lines.replaceAll('"projectId":"prj_', '"projectId":"x_')),
  ],
])('%s: %s: what was loaded stays', async (part, _, destroy) => {
  const before = await contents()
  destroy()
  expect(await seedCopy()).toEqual({ loaded: [], failed: [part] })
  // A command fails.
  await expect(seed(database, { directory: data.path, demo: true, log: SILENT })).rejects.toThrow()
  expect((await contents()) === before).toBe(true)
})
