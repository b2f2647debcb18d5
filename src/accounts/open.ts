import type { OnProblem } from './availability.ts'
import type { Database } from './database.ts'

/** Where accounts live, and how they are reached. */
export type Location =
  | { readonly kind: 'sqlite'; readonly path: string }
  | {
      readonly kind: 'postgres'
      readonly url: string
      /** The most connections. */
      readonly pool: number
      /** Whether statements are prepared under names; PgBouncer before 1.21 refuses that. */
      readonly prepare: boolean
    }

export interface OpenOptions {
  /**
   * Given by a server: the database is looked after while it is open, and one that does not answer is
   * given up within two seconds. What a command runs takes the time that it takes.
   */
  readonly onProblem?: OnProblem | undefined
}

/**
 * Opens (or creates) a database and brings it to the newest schema. Its driver is loaded on demand:
 * nobody needs that of a database that they do not use.
 */
export async function openDatabase(location: Location, options: OpenOptions = {}): Promise<Database> {
  return location.kind === 'sqlite'
    ? (await import('./sqlite/open.ts')).openSqlite(location.path, options.onProblem)
    : (await import('./postgres/open.ts')).openPostgres(location, options.onProblem)
}
