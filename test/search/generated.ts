import { openDatabase, type TestDatabase } from '../accounts/databases.ts'
import { generatedFabrics } from '../bench/catalog.ts'

/** In the collection of every generated fabric, so that more match it than are ranked one by one. */
export const EVERYWHERE = 'Loomed'

/** A generated catalog: some words are frequent, and so many fabrics have one that colours are looked for cell by cell. */
export async function openGenerated(count = 2_600): Promise<TestDatabase> {
  const database = await openDatabase()
  const fabrics = [...generatedFabrics(count)]
  await database.catalog.importFabrics([
    fabrics.map((fabric) => ({ ...fabric, collection: `${fabric.collection} ${EVERYWHERE}` })),
  ])
  return database
}
