import { existsSync, mkdirSync, renameSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { sql } from 'kysely'
import { openCatalog } from '../../src/accounts/databases.ts'
import { stageFabrics } from '../../src/accounts/sqlite-catalog.ts'
import { ROOT } from '../helpers/files.ts'
import { generatedFabrics } from './catalog.ts'

const FOLDER = join(ROOT, 'var/bench')
const BATCH = 5_000

/** Where the database of so many fabrics is, once it was built. */
export const databaseOf = (fabrics: number): string => join(FOLDER, `fabrics-${fabrics}.db`)

/**
 * Builds the database of so many fabrics, unless it is there: the catalog as an import leaves it, and
 * beside it the table of words that a peer searches.
 */
export async function buildDatabase(fabrics: number): Promise<void> {
  if (existsSync(databaseOf(fabrics))) return
  mkdirSync(FOLDER, { recursive: true })
  const unfinished = join(FOLDER, `unfinished-${fabrics}.db`)
  rmSync(unfinished, { force: true })
  const db = await openCatalog(unfinished)
  const staging = await stageFabrics(db)
  const batch = []
  for (const fabric of generatedFabrics(fabrics)) {
    batch.push(fabric)
    if (batch.length === BATCH) await staging.add(batch.splice(0))
  }
  await staging.add(batch)
  await staging.upsert()
  await sql`
    create virtual table peer using fts5(
      name, collection, manufacturer, content='fabrics', content_rowid='position'
    )`.execute(db)
  await sql`insert into peer(peer) values ('rebuild')`.execute(db)
  await sql`pragma wal_checkpoint(truncate)`.execute(db)
  await db.destroy()
  renameSync(unfinished, databaseOf(fabrics))
}
