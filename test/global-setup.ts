import { join } from 'node:path'
import { silentLogger } from '../src/kit/log.ts'
import { seed } from '../src/seed/seed.ts'
import { openSqlite } from '../src/store/sqlite.ts'
import { ROOT, temporaryFolder } from './helpers/files.ts'

/**
 * Once for the whole run: a database with the shipped data and the demo account, to copy. Loading
 * it anew for each server would take half a second.
 */
export default async function setup(): Promise<() => void> {
  const folder = temporaryFolder()
  const path = join(folder.path, 'seeded.db')
  const db = await openSqlite(path)
  await seed(db, { directory: join(ROOT, 'data'), demo: true, log: silentLogger })
  await db.destroy()
  process.env['SEEDED_DATABASE'] = path
  return folder.remove
}
