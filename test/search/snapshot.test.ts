import { expect, it } from 'vitest'
import { openShipped } from '../accounts/databases.ts'

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
    const { report } = await database.store.fabrics.search({
      query: undefined,
      manufacturer: undefined,
      collection: undefined,
      limit: 1,
      after: undefined,
    })
    expect(report.total.count).toBe(2943)
  } finally {
    await database.close()
  }
})
