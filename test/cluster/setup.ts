import { join } from 'node:path'
import { SILENT } from '../../src/core/logger.ts'
import { openDatabases } from '../../src/databases.ts'
import { seed } from '../../src/seed.ts'
import { ROOT, temporaryFolder } from '../helpers/files.ts'
import { startPostgres } from '../helpers/postgres-server.ts'

/** One PostgreSQL for the run, with a seeded database to make others from. */
export default async function setup(): Promise<() => Promise<void>> {
  const folder = temporaryFolder()
  const postgres = await startPostgres()
  process.env['CLUSTER_POSTGRES'] = postgres.url('postgres')
  process.env['CLUSTER_FOLDER'] = folder.path
  await postgres.run('create database seeded')
  const accounts = { kind: 'postgres', url: postgres.url('seeded'), pool: 2, prepare: true } as const
  const databases = await openDatabases({ accounts, folder: folder.path })
  await seed(databases, { directory: join(ROOT, 'data'), demo: true, log: SILENT })
  await databases.close()
  return async () => {
    await postgres.close()
    folder.remove()
  }
}
