import { createPrivately } from '../files/index.ts'
import type { CatalogFile, Connection } from './database.ts'
import type { FabricRow } from './import/fabric-records.ts'

const BATCH = 1_000

interface ExportedRow {
  readonly position: number
  readonly manufacturer: string
  readonly collection: string
  readonly name: string
  readonly sku: string | null
  readonly colorHex: string | null
  readonly thumbnailUrl: string | null
}

const NEXT = `
  select position, manufacturer, collection, name, sku, color_hex as colorHex, thumbnail_url as thumbnailUrl
  from fabrics join lines on lines.id = fabrics.line where position > ? order by position limit ?`

function* allFabrics(db: Connection): Generator<FabricRow> {
  for (let from = 0; ; ) {
    const rows = db.rows<ExportedRow>(NEXT, from, BATCH)
    for (const { position, sku, colorHex, thumbnailUrl, ...fabric } of rows) {
      from = position
      yield {
        ...fabric,
        sku: sku ?? undefined,
        colorHex: colorHex ?? undefined,
        thumbnailUrl: thumbnailUrl ?? undefined,
      }
    }
    if (rows.length < BATCH) return
  }
}

/** Hands out every fabric in the order of D5, from one state of the catalog, however long reading takes. */
export async function readAllFabrics<Result>(
  file: CatalogFile,
  read: (all: Iterable<FabricRow>) => Promise<Result>,
): Promise<Result> {
  const db = file.another()
  try {
    db.exec('begin deferred')
    return await read(allFabrics(db))
  } finally {
    db.close()
  }
}

/** Writes the present state into a new file without free pages. */
export function copyCatalog(file: CatalogFile, path: string): void {
  const db = file.another()
  createPrivately(path)
  try {
    db.run('vacuum into ?', path)
  } finally {
    db.close()
  }
}
