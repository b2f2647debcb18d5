import { join } from 'node:path'
import { SILENT } from '../src/core/logger.ts'
import { openDatabases } from '../src/databases.ts'
import { seed } from '../src/seed.ts'
import { ROOT, temporaryFolder } from './helpers/files.ts'
import { memoryFolder } from './helpers/memory-folder.ts'
import { offerPostgres } from './helpers/postgres-on-demand.ts'

/**
 * Once for the whole run: databases with the shipped data and the demo account, to copy. Loading
 * it anew for each server would take half a second.
 */
export default async function setup(): Promise<() => Promise<void>> {
  const memory = memoryFolder()
  if (memory !== undefined) process.env['TMPDIR'] ??= memory
  const folder = temporaryFolder()
  const path = join(folder.path, 'seeded.db')
  const databases = await openDatabases({ accounts: { kind: 'sqlite', path } })
  await seed(databases, { directory: join(ROOT, 'data'), demo: true, log: SILENT })
  await databases.close()
  process.env['SEEDED_DATABASE'] = path
  const postgres = await offerPostgres()
  process.env['POSTGRES_ON_DEMAND'] = postgres.url
  return async () => {
    await postgres.close()
    folder.remove()
  }
}
