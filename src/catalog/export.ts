import { createPrivately } from '../files/index.ts'
import type { CatalogFile, Connection } from './database.ts'
import type { FabricRow } from './import/fabric-records.ts'
import { Lines } from './search/lines.ts'
import { type Row, recordOf } from './search/rows.ts'

const BATCH = 1_000

function* allFabrics(db: Connection): Generator<FabricRow> {
  const lines = new Lines(db)
  for (let from = 0; ; ) {
    const rows = db.rows<Row>(
      'select * from fabrics where position > ? order by position limit ?',
      from,
      BATCH,
    )
    for (const row of rows) {
      const { id: _, ...fabric } = recordOf(lines.byId(row.line), row)
      yield fabric
    }
    if (rows.length < BATCH) return
    from = rows.at(-1)?.position ?? from
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
