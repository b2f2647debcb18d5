import type { SchemaModule } from 'kysely'
import type { ColumnTypes } from '../database.ts'
import * as accounts from './0001.ts'
import * as editions from './0002.ts'

export interface Migration {
  /** A migration only adds, so that the code of the last release works with the new schema. */
  up(schema: SchemaModule, types: ColumnTypes): Promise<void>
}

/** In the order in which they run. A released migration is never edited: add another one. */
export const migrations: Readonly<Record<string, Migration>> = {
  '0001-accounts': accounts,
  '0002-editions': editions,
}
