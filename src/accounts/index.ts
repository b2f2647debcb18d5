import { type Accounts, createAccounts } from './accounts.ts'
import { type Location, type OpenOptions, openDatabase } from './open.ts'

export type { Accounts } from './accounts.ts'
export type { Outcome } from './batch.ts'
export { copyAccounts } from './copy.ts'
export { DatabaseBusyError, type Patience } from './database.ts'
export type { Edition, Editions, Publish } from './editions.ts'
export { importItemFile, itemLines, readItems } from './item-files.ts'
export type { AssetItem, Item, MemberItem, ProjectItem } from './items.ts'
export type { Location, OpenOptions } from './open.ts'
export { isNewer } from './seeding.ts'
export type { FileReport } from './sqlite/backup.ts'

/** Backup, restore and check of an SQLite file. It is loaded on demand, and its driver with it. */
export const accountsFiles = () => import('./sqlite/backup.ts')

/** Opens (or creates) the database of accounts and brings it to the newest schema. */
export async function openAccounts(location: Location, options?: OpenOptions): Promise<Accounts> {
  return createAccounts(await openDatabase(location, options))
}
