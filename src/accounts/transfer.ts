import { createHash } from 'node:crypto'
import type { Readable } from 'node:stream'
import { ASSET_KINDS } from '../core/rooms.ts'
import {
  asNdjson,
  countImport,
  type FileImport,
  type FileImportOptions,
  type Finding,
  patienceOf,
  Reading,
  type ReadRecord,
  readAll,
  Undone,
} from '../files/index.ts'
import type { Accounts } from './accounts.ts'
import { ITEM_FORMAT } from './item-records.ts'
import { type Item, keyOf } from './items.ts'

/**
 * Imports the projects, members and saved items of a file by their ids, in one transaction. One bad record refuses
 * the whole file, unless bad ones are skipped. An item may refer to others before it in the file, and to others in
 * the database.
 */
export async function importItemFile(
  accounts: Pick<Accounts, 'importing'>,
  input: Readable,
  options: FileImportOptions,
): Promise<FileImport> {
  const reading = new Reading(ITEM_FORMAT, options)
  // All are read first: a slow input must keep nobody from writing, and a transaction may have to be repeated.
  const records: ReadRecord<Item>[] = []
  for await (const batch of reading.batches(input)) records.push(...batch)
  let refused: Finding[] = []
  const put = () =>
    accounts.importing(async (putItems) => {
      const counts = { added: 0, updated: 0, unchanged: undefined, duplicate: 0 }
      const seen = new Set<string>()
      refused = []
      const outcomes = await putItems(records.map(({ value }) => value))
      for (const [index, { line, value }] of records.entries()) {
        const outcome = outcomes[index]
        const key = keyOf(value)
        if (typeof outcome === 'object') refused.push({ line, kind: outcome.problem })
        else if (outcome !== undefined) counts[seen.has(key) ? 'duplicate' : outcome] += 1
        if (typeof outcome === 'string') seen.add(key)
      }
      if (reading.bad + refused.length > 0 && !options.skipBad) throw new Undone()
      if (options.isDryRun) throw new Undone(counts)
      return counts
    }, patienceOf(options))
  return countImport(reading, () =>
    // Only then, because a transaction that loses against another one is repeated.
    put().finally(() => {
      for (const finding of refused) reading.refuse(finding)
    }),
  )
}

/** An item in the form that an import reads. Fields without a value are left out. */
function toRecord(item: Item): object {
  if (item.type === 'member') return item
  const { archived, createdAt, ...rest } = item
  const times = { ...(archived ? { archived } : {}), createdAt: new Date(createdAt).toISOString() }
  if (rest.type === 'project') return { ...rest, ...times }
  const { type: _, resource, tags, design, id, owner, name, ...fields } = rest
  return {
    type: ASSET_KINDS[resource],
    id,
    owner,
    name,
    ...fields,
    ...(tags.length > 0 ? { tags } : {}),
    ...times,
    ...(design === undefined ? {} : { geometry: JSON.parse(design) }),
  }
}

/** The lines of an export. An import can read them. */
export async function* itemLines(items: AsyncIterable<Item>): AsyncGenerator<string> {
  async function* records() {
    for await (const item of items) yield toRecord(item)
  }
  yield* asNdjson(records())
}

/** The items of a shipped file. Throws at the first issue. */
export const readItems = (ndjson: string): Promise<Item[]> => readAll(ndjson, ITEM_FORMAT)

/** How many items are read from one database before they are written to the other. */
const BATCH = 1_000
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
}

/** Goes through everything that a database holds, batch by batch, and counts and hashes it. */
async function goThrough(
  accounts: Accounts,
  take: (batch: readonly Item[], done: number) => Promise<unknown> | undefined,
): Promise<Copied> {
  const hash = createHash('sha256')
  const counts = { project: 0, member: 0, asset: 0 }
  let done = 0
  let batch: Item[] = []
  await accounts.exporting(async (items) => {
    for await (const item of items) {
      counts[item.type] += 1
      // All databases answer the fields of an item in the same order.
      hash.update(JSON.stringify(item))
      done += 1
      batch.push(item)
      if (batch.length < BATCH) continue
      await take(batch, done)
      batch = []
    }
    await take(batch, done)
  })
  return { projects: counts.project, members: counts.member, items: counts.asset, sha256: hash.digest('hex') }
}

/**
 * Copies all accounts into another database, in one transaction. Copying again changes nothing. Throws if the copy
 * does not hold the same as the source did when the copy began.
 */
export async function copyAccounts(
  from: Accounts,
  to: Accounts,
  { onProgress, onWait = () => {} }: CopyOptions,
): Promise<Copied> {
  const source = await to.importing(
    (put) =>
      goThrough(from, async (batch, done) => {
        await put(batch)
        onProgress(done)
      }),
    { seconds: 60, onWait },
  )
  for (const fact of FACTS) {
    const value = await from.facts.get(fact)
    if (value !== undefined) await to.facts.set(fact, value)
  }
  const copy = await goThrough(to, () => undefined)
  if (source.sha256 === copy.sha256) return copy
  const shown = ({ projects, members, items }: Copied) =>
    `${projects} projects, ${members} members, ${items} items`
  throw new Error(
    `The copy is not the same: ${shown(source)} in the source, ${shown(copy)} in the copy. Copy into an empty database, while no server changes the source.`,
  )
}
