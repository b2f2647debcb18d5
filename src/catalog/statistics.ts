import type { Connection } from './database.ts'

/** How many fabrics a collection holds, and how many of them have a SKU and a colour. */
interface CollectionStatistics {
  readonly manufacturer: string
  readonly collection: string
  readonly fabrics: number
  readonly withSku: number
  readonly withColor: number
}

/** What is in the catalog. */
export interface Statistics {
  readonly collections: readonly CollectionStatistics[]
  readonly supplies: ReadonlyArray<{ readonly category: string; readonly entries: number }>
}

export const statisticsOf = (db: Connection): Statistics => ({
  collections: db.rows<CollectionStatistics>(
    `select manufacturer, collection, count(*) as fabrics, count(sku) as withSku, count(color_hex) as withColor
     from lines join fabrics on fabrics.line = lines.id
     group by manufacturer, collection order by manufacturer, collection`,
  ),
  supplies: db.rows('select category, count(*) as entries from supplies group by category order by category'),
})
