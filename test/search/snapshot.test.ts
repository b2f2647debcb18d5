import { expect, it } from 'vitest'
import { catalogPathOf, openCatalog } from '../../src/accounts/databases.ts'
import { inSnapshot } from '../../src/accounts/sqlite/snapshot.ts'
import { stageFabrics } from '../../src/accounts/sqlite-catalog.ts'
import { openShipped } from '../accounts/databases.ts'

it('a search sees one state of the catalog, though another process imports between its queries', async () => {
  const database = await openShipped()
  const importer = await openCatalog(catalogPathOf(database.path))
  const positions = (db: typeof database.catalog) =>
    db.selectFrom('fabrics').select(['position', 'id']).execute()
  try {
    await inSnapshot(database.catalog, async (snapshot) => {
      const before = await positions(snapshot)
      const staging = await stageFabrics(importer)
      await staging.add([{ manufacturer: 'Aaa Mills', collection: 'First', name: 'Quokka' }])
      expect(await staging.upsert()).toEqual({ added: 1, updated: 0 })
      expect(await positions(snapshot)).toEqual(before)
    })
    expect(await positions(database.catalog)).toHaveLength(2943)
  } finally {
    await importer.destroy()
    await database.close()
  }
})
