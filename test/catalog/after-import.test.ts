import { afterAll, beforeAll, expect, it } from 'vitest'
import { type Catalog, openCatalog, readFabrics } from '../../src/catalog/index.ts'
import { temporaryFolder } from '../helpers/files.ts'

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

it('[D16.6, D17.1] what an import brings is known to the next search: words to correct, lines and colours', async () => {
  await catalog.importFabrics([[fabric('Quokka', '#112233')]])
  expect(await find('qoukka')).toEqual(['Quokka'])
  await catalog.importFabrics([[fabric('Wallaby', '#EEDDCC'), { ...fabric('Numbat'), collection: 'Other' }]])
  expect(await find('wallbay')).toEqual(['Wallaby'])
  expect(await find('#EEDDCB')).toEqual(['Wallaby', 'Quokka'])
  expect(await find('other')).toEqual(['Numbat'])
})

it('[D16.6] a word that went and came again is still corrected', async () => {
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
