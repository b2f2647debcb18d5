import { isDeepStrictEqual } from 'node:util'
import Sqlite from 'better-sqlite3'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { catalogPathOf } from '../../src/catalog/index.ts'
import type { FabricKey, FabricRecord } from '../../src/core/rooms.ts'
import { importText } from '../transfer/transferring.ts'
import { contentsOf, copyData, seedFrom } from './data-copy.ts'
import {
  catalogRows,
  openDatabase,
  openShipped,
  pagesOf,
  SHIPPED_DATA,
  type TestDatabase,
} from './databases.ts'

let database: TestDatabase
let data: ReturnType<typeof copyData>
beforeEach(async () => {
  database = await openShipped()
  data = copyData()
})
afterEach(async () => {
  await database.close()
  data.remove()
})

const seedCopy = () => seedFrom(data.path, database)

async function fabrics(): Promise<Map<string, FabricRecord>> {
  const pages = await pagesOf((after: FabricKey | undefined) =>
    database.store.fabrics.search({
      query: undefined,
      manufacturer: undefined,
      collection: undefined,
      limit: 500,
      after,
    }),
  )
  return new Map(
    pages.flat().map((fabric) => [`${fabric.collection}/${fabric.name}/${fabric.sku ?? ''}`, fabric]),
  )
}

describe('a second time', () => {
  it('loads nothing, and leaves every row as it is', async () => {
    const before = await contentsOf(database)
    expect(await seedCopy()).toEqual({ loaded: [], failed: [] })
    expect(await contentsOf(database)).toEqual(before)
  })
})

describe('a changed data file', () => {
  it('[D3.2] adds, changes and removes fabrics; the others keep their ids', async () => {
    const before = await fabrics()
    data.edit('fabrics.csv', (csv) =>
      csv
        .replace(/^Robert Kaufman,Kona Cotton,Mustard,K001-1240,.*\n/m, '')
        .replace(/^(Andover Fabrics,Century Solids,Almond,,)#EEDDB2/m, '$1#010203')
        .concat('Zzz Fabrics,Last Line,Quokka,Q-1,#0A0B0C,\n'),
    )
    expect(await seedCopy()).toEqual({ loaded: ['fabrics'], failed: [] })
    const after = await fabrics()

    expect(after.size).toBe(before.size)
    expect(after.has('Kona Cotton/Mustard/K001-1240')).toBe(false)
    expect(after.get('Last Line/Quokka/Q-1')).toMatchObject({
      manufacturer: 'Zzz Fabrics',
      colorHex: '#0A0B0C',
    })
    expect(after.get('Century Solids/Almond/')).toMatchObject({ colorHex: '#010203' })
    for (const [name, { id }] of before) {
      if (name !== 'Kona Cotton/Mustard/K001-1240') expect(after.get(name)?.id).toBe(id)
    }
  })
})

it('without the shipped fabrics the catalog has what was imported, and they can come back', async () => {
  const names = () =>
    catalogRows(
      database.path,
      "select name from catalog_fabrics where removed = 0 and name in ('Quokka', 'Mustard')",
    )
  const text = 'manufacturer,collection,name\nZzz,Own,Quokka\n'
  await importText(database, 'fabrics', text)
  expect(await seedFrom(SHIPPED_DATA, database, true, false)).toEqual({ loaded: ['fabrics'], failed: [] })
  expect(names()).toEqual([{ name: 'Quokka' }])
  expect(await seedFrom(SHIPPED_DATA, database, true, false)).toEqual({ loaded: [], failed: [] })
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
  await empty.close()
})

describe('a broken data file', () => {
  const editFabrics = (change: (csv: string) => string) => () => data.edit('fabrics.csv', change)
  it.each<[string, string, () => void]>([
    ['fabrics', 'a missing file', () => data.delete('fabrics.csv')],
    ['fabrics', 'a colour that is none', editFabrics((csv) => csv.replace('#EEDDB2', 'beige'))],
    ['fabrics', 'an unclosed quote', editFabrics((csv) => `${csv}"Moda`)],
    ['demo', 'no JSON', () => data.edit('demo.ndjson', (lines) => `${lines}{"type":`)],
    [
      'demo',
      'an unknown project',
      () => data.edit('demo.ndjson', (lines) => lines.replaceAll('"projectId":"prj_', '"projectId":"x_')),
    ],
  ])('%s: %s: what was loaded stays', async (part, _, destroy) => {
    const before = await contentsOf(database)
    destroy()
    expect(await seedCopy()).toEqual({ loaded: [], failed: [part] })
    // Of thousands of rows nobody would read the differences.
    expect(isDeepStrictEqual(await contentsOf(database), before)).toBe(true)
  })
})
