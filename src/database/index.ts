import type { Database, Location, OpenOptions } from './database.ts'

export type { Database, Location, Migration, Migrations, OnProblem, Patience } from './database.ts'
export { AT_START, DatabaseBusyError } from './database.ts'
export { isUnavailable } from './postgres/failures.ts'
export { Problem } from './watch.ts'

/**
 * Opens (or creates) a database and brings it to the newest schema. Its driver is loaded on demand, so that
 * nobody needs the driver of a database that they do not use.
 */
export async function openDatabase<Tables>(
  location: Location,
  options: OpenOptions<Tables>,
): Promise<Database<Tables>> {
  switch (location.kind) {
    case 'sqlite':
      return (await import('./sqlite/open.ts')).openSqlite(location.path, options)
    case 'postgres':
      return (await import('./postgres/open.ts')).openPostgres(location, options)
  }
}
