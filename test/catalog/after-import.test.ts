import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type Catalog, openCatalog, readFabrics } from '../../src/catalog/index.ts'
import { temporaryFolder } from '../helpers/files.ts'
import Sqlite from '../helpers/sqlite.ts'

let catalog: Catalog
beforeAll(async () => {
  catalog = await openCatalog(':memory:')
})
const folder = temporaryFolder()
afterAll(async () => {
  await catalog.close()
  folder.remove()
})

const fabric = (name: string, colorHex?: string) => ({
  manufacturer: 'Mill',
  collection: 'Line',
  name,
  ...(colorHex === undefined ? {} : { colorHex }),
})

async function find(query: string): Promise<readonly string[]> {
  const filter = { query, manufacturer: undefined, collection: undefined }
  const { items } = await catalog.fabrics.search({ ...filter, limit: 5, after: undefined })
  return items.map(({ name }) => name)
}

it('[D16.7, D17.1] what an import brings is known to the next search: words to correct, lines and colours', async () => {
  await catalog.importFabrics([[fabric('Quokka', '#112233')]])
  expect(await find('qoukka')).toEqual(['Quokka'])
  await catalog.importFabrics([[fabric('Wallaby', '#EEDDCC'), { ...fabric('Numbat'), collection: 'Other' }]])
  expect(await find('wallbay')).toEqual(['Wallaby'])
  expect(await find('#EEDDCB')).toEqual(['Wallaby', 'Quokka'])
  expect(await find('other')).toEqual(['Numbat'])
})

it('[D16.7] a word that went and came again is still corrected', async () => {
  await catalog.importFabrics([[fabric('Bandicoot')]], { shipped: true })
  expect(await find('bandicot')).toEqual(['Bandicoot'])
  await catalog.importFabrics([[]], { shipped: true })
  await catalog.importFabrics([[fabric('Potoroo')]], { shipped: true })
  expect(await find('bandicot')).toEqual([])
  expect(await find('potorooo')).toEqual(['Potoroo'])
  await catalog.importFabrics([[fabric('Bandicoot')]], { shipped: true })
  expect(await find('bandicot')).toEqual(['Bandicoot'])
  expect(await find('qoukka')).toEqual(['Quokka'])
})

it('a colour that a release no longer ships is gone', async () => {
  const ship = async (hex: string) =>
    catalog.importFabrics(
      [await readFabrics(`manufacturer,collection,name,colorHex\nMill,Line,Kea,${hex}\n`)],
      {
        shipped: true,
      },
    )
  await ship('#010203')
  expect(await find('#010203')).toContain('Kea')
  expect(await ship('')).toMatchObject({ updated: 1 })
  expect(await find('#010203')).not.toContain('Kea')
})

it('[D16.7] the index of words stays in one part, however small the imports', async () => {
  const path = join(folder.path, 'small.db')
  const grown = await openCatalog(path)
  await grown.importFabrics([Array.from({ length: 50 }, (_, index) => fabric(`Fox${index}`))])
  for (const name of ['Quokka', 'Wallaby', 'Numbat', 'Bandicoot']) await grown.importFabrics([[fabric(name)]])
  await grown.close()
  const file = new Sqlite(path)
  expect(file.prepare('select count(distinct segid) from word_parts_idx').pluck().get()).toBe(1)
  file.close()
})
