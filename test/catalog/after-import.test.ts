import { afterAll, expect, it } from 'vitest'
import { importFabrics, openCatalog } from '../../src/catalog/index.ts'

const catalog = await openCatalog(':memory:')
afterAll(() => catalog.close())

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
  await importFabrics(catalog, [fabric('Quokka', '#112233')])
  expect(await find('qoukka')).toEqual(['Quokka'])
  await importFabrics(catalog, [fabric('Wallaby', '#EEDDCC'), { ...fabric('Numbat'), collection: 'Other' }])
  expect(await find('wallbay')).toEqual(['Wallaby'])
  expect(await find('#EEDDCB')).toEqual(['Wallaby', 'Quokka'])
  expect(await find('other')).toEqual(['Numbat'])
})

it('an export is of one state, or it fails', async () => {
  const all = catalog.all()
  expect(all.next().value).toMatchObject({ manufacturer: 'Mill' })
  await importFabrics(catalog, [fabric('Dingo')])
  expect(() => all.next()).toThrow(expect.objectContaining({ code: 'catalog_unavailable' }))
  expect([...catalog.all()].map(({ name }) => name)).toContain('Dingo')
})
