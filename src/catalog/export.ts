import type { CatalogFile } from './database.ts'
import type { FabricRow } from './fabric-records.ts'

interface ExportedRow {
  readonly manufacturer: string
  readonly collection: string
  readonly name: string
  readonly sku: string | null
  readonly colorHex: string | null
  readonly thumbnailUrl: string | null
}

/** Which fabrics: all, those that a release ships, or those that somebody imported. */
export type Which = 'all' | 'shipped' | 'imported'

const CONDITIONS: Readonly<Record<Which, string>> = {
  all: 'removed = 0',
  shipped: 'removed = 0 and shipped = 1',
  imported: 'removed = 0 and shipped = 0',
}

/** Hands out fabrics in the order of D5, from one state of the catalog, however long reading takes. */
export async function readFile<Result>(
  file: CatalogFile,
  which: Which,
  read: (all: Iterable<FabricRow>) => Promise<Result>,
): Promise<Result> {
  const db = file.another()
  function* fabrics(): Generator<FabricRow> {
    const rows = db.each<ExportedRow>(
      `select manufacturer, collection, name, sku, color_hex as colorHex, thumbnail_url as thumbnailUrl
       from catalog_fabrics where ${CONDITIONS[which]} order by manufacturer, collection, name, id`,
    )
    for (const { sku, colorHex, thumbnailUrl, ...names } of rows)
      yield {
        ...names,
        sku: sku ?? undefined,
        colorHex: colorHex ?? undefined,
        thumbnailUrl: thumbnailUrl ?? undefined,
      }
  }
  const all = fabrics()
  try {
    return await read(all)
  } finally {
    // A reader that has had enough may not have ended it yet.
    all.return(undefined)
    db.close()
  }
}

/** How many fabrics a collection holds, and how many of them have a SKU and a colour. */
interface CollectionStatistics {
  readonly manufacturer: string
  readonly collection: string
  readonly fabrics: number
  readonly withSku: number
  readonly withColor: number
}

/** What is in the catalog, for operators. */
export interface Statistics {
  readonly collections: readonly CollectionStatistics[]
  readonly supplies: ReadonlyArray<{ readonly category: string; readonly entries: number }>
}

export const collectionsIn = ({ reader }: CatalogFile): Statistics['collections'] =>
  reader.rows(
    `select manufacturer, collection, count(*) as fabrics, count(sku) as withSku, count(color_hex) as withColor
     from catalog_fabrics where removed = 0
     group by manufacturer, collection order by manufacturer, collection`,
  )
