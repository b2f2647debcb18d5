import { type Accounts, createAccounts } from './accounts.ts'
import { type Location, type OpenOptions, openDatabase } from './open.ts'

export type { Accounts } from './accounts.ts'
export type { Outcome } from './batch.ts'
export { copyAccounts } from './copy.ts'
export { DatabaseBusyError, type Patience } from './database.ts'
export type { Edition, Editions } from './editions.ts'
export { importItemFile, itemLines, readItems } from './item-files.ts'
export type { AssetItem, Item, MemberItem, ProjectItem } from './items.ts'
export type { Location, OpenOptions } from './open.ts'
export { isNewer } from './seeding.ts'
export type { FileReport } from './sqlite/backup.ts'

/** Backup, restore and check of a SQLite file. Loaded on demand, as its driver is. */
export const accountsFiles = () => import('./sqlite/backup.ts')

/** Opens (or creates) what people own, with the newest schema. */
export async function openAccounts(location: Location, options?: OpenOptions): Promise<Accounts> {
  return createAccounts(await openDatabase(location, options))
}
