import type { Migration } from 'kysely'
import * as accounts from './accounts-0001.ts'
import * as catalog from './sqlite-catalog-0001.ts'

export type Migrations = Readonly<Record<string, Migration>>

// In the order in which they run; never edit one that was released, add the next.
export const accountsMigrations: Migrations = { '0001-accounts': accounts }
export const catalogMigrations: Migrations = { '0001-sqlite-catalog': catalog }
