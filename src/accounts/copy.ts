import { createHash } from 'node:crypto'
import { inBatches } from '../core/batches.ts'
import { counted } from '../core/text.ts'
import type { LockWait } from '../database/index.ts'
import { type Accounts, writeFact } from './accounts.ts'
import type { Item } from './item-lines.ts'
import { putItems } from './put-items.ts'

const ITEMS_AT_ONCE = 1_000

/** Gives all items to `take`, and answers their number and their hash. */
function goThrough(accounts: Accounts, take: (batch: readonly Item[]) => Promise<void>) {
  return accounts.exporting(async (items) => {
    const hash = createHash('sha256')
    let count = 0
    for await (const batch of inBatches(items, ITEMS_AT_ONCE)) {
      // SQLite and PostgreSQL give the fields of an item in the same order.
      hash.update(JSON.stringify(batch))
      count += batch.length
      await take(batch)
    }
    return { items: counted(count, 'item'), sha256: hash.digest('hex') }
  })
}

/**
 * Copies all accounts and facts into another database, in one transaction. Copying again changes nothing. Throws if the
 * copy differs from what was read.
 */
export async function copyAccounts(from: Accounts, to: Accounts, lockWait: LockWait) {
  const facts = from.database.kysely.selectFrom('meta').selectAll()
  const source = await to.importing(async (transaction) => {
    for (const { key, value } of await facts.execute()) await writeFact(transaction, key, value)
    return goThrough(from, (items) => putItems(transaction, items))
  }, lockWait)
  const copy = await goThrough(to, async () => {})
  if (source.sha256 === copy.sha256) return copy
  throw new Error(
    `The copy is not the same: ${source.items} in the source, ${copy.items} in the copy. Copy into an empty database, while no server changes the source.`,
  )
}
