import { createHash } from 'node:crypto'
import { setImmediate as nextTurn } from 'node:timers/promises'
import type { Accounts } from './accounts.ts'
import type { Item } from './items.ts'
import { readAhead } from './sequences.ts'

/** How many items are stored in one transaction. An interrupted copy continues after the last transaction. */
const BATCH = 10_000

/** How many batches are read ahead. */
const AHEAD = 1

/** How many items are read in one turn of the event loop. */
const AT_ONCE = 100

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

/** Counts and hashes items. */
class Content {
  readonly #hash = createHash('sha256')
  readonly #counts = { project: 0, member: 0, asset: 0 }

  add(item: Item): void {
    this.#counts[item.type] += 1
    // All databases answer the fields of an item in the same order.
    this.#hash.update(JSON.stringify(item))
  }

  get count(): number {
    const { project, member, asset } = this.#counts
    return project + member + asset
  }

  /** What was added so far. */
  get copied(): Copied {
    const { project, member, asset } = this.#counts
    return { projects: project, members: member, items: asset, sha256: this.#hash.copy().digest('hex') }
  }

  get mark(): string {
    return `${this.count} ${this.copied.sha256}`
  }
}

/**
 * Items in batches. Answers of the other database are handled between some of the items, because SQLite would
 * not let go before a whole batch is read.
 */
async function* inBatches(items: AsyncIterable<Item>, size: number): AsyncGenerator<Item[]> {
  let batch: Item[] = []
  for await (const item of items) {
    batch.push(item)
    if (batch.length % AT_ONCE === 0) await nextTurn()
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
  const content = new Content()
  return from.exporting(async (items) => {
    for await (const item of items) {
      content.add(item)
      if (content.count === wanted) return content.mark === mark ? wanted : 0
    }
    return 0
  })
}

/** What a database holds. */
async function contentOf(accounts: Accounts): Promise<Copied> {
  const content = new Content()
  await accounts.exporting(async (items) => {
    for await (const item of items) content.add(item)
  })
  return content.copied
}

/** Answers what the source held. */
async function putAll(
  from: Accounts,
  to: Accounts,
  { onProgress, onWait = () => {}, batch: size = BATCH }: CopyOptions,
): Promise<Copied> {
  const before = await doneBefore(from, await to.facts.get(MARK))
  const content = new Content()
  await from.exporting(async (items) => {
    for await (const batch of readAhead(inBatches(items, size), AHEAD)) {
      for (const item of batch) content.add(item)
      if (content.count > before) {
        await to.importing((put) => put(batch), { seconds: 60, onWait })
        await to.facts.set(MARK, content.mark)
      }
      onProgress(content.count)
    }
  })
  return content.copied
}

/**
 * Copies all accounts into another database. An interrupted copy continues where it ended. Copying again
 * changes nothing. Throws if the copy does not hold the same as the source did when the copy began.
 */
export async function copyAccounts(from: Accounts, to: Accounts, options: CopyOptions): Promise<Copied> {
  const source = await putAll(from, to, options)
  for (const fact of FACTS) {
    const value = await from.facts.get(fact)
    if (value !== undefined) await to.facts.set(fact, value)
  }
  const copy = await contentOf(to)
  if (source.sha256 === copy.sha256) return copy
  const shown = ({ projects, members, items }: Copied) =>
    `${projects} projects, ${members} members, ${items} items`
  throw new Error(
    `The copy is not the same: ${shown(source)} in the source, ${shown(copy)} in the copy. Copy into an empty database, while no server changes the source.`,
  )
}
