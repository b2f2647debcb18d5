import type { OnProblem } from './availability.ts'
import type { Database } from './database.ts'

/** Where the accounts are, and how to connect. */
export type Location =
  | { readonly kind: 'sqlite'; readonly path: string }
  | {
      readonly kind: 'postgres'
      readonly url: string
      /** The largest number of connections. */
      readonly pool: number
      /** Whether statements are prepared under names. PgBouncer before 1.21 does not support that. */
      readonly prepare: boolean
    }

export interface OpenOptions {
  /**
   * Set by a server. The database is then watched while it is open, and a call is given up after two seconds.
   * Commands wait as long as it takes.
   */
  readonly onProblem?: OnProblem | undefined
}

/**
 * Opens (or creates) a database and brings it to the newest schema. Its driver is loaded on demand, so that
 * nobody needs the driver of a database that they do not use.
 */
export async function openDatabase(location: Location, options: OpenOptions = {}): Promise<Database> {
  switch (location.kind) {
    case 'sqlite':
      return (await import('./sqlite/open.ts')).openSqlite(location.path, options.onProblem)
    case 'postgres':
      return (await import('./postgres/open.ts')).openPostgres(location, options.onProblem)
  }
}
