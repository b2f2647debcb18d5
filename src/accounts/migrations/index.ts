import type { SchemaModule } from 'kysely'
import type { ColumnTypes } from '../database.ts'
import * as accounts from './0001.ts'
import * as editions from './0002.ts'

export interface Migration {
  /** Only adds: the code of the last release runs on what this makes. */
  up(schema: SchemaModule, types: ColumnTypes): Promise<void>
}

/** In the order in which they run. One that was released is never edited; the next is added. */
export const migrations: Readonly<Record<string, Migration>> = {
  '0001-accounts': accounts,
  '0002-editions': editions,
}
