import type { ColumnDataType, Expression, Kysely, RawBuilder, Transaction } from 'kysely'
import type { Availability } from './availability.ts'
import type { AccountsDatabase } from './schema.ts'

/** How long to wait for another process that is writing. */
export interface Patience {
  readonly seconds: number
  /** Called once when there is something to wait for. */
  onWait?(): void
}

/** Short enough that a create is answered within two seconds, whatever another process does. */
export const USUAL_PATIENCE: Patience = { seconds: 1.5 }
/** What a start may wait for: another process that starts at the same moment. */
export const AT_START: Patience = { seconds: 15 }

/** Thrown when patience with another process ends. */
export class DatabaseBusyError extends Error {
  constructor({ seconds }: Patience, options?: ErrorOptions) {
    super(`Another process has been changing the database for ${seconds} seconds. Try again later.`, options)
  }
}

type ColumnType = ColumnDataType | RawBuilder<unknown>

/** What the databases call a type for which there is no common name. */
export interface ColumnTypes {
  /** Text that is compared byte by byte, so that ids are in the same order everywhere. */
  readonly id: ColumnType
  /** Bytes as they are. */
  readonly bytes: ColumnType
}

/**
 * An open database of accounts. It is all that one kind of database has of its own: the folders named
 * after a database make one, and everything else in this room is the same for all.
 */
export interface Database {
  readonly kysely: Kysely<AccountsDatabase>
  readonly types: ColumnTypes
  /** The database's clock in epoch milliseconds; the same within one statement. */
  readonly now: Expression<number>
  /**
   * Runs a transaction that writes, and once more where the database asks for that.
   * Throws `DatabaseBusyError` when its patience ends.
   */
  write<Result>(
    run: (transaction: Transaction<AccountsDatabase>) => Promise<Result>,
    patience?: Patience,
  ): Promise<Result>
  /** Reads one state of the database with all queries, whatever others write meanwhile. */
  read<Result>(run: (snapshot: Kysely<AccountsDatabase>) => Promise<Result>): Promise<Result>
  readonly availability: Availability
  close(): Promise<void>
}
