import type { Connection } from '../database.ts'
import { type Patience, whenFree } from '../patience.ts'

export interface ChangeOptions {
  /** Written with the change, such as which file was loaded. */
  readonly mark?: { readonly key: string; readonly value: string } | undefined
  readonly patience?: Patience | undefined
}

const USUAL: Patience = { seconds: 15 }

/**
 * Changes the catalog in one transaction and gives it a new version. Searches see the state before or after,
 * and an interruption changes nothing.
 */
export async function inOneChange<Result>(
  db: Connection,
  { mark, patience = USUAL }: ChangeOptions,
  change: () => Result | Promise<Result>,
): Promise<Result> {
  await whenFree(() => db.exec('begin immediate'), patience)
  try {
    const result = await change()
    db.run("insert or replace into meta values ('version', hex(randomblob(8)))")
    if (mark !== undefined) db.run('insert or replace into meta values (?, ?)', mark.key, mark.value)
    db.exec('commit')
    return result
  } catch (error) {
    db.rollback()
    throw error
  }
}
