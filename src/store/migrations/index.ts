import type { Migration } from 'kysely'
import * as accounts from './0001-accounts.ts'
import * as catalog from './0002-sqlite-catalog.ts'

/** In the order in which they run; never edit one that was released, add the next. */
export const migrations: Readonly<Record<string, Migration>> = {
  '0001-accounts': accounts,
  '0002-sqlite-catalog': catalog,
}
