import { join } from 'node:path'
import type { TestProject } from 'vitest/node'
import { silentLogger } from '../src/kit/log.ts'
import { seed } from '../src/seed/seed.ts'
import { openSqlite } from '../src/store/sqlite.ts'
import { ROOT, temporaryFolder } from './helpers/files.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** A database with the shipped data and the demo account, to copy: loading it anew takes half a second. */
    seededDatabase: string
  }
}

/** Once for the whole run. */
export default async function setup(project: TestProject): Promise<() => void> {
  const folder = temporaryFolder()
  const path = join(folder.path, 'seeded.db')
  const db = await openSqlite(path)
  await seed(db, { directory: join(ROOT, 'data'), demo: true, log: silentLogger })
  await db.destroy()
  project.provide('seededDatabase', path)
  return folder.remove
}
