import { setTimeout as sleep } from 'node:timers/promises'
import type { ColumnDataType, Expression, Kysely, RawBuilder, Transaction } from 'kysely'

export type Location =
  | {
      readonly kind: 'sqlite'
      /** A file path, or `:memory:`. */
      readonly path: string
    }
  | {
      readonly kind: 'postgres'
      readonly url: string
      /** The most connections. */
      readonly pool: number
      /** Whether statements are prepared under names. PgBouncer before 1.21 does not support that. */
      readonly prepare: boolean
    }

/** How long to wait for another process that is writing. */
export interface LockWait {
  readonly seconds: number
  /** Called once, if there is something to wait for. */
  onWait?(): void
}

/** A create is answered within two seconds (D9). */
export const FOR_A_CALLER: LockWait = { seconds: 1.5 }
/** Another process may be starting at the same moment. */
export const PATIENT: LockWait = { seconds: 15 }

/** Another process was writing for longer than the `LockWait`. */
export class DatabaseBusyError extends Error {
  constructor({ seconds }: LockWait, options?: ErrorOptions) {
    super(`Another process has been changing the database for ${seconds} seconds. Try again later.`, options)
  }
}

/** Tries again while `isBusy` says of the error that another process is in the way. Throws `DatabaseBusyError`. */
export async function whenFree<Result>(
  attempt: () => Promise<Result>,
  isBusy: (error: unknown) => boolean,
  pauseMs: number,
  lockWait: LockWait,
): Promise<Result> {
  const since = performance.now()
  for (let isFirst = true; ; isFirst = false) {
    try {
      return await attempt()
    } catch (error) {
      if (!isBusy(error)) throw error
      if (performance.now() - since > lockWait.seconds * 1000)
        throw new DatabaseBusyError(lockWait, { cause: error })
      if (isFirst) lockWait.onWait?.()
      await sleep(pauseMs)
    }
  }
}

/** The type of columns with ids: text that is compared byte by byte, so that the order is the same everywhere. */
type IdType = ColumnDataType | RawBuilder<unknown>

/** One step of a schema. It only adds, so that the code of the last release works with the new schema. */
export type Migration = (schema: Kysely<unknown>['schema'], id: IdType) => Promise<void>

/** In the order in which they run. A released migration is never edited: add another one. */
export type Migrations = Readonly<Record<string, Migration>>

/** Is told why the database cannot be used, in words for operators; `undefined` when it can be used again. */
export type OnProblem = (problem: string | undefined, cause?: unknown) => void

/** The statements of a transaction that writes. */
export type Change<Tables, Result> = (transaction: Transaction<Tables>) => Promise<Result>

/** An open database, of either kind. */
export interface Database<Tables> {
  readonly kysely: Kysely<Tables>
  readonly idType: IdType
  /** The database's clock in epoch milliseconds. All instances share it. It stands still within a statement. */
  readonly now: Expression<number>
  /**
   * Runs a transaction that writes, and repeats it after a conflict. Resolves when everything is on the disk. Throws
   * `DatabaseBusyError` if another process writes for too long.
   */
  write<Result>(run: Change<Tables, Result>, lockWait?: LockWait): Promise<Result>
  /** The same, while no other process runs a transaction of this name. */
  writeAlone<Result>(name: string, run: Change<Tables, Result>, lockWait?: LockWait): Promise<Result>
  /** Runs queries that all see the same state of the database. */
  read<Result>(run: (snapshot: Kysely<Tables>) => Promise<Result>): Promise<Result>
  /** Rejects if the database is not there. */
  look(): Promise<unknown>
  /** Runs a caller's read or write, on a server for as long as a caller waits. */
  inTime<Result>(action: () => Promise<Result>): Promise<Result>
  close(): Promise<void>
}
