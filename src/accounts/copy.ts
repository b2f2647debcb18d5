import { createHash } from 'node:crypto'
import { inBatches } from '../core/batches.ts'
import { counted } from '../core/text.ts'
import type { Accounts } from './accounts.ts'
import type { Item } from './items.ts'
import { putItems } from './put-items.ts'

/** Facts about a database that must move together with the items. */
const FACTS = ['cursor-secret', 'seed:demo'] as const

export interface Copied {
  readonly projects: number
  readonly members: number
  readonly items: number
  /** A hash of everything that was copied, in hexadecimal digits. The same content has the same hash. */
  readonly sha256: string
}

/** Goes through everything that a database holds, batch by batch, and counts and hashes it. */
async function goThrough(
  accounts: Accounts,
  take: (batch: readonly Item[]) => Promise<void> = async () => {},
): Promise<Copied> {
  const hash = createHash('sha256')
  const counts = { projects: 0, members: 0, items: 0 }
  await accounts.exporting(async (items) => {
    for await (const batch of inBatches(items)) {
      for (const item of batch) {
        if (item.type === 'project') counts.projects += 1
        else if (item.type === 'member') counts.members += 1
        else counts.items += 1
        // All databases answer the fields of an item in the same order.
        hash.update(JSON.stringify(item))
      }
      await take(batch)
    }
  })
  return { ...counts, sha256: hash.digest('hex') }
}

/**
 * Copies all accounts into another database, in one transaction. Copying again changes nothing. Throws if the copy
 * does not hold the same as the source did when the copy began.
 *
 * @param onWait is called when another process is writing.
 */
export async function copyAccounts(from: Accounts, to: Accounts, onWait: () => void): Promise<Copied> {
  const source = await to.importing(
    (transaction) => goThrough(from, (items) => putItems(transaction, items)),
    { seconds: 60, onWait },
  )
  for (const fact of FACTS) {
    const value = await from.facts.get(fact)
    if (value !== undefined) await to.facts.set(fact, value)
  }
  const copy = await goThrough(to)
  if (source.sha256 === copy.sha256) return copy
  const shown = ({ projects, members, items }: Copied) =>
    [counted(projects, 'project'), counted(members, 'member'), counted(items, 'item')].join(', ')
  throw new Error(
    `The copy is not the same: ${shown(source)} in the source, ${shown(copy)} in the copy. Copy into an empty database, while no server changes the source.`,
  )
}
