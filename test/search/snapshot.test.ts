import { expect, it } from 'vitest'
import { openShipped } from '../accounts/databases.ts'

const ALL = { query: undefined, manufacturer: undefined, collection: undefined, limit: 1, after: undefined }

it('an export sees one state of the catalog, though fabrics are imported meanwhile', async () => {
  const database = await openShipped()
  try {
    const count = await database.catalog.reading(async (all) => {
      const fabrics = all[Symbol.iterator]()
      const first = fabrics.next()
      await database.catalog.importFabrics([
        [{ manufacturer: 'Zzz Mills', collection: 'Last', name: 'Quokka' }],
      ])
      return (first.done ? 0 : 1) + [...{ [Symbol.iterator]: () => fabrics }].length
    })
    expect(count).toBe(2942)
    const page = await database.store.fabrics.search(ALL)
    expect((await page.report()).total?.count).toBe(2943)
  } finally {
    await database.close()
  }
})

it('a report is of the state that was searched, and fails once the catalog has changed', async () => {
  const database = await openShipped()
  try {
    const page = await database.store.fabrics.search(ALL)
    expect(await page.report()).toMatchObject({ total: { count: 2942 } })
    await database.catalog.importFabrics([
      [{ manufacturer: 'Zzz Mills', collection: 'Last', name: 'Quokka' }],
    ])
    await expect(page.report()).rejects.toMatchObject({ code: 'catalog_unavailable' })
  } finally {
    await database.close()
  }
})
