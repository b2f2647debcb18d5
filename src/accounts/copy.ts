import { createHash, type Hash } from 'node:crypto'
import type { Accounts } from './accounts.ts'
import type { Item } from './items.ts'

/** Put in one transaction; after each, the copy can go on where it ended. */
const BATCH = 1_000

/** Where a copy stands, kept in the database that is copied to. */
const MARK = 'copy'
/** What a database knows about itself that has to move with the items. */
const FACTS = ['cursor-secret', 'seed:demo'] as const

export interface Copied {
  readonly projects: number
  readonly members: number
  readonly items: number
  /** Of everything copied, in hexadecimal digits; the same for the same content. */
  readonly sha256: string
}

interface CopyOptions {
  /** Called now and then with the number of items copied so far. */
  onProgress(done: number): void
}

/** The same for the same item, whichever database it comes from. */
const lineOf = (item: Item): string =>
  JSON.stringify(Object.entries(item).sort(([a], [b]) => (a < b ? -1 : 1)))

const markOf = (count: number, hash: Hash): string => `${count} ${hash.copy().digest('hex')}`

async function* inBatches(items: AsyncIterable<Item>): AsyncGenerator<Item[]> {
  let batch: Item[] = []
  for await (const item of items) {
    batch.push(item)
    if (batch.length < BATCH) continue
    yield batch
    batch = []
  }
  if (batch.length > 0) yield batch
}

/** How much of the source an earlier copy has put already: none when the source has changed since. */
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

async function putAll(from: Accounts, to: Accounts, { onProgress }: CopyOptions): Promise<void> {
  const before = await doneBefore(from, await to.facts.get(MARK))
  const hash = createHash('sha256')
  let count = 0
  await from.exporting(async (items) => {
    for await (const batch of inBatches(items)) {
      for (const item of batch) hash.update(lineOf(item))
      count += batch.length
      if (count > before) {
        await to.importing((put) => put(batch), { seconds: 60 })
        await to.facts.set(MARK, markOf(count, hash))
      }
      onProgress(count)
    }
  })
}

/**
 * Copies what people own into another database. One that was interrupted goes on where it ended; a
 * second one changes nothing. Throws when the two do not hold the same afterwards.
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
