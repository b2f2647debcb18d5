import { type Database, type Location, type OnProblem, openDatabase } from '../database/index.ts'
import { type Accounts, createAccounts } from './accounts.ts'
import { MIGRATIONS } from './migrations.ts'
import type { AccountsTables } from './tables.ts'

export { type Accounts, createAccounts } from './accounts.ts'
export { loadModule, openModule } from './app-module.ts'
export { copyAccounts } from './copy.ts'
export { type AssetItem, type Item, itemLineSchema, itemLines } from './item-lines.ts'
export type { AccountsModule } from './module.ts'
export type { Removed } from './remove.ts'
export { type AccountsFileCheck, backUp, checkFile, restore } from './sqlite/backup.ts'
export { type ItemImportOptions, importItemFile, readItems } from './transfer.ts'

export const openAccountsDatabase = (
  location: Location,
  serves?: boolean,
): Promise<Database<AccountsTables>> => openDatabase(location, MIGRATIONS, serves)

/** A server passes `onProblem`: then the database is watched. */
export async function openAccounts(location: Location, onProblem?: OnProblem): Promise<Accounts> {
  return createAccounts(await openAccountsDatabase(location, onProblem !== undefined), onProblem)
}
