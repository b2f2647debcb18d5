import type { Database, Location, Migrations, Serving } from './database.ts'
import { openSqlite } from './sqlite/open.ts'

export type { Database, Location, LockWait, Migration, Migrations, OnProblem } from './database.ts'
export { DatabaseBusyError, PATIENT } from './database.ts'
export { isUnavailable } from './postgres/failures.ts'
export { Problem } from './watch.ts'

/**
 * Opens or creates a database and brings it to the newest schema. The driver of PostgreSQL is loaded on demand. The one
 * of SQLite is always needed, for the catalog.
 */
export async function openDatabase<Tables>(
  location: Location,
  migrations: Migrations,
  serving?: Serving<Tables>,
): Promise<Database<Tables>> {
  if (location.kind === 'sqlite') return openSqlite(location.path, migrations, serving)
  return (await import('./postgres/open.ts')).openPostgres(location, migrations, serving)
}
