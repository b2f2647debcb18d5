import { setTimeout as sleep } from 'node:timers/promises'
import { type Kysely, type RawBuilder, sql, type Transaction } from 'kysely'

export interface PostgresLocation {
  readonly kind: 'postgres'
  readonly url: string
  readonly pool: number
  /** Under names, which PgBouncer before 1.21 does not support. */
  readonly prepare: boolean
}

/** `path` is a file or `:memory:`. */
export type Location = { readonly kind: 'sqlite'; readonly path: string } | PostgresLocation

export interface LockWait {
  readonly seconds: number
  /** Called once, when the wait begins. */
  onWait?(): void
}

/** A create is answered within two seconds. */
const FOR_A_CALLER: LockWait = { seconds: 1.5 }
/** Another process may be starting at the same moment. */
export const PATIENT: LockWait = { seconds: 15 }

const PAUSE_MS = 50

/** Tries again while another process is in the way. Throws after the wait. */
export async function whenFree<Result>(
  attempt: () => Promise<Result>,
  isBusy: (error: unknown) => boolean,
  { seconds, onWait }: LockWait = FOR_A_CALLER,
): Promise<Result> {
  const since = performance.now()
  for (let isFirst = true; ; isFirst = false) {
    try {
      return await attempt()
    } catch (error) {
      if (!isBusy(error)) throw error
      if (performance.now() - since > seconds * 1000)
        throw new Error(
          `Another process has been changing the database for ${seconds} seconds. Try again later.`,
          { cause: error },
        )
      if (isFirst) onWait?.()
      await sleep(PAUSE_MS)
    }
  }
}

/** For an upsert: each column of a row gets what was to be inserted. */
export const newValuesOf = (row: object = {}) =>
  Object.fromEntries(Object.keys(row).map((column) => [column, sql.ref(`excluded.${column}`)]))

/**
 * By name, in their order: the statements, which both databases understand, for their type of ids. They only add, so that
 * the code of the last release works with the new schema. A released one is never edited: add another.
 */
export type Migrations = Readonly<Record<string, (idType: string) => readonly string[]>>

export type Statements<Tables, Result> = (transaction: Transaction<Tables>) => Promise<Result>

export interface Database<Tables> {
  readonly kysely: Kysely<Tables>
  /** Epoch milliseconds by the database's clock, which all instances share. It stands still within a statement. */
  readonly now: RawBuilder<number>
  /** Resolves when everything is on the disk. Throws if another process is in the way for longer than the wait. */
  write<Result>(run: Statements<Tables, Result>, lockWait?: LockWait): Promise<Result>
  /** The same, while no other process runs a transaction of this name. */
  writeAlone<Result>(name: string, run: Statements<Tables, Result>, lockWait: LockWait): Promise<Result>
  read<Result>(run: (snapshot: Kysely<Tables>) => Promise<Result>): Promise<Result>
  /** Brings the schema up if that has not been done yet; otherwise asks whether the database answers. */
  prepareOrPing(): Promise<unknown>
  close(): Promise<void>
}

const MIGRATION_WAIT: LockWait = { seconds: 600 }

/** Throws if there is no table of migrations yet. */
async function missingFrom<Tables>(kysely: Kysely<Tables>, migrations: Migrations) {
  const { rows } = await sql<{ name: string }>`select name from migrations`.execute(kysely)
  const applied = new Set(rows.map(({ name }) => name))
  return Object.entries(migrations).filter(([name]) => !applied.has(name))
}

/** Brings the schema up to this release in one transaction. A database that is up to date or newer is only read. */
export async function migrate<Tables>(
  { kysely, writeAlone }: Pick<Database<Tables>, 'kysely' | 'writeAlone'>,
  migrations: Migrations,
  idType: string,
): Promise<void> {
  const missing = await missingFrom(kysely, migrations).catch(() => undefined)
  if (missing?.length === 0) return
  const bringUp = async (transaction: Transaction<Tables>) => {
    await sql`create table if not exists "migrations" ("name" text primary key)`.execute(transaction)
    // Another process may have been faster.
    for (const [name, statementsOf] of await missingFrom(transaction, migrations)) {
      // SQLite keeps the text as it is, and `restore` compares it.
      for (const statement of statementsOf(idType))
        await sql.raw(statement.replaceAll(/\s+/g, ' ')).execute(transaction)
      await sql`insert into migrations (name) values (${name})`.execute(transaction)
    }
  }
  await writeAlone('migrations', bringUp, MIGRATION_WAIT)
}
