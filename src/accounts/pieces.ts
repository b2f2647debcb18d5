import { setImmediate as nextTurn } from 'node:timers/promises'
import { type Compilable, type CompiledQuery, type Kysely, type RawBuilder, sql } from 'kysely'
import type { InsertNew } from './database.ts'
import type { AccountsDatabase } from './schema.ts'

/**
 * How many rows one statement has. There are few sizes, so that few statements have to be prepared. The
 * largest stays below the number of parameters of a statement (32,766 in SQLite).
 */
const SIZES = [1_500, 500, 200, 100, 50, 20, 10, 5, 2, 1] as const

/** A list in pieces, each with as many values as one statement has rows. */
export function* piecesOf<Value>(values: readonly Value[]): Generator<readonly Value[]> {
  let start = 0
  while (start < values.length) {
    const left = values.length - start
    const size = SIZES.find((size) => size <= left) ?? 1
    yield values.slice(start, start + size)
    start += size
  }
}

function insertOf(table: string, rows: readonly object[]): RawBuilder<unknown> {
  const columns = Object.keys(rows[0] ?? {}).map((name) => sql.ref(name))
  const values = rows.map((row) => sql`(${sql.join(Object.values(row))})`)
  return sql`insert into ${sql.table(table)} (${sql.join(columns)}) values ${sql.join(values)}`
}

/**
 * Stores new rows with `insert`, for databases without a quicker way. The text of a statement is made once for
 * each number of rows, because that takes longer than to run it.
 */
export function createInsertInPieces(): InsertNew {
  const made = new Map<string, CompiledQuery>()
  return async (transaction, table, rows) => {
    for (const piece of piecesOf(rows)) {
      const key = `${table} ${piece.length}`
      const statement = made.get(key) ?? insertOf(table, piece).compile(transaction)
      made.set(key, statement)
      const parameters = piece.flatMap((row) => Object.values(row))
      await transaction.executeQuery({ ...statement, parameters })
    }
  }
}

/**
 * Runs statements one after the other. While the database works on one, this process makes the next: a server
 * such as PostgreSQL takes as long for a statement as its text and parameters take to make.
 */
export async function runAll(db: Kysely<AccountsDatabase>, statements: Iterable<Compilable>): Promise<void> {
  let running: Promise<unknown> = Promise.resolve()
  for (const statement of statements) {
    const made = statement.compile()
    await running
    running = db.executeQuery(made)
    // It is sent within this turn of the event loop, before the next one is made.
    await Promise.race([running, nextTurn()])
  }
  await running
}
