import type { FabricKey, FabricRecord } from '../../src/core/rooms.ts'
import { pagesOf, type TestDatabase } from '../accounts/databases.ts'

export interface Wanted {
  readonly query?: string | undefined
  readonly manufacturer?: string | undefined
  readonly collection?: string | undefined
}

/** A search of a database, from its pages. */
export function searcherOf({ store }: TestDatabase) {
  const page = ({ query, manufacturer, collection }: Wanted, limit: number, after?: FabricKey) =>
    store.fabrics.search({ query, manufacturer, collection, limit, after })
  return {
    page,
    /** Every match in order, so many at a time. */
    async all(wanted: Wanted, limit = 500): Promise<FabricRecord[]> {
      return (await pagesOf((after: FabricKey | undefined) => page(wanted, limit, after))).flat()
    },
    async first(wanted: Wanted, count: number): Promise<readonly FabricRecord[]> {
      return (await page(wanted, count)).items
    },
  }
}

export type Searcher = ReturnType<typeof searcherOf>

/** How the tables of expectations name a fabric: by its SKU where it has one. */
export const label = ({ collection, name, sku }: FabricRecord): string => sku ?? `${collection}/${name}`
