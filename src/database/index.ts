import type { Database, Location, Migrations } from './database.ts'
import { openSqlite } from './sqlite/open.ts'

export type {
  Database,
  Location,
  LockWait,
  Migrations,
  PostgresLocation,
  Statements,
} from './database.ts'
export { newValuesOf, PATIENT } from './database.ts'
export { type Availability, createAvailability, faultOf, watch } from './failures.ts'

/** For a server (`serves`), waits are short, and the file must stay the same. PostgreSQL's driver is loaded on demand. */
export async function openDatabase<Tables>(
  location: Location,
  migrations: Migrations,
  serves = false,
): Promise<Database<Tables>> {
  if (location.kind === 'sqlite') return openSqlite(location.path, migrations, serves)
  return (await import('./postgres/open.ts')).openPostgres(location, migrations, serves)
}
