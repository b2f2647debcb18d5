import { createHash, type Hash } from 'node:crypto'
import type { Accounts } from './accounts.ts'
import type { Item } from './items.ts'

/** How many items are stored in one transaction. An interrupted copy continues after the last transaction. */
const BATCH = 10_000

/** How far a copy has come. It is kept in the database that is copied to. */
const MARK = 'copy'
/** Facts about a database that must move together with the items. */
const FACTS = ['cursor-secret', 'seed:demo'] as const

export interface Copied {
  readonly projects: number
  readonly members: number
  readonly items: number
  /** A hash of everything that was copied, in hexadecimal digits. The same content has the same hash. */
  readonly sha256: string
}

interface CopyOptions {
  /** Called from time to time with the number of items copied so far. */
  onProgress(done: number): void
  /** Called when another process is writing, such as one that was killed and still has its lease. */
  onWait?(): void
  /** How many items are stored in one transaction. */
  readonly batch?: number
}

/** The hash of an item. It does not depend on the database that the item comes from. */
const lineOf = (item: Item): string =>
  JSON.stringify(Object.entries(item).sort(([a], [b]) => (a < b ? -1 : 1)))

const markOf = (count: number, hash: Hash): string => `${count} ${hash.copy().digest('hex')}`

async function* inBatches(items: AsyncIterable<Item>, size: number): AsyncGenerator<Item[]> {
  let batch: Item[] = []
  for await (const item of items) {
    batch.push(item)
    if (batch.length < size) continue
    yield batch
    batch = []
  }
  if (batch.length > 0) yield batch
}

/** How many items an earlier copy has stored already; 0 if the source has changed since. */
async function doneBefore(from: Accounts, mark: string | undefined): Promise<number> {
  const wanted = Number(mark?.split(' ')[0] ?? 0)
  if (wanted === 0) return 0
  const hash = createHash('sha256')
  let count = 0
  return from.exporting(async (items) => {
    for await (const item of items) {
      hash.update(lineOf(item))
      count += 1
      if (count === wanted) return markOf(count, hash) === mark ? count : 0
    }
    return 0
  })
}

/** What a database holds: counts, and a hash of everything. */
async function contentOf(accounts: Accounts): Promise<Copied> {
  const counts = { project: 0, member: 0, asset: 0 }
  const hash = createHash('sha256')
  await accounts.exporting(async (items) => {
    for await (const item of items) {
      counts[item.type] += 1
      hash.update(lineOf(item))
    }
  })
  return {
    projects: counts.project,
    members: counts.member,
    items: counts.asset,
    sha256: hash.digest('hex'),
  }
}

async function putAll(
  from: Accounts,
  to: Accounts,
  { onProgress, onWait = () => {}, batch: size = BATCH }: CopyOptions,
): Promise<void> {
  const before = await doneBefore(from, await to.facts.get(MARK))
  const hash = createHash('sha256')
  let count = 0
  await from.exporting(async (items) => {
    for await (const batch of inBatches(items, size)) {
      for (const item of batch) hash.update(lineOf(item))
      count += batch.length
      if (count > before) {
        await to.importing((put) => put(batch), { seconds: 60, onWait })
        await to.facts.set(MARK, markOf(count, hash))
      }
      onProgress(count)
    }
  })
}

/**
 * Copies all accounts into another database. An interrupted copy continues where it ended. Copying again
 * changes nothing. Throws if the two databases do not hold the same afterwards.
 */
export async function copyAccounts(from: Accounts, to: Accounts, options: CopyOptions): Promise<Copied> {
  await putAll(from, to, options)
  for (const fact of FACTS) {
    const value = await from.facts.get(fact)
    if (value !== undefined) await to.facts.set(fact, value)
  }
  const [source, copy] = [await contentOf(from), await contentOf(to)]
  if (source.sha256 === copy.sha256) return copy
  const shown = ({ projects, members, items }: Copied) =>
    `${projects} projects, ${members} members, ${items} items`
  throw new Error(
    `The copy is not the same: ${shown(source)} in the source, ${shown(copy)} in the copy. Copy into an empty database, while no server changes the source.`,
  )
}
