import { openDatabase, type TestDatabase } from '../accounts/databases.ts'
import { generatedFabrics } from '../bench/catalog.ts'

/** In the collection of every generated fabric, so that more match it than are ranked one by one. */
export const EVERYWHERE = 'Loomed'

/** A generated catalog of more than 10,000 fabrics: there some words are frequent, and colours are looked for cell by cell. */
export async function openGenerated(count = 11_000): Promise<TestDatabase> {
  const database = await openDatabase()
  const fabrics = [...generatedFabrics(count)]
  await database.catalog.importFabrics([
    fabrics.map((fabric) => ({ ...fabric, collection: `${fabric.collection} ${EVERYWHERE}` })),
  ])
  return database
}
