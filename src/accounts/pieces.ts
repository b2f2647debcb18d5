import { setImmediate as nextTurn } from 'node:timers/promises'
import type { Compilable, Kysely } from 'kysely'
import type { AccountsDatabase } from './schema.ts'

/**
 * How many rows one statement has. There are few sizes, so that few statements have to be prepared. The
 * largest stays below the number of parameters of a statement (32,766 in SQLite).
 */
const SIZES = [500, 200, 100, 50, 20, 10, 5, 2, 1] as const

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
