import type { ColumnDataType, Expression, Kysely, RawBuilder, Selectable, SqlBool, Transaction } from 'kysely'
import type { Availability } from './availability.ts'
import type { AccountsDatabase } from './schema.ts'

/** How long to wait for another process that is writing. */
export interface Patience {
  readonly seconds: number
  /** Called once, if there is something to wait for. */
  onWait?(): void
}

/** Short enough that a create is answered within two seconds, whatever another process does. */
export const USUAL_PATIENCE: Patience = { seconds: 1.5 }
/** For start-up, when another process may be starting at the same moment. */
export const AT_START: Patience = { seconds: 15 }

/** Another process was writing for longer than we wanted to wait. */
export class DatabaseBusyError extends Error {
  constructor({ seconds }: Patience, options?: ErrorOptions) {
    super(`Another process has been changing the database for ${seconds} seconds. Try again later.`, options)
  }
}

type ColumnType = ColumnDataType | RawBuilder<unknown>

/** The names that a database gives to types without a common name. */
export interface ColumnTypes {
  /** Text that is compared byte by byte, so that ids have the same order in every database. */
  readonly id: ColumnType
  /** A sequence of bytes. */
  readonly bytes: ColumnType
}

/** The tables of what an import stores. */
type ItemTable = 'projects' | 'project_members' | 'assets' | 'designs'

/** Stores many rows whose keys are new, in the way that is quickest for the database. */
export type InsertNew = <Table extends ItemTable>(
  transaction: Kysely<AccountsDatabase>,
  table: Table,
  rows: readonly Selectable<AccountsDatabase[Table]>[],
) => Promise<void>

/** Whether a column has one of many texts. They are one parameter, however many they are. */
export type IsAmong = (column: Expression<string>, texts: readonly string[]) => Expression<SqlBool>

/**
 * An open database of accounts. The folders that are named after a database create one. Everything else in
 * this folder is the same for all databases: docs/architecture.md says what a further one takes.
 */
export interface Database {
  readonly kysely: Kysely<AccountsDatabase>
  readonly types: ColumnTypes
  /** The database's clock in epoch milliseconds. It stands still within a statement. */
  readonly now: Expression<number>
  /** Whether a transaction that writes keeps all others from writing until it ends. */
  readonly hasOneWriter: boolean
  readonly insertNew: InsertNew
  readonly isAmong: IsAmong
  /**
   * Runs a transaction that writes, and repeats it if the database asks for that. Throws `DatabaseBusyError`
   * if another process is writing for too long.
   */
  write<Result>(
    run: (transaction: Transaction<AccountsDatabase>) => Promise<Result>,
    patience?: Patience,
  ): Promise<Result>
  /**
   * Does the same for a short write of one caller. Writes that come at the same time may share a transaction,
   * so that they wait for the disk only once. It resolves when this write is stored safely. If another one
   * fails, this one is repeated without it.
   */
  writeTogether(run: (transaction: Transaction<AccountsDatabase>) => Promise<unknown>): Promise<void>
  /** Runs queries that all see the same state of the database, whatever others write in the meantime. */
  read<Result>(run: (snapshot: Kysely<AccountsDatabase>) => Promise<Result>): Promise<Result>
  readonly availability: Availability
  close(): Promise<void>
}
