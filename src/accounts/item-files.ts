import type { Readable } from 'node:stream'
import { ASSET_KINDS } from '../core/repositories.ts'
import {
  asNdjson,
  countImport,
  type FileImport,
  type FileImportOptions,
  type Finding,
  patienceOf,
  Reading,
  readAll,
  Undone,
} from '../files/index.ts'
import type { Accounts } from './accounts.ts'
import { ITEM_FORMAT } from './item-records.ts'
import type { Item } from './items.ts'
import { kept, readAhead } from './sequences.ts'

/**
 * How many items are stored at once: enough to keep the database busy, and few enough that it is soon busy while
 * the next ones are read.
 */
const BATCH = 5_000
/** So many batches are read ahead: while the database is busy for long, one is not enough for this process. */
const AHEAD = 2

/** So many batches are kept in case the transaction has to be repeated: 100,000 items, which take 130 MB. */
const MOST_KEPT = 20

/** What two records of the same item have in common. */
const keyOf = (item: Item): string =>
  item.type === 'member' ? JSON.stringify([item.projectId, item.userId]) : item.id

/**
 * Imports the projects, members and saved items of a file by their ids. One bad record refuses the whole
 * file, unless bad ones are skipped. An item may refer to others before it in the file, and to others in the
 * database.
 */
export async function importItemFile(
  accounts: Pick<Accounts, 'importing' | 'hasOneWriter'>,
  input: Readable,
  options: FileImportOptions,
): Promise<FileImport> {
  const reading = new Reading(ITEM_FORMAT, options)
  // They are kept, because a transaction that loses against another one is repeated. Where there is one writer, all
  // are read first, because a slow input would keep others from writing.
  const batches = kept(
    reading.batches(input, BATCH),
    accounts.hasOneWriter ? Number.POSITIVE_INFINITY : MOST_KEPT,
  )
  if (accounts.hasOneWriter) for await (const _ of batches());
  let refused: Finding[] = []
  const put = () =>
    accounts.importing(async (putItems) => {
      const counts = { added: 0, updated: 0, unchanged: undefined, duplicate: 0 }
      const seen = new Set<string>()
      refused = []
      for await (const batch of readAhead(batches(), AHEAD)) {
        const outcomes = await putItems(batch.map(({ value }) => value))
        for (const [index, { line, value }] of batch.entries()) {
          const outcome = outcomes[index]
          const key = keyOf(value)
          if (typeof outcome === 'object') refused.push({ line, kind: outcome.problem })
          else if (outcome !== undefined) counts[seen.has(key) ? 'duplicate' : outcome] += 1
          if (typeof outcome === 'string') seen.add(key)
        }
        options.onProgress(reading.read)
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
