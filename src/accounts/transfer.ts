import type { Readable } from 'node:stream'
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
import { type ItemLine, itemFormat, type OutlineSchema } from './item-lines.ts'
import { type Item, type ItemName, keyOf } from './items.ts'

export interface ItemImportOptions extends FileImportOptions {
  /** What a design has to be. */
  readonly outline: OutlineSchema
  /** The file has items of this person only. */
  readonly owner?: string | undefined
  /** Remove what an earlier import brought for `owner` and this file does not have. */
  readonly isReplacing?: boolean | undefined
  /** Leave alone what has not changed since, in epoch milliseconds. */
  readonly since?: number | undefined
  /** Items may get other owners. */
  readonly mayMove?: boolean | undefined
  /** Replace also without an end line, and where more than half would go. */
  readonly isForced?: boolean | undefined
}

/** How many of the items that go are named. */
const MOST_WARNINGS = 20

const goneText = (item: ItemName): string =>
  `${item.type === 'member' ? `${item.userId} in ${item.projectId}` : item.id} goes, because the file does not have it.`

interface ItemFile {
  readonly records: readonly ReadRecord<Exclude<ItemLine, { type: 'end' }>>[]
  /** Whether the file has its end line. */
  readonly isWhole: boolean
}

/** Reads a whole file. Throws if its end line says another number of lines than it has. */
async function readFile(reading: Reading<ItemLine>, input: Readable): Promise<ItemFile> {
  const records: ItemFile['records'][number][] = []
  let lines: number | undefined
  for await (const batch of reading.batches(input)) {
    for (const { line, value } of batch) {
      if (value.type === 'end') lines = value.lines
      else records.push({ line, value })
    }
  }
  if (lines === undefined) return { records, isWhole: false }
  // The end line is no record.
  reading.read -= 1
  if (lines !== reading.read)
    throw new Error(
      `The end line says ${lines} lines, but the file has ${reading.read} others: it is not whole.`,
    )
  return { records, isWhole: true }
}

/** Throws where replacing would take away more than somebody may have meant. */
function checkReplacing(gone: number, before: number, { isWhole }: ItemFile): void {
  if (!isWhole)
    throw new Error(
      'Nothing was imported: the file has no end line, such as {"type":"end","lines":12}, so it may be cut short. --force replaces all the same.',
    )
  if (gone * 2 > before)
    throw new Error(
      `Nothing was imported: ${gone} of the ${before} items that imports brought would go. --force replaces all the same; --dry-run --force shows them.`,
    )
}

/**
 * Imports the projects, members, saved items and tombstones of a file by their ids, in one transaction. One bad record
 * refuses the whole file, unless bad ones are skipped. An item may refer to others before it in the file, and to others
 * in the database.
 */
export async function importItemFile(
  accounts: Pick<Accounts, 'importing'>,
  input: Readable,
  options: ItemImportOptions,
): Promise<FileImport> {
  const { owner, since = Number.NEGATIVE_INFINITY, isReplacing, skipBad } = options
  if (isReplacing && skipBad) throw new Error('To replace, the file must have no bad records.')
  const reading = new Reading(itemFormat(options.outline), options.report)
  // All are read first: a slow input must keep nobody from writing, and a transaction may have to be repeated.
  const file = await readFile(reading, input)
  const kept = new Set(file.records.map(({ value }) => keyOf(value)))
  const changed = file.records.filter(
    ({ value }) => !('changedAt' in value) || (value.changedAt ?? since) >= since,
  )
  const unchanged = file.records.length - changed.length
  let refused: Finding[] = []
  let gone: ItemName[] = []
  const put = () =>
    accounts.importing(async (putItems, importedOf) => {
      const counts = { added: 0, updated: 0, removed: 0, unchanged, duplicate: 0 }
      const seen = new Set<string>()
      refused = []
      const before = isReplacing && owner !== undefined ? await importedOf(owner) : []
      const outcomes = await putItems(
        changed.map(({ value }) => value),
        { keepsOwners: !options.mayMove, owner },
      )
      for (const [index, outcome] of outcomes.entries()) {
        const record = changed[index]
        if (record === undefined) continue
        const key = keyOf(record.value)
        if (typeof outcome === 'object') refused.push({ line: record.line, kind: outcome.problem })
        else counts[seen.has(key) ? 'duplicate' : outcome] += 1
        if (typeof outcome === 'string') seen.add(key)
      }
      if (reading.bad + refused.length > 0 && !skipBad) throw new Undone()
      gone = before.filter((item) => !kept.has(keyOf(item)))
      if (isReplacing && !options.isForced) checkReplacing(gone.length, before.length, file)
      counts.removed += gone.length
      await putItems(gone.map((item) => ({ ...item, deleted: true as const })))
      const result = { ...counts, unchanged: counts.unchanged || undefined }
      if (options.isDryRun) throw new Undone(result)
      return result
    }, patienceOf(options))
  const result = await countImport(reading, () =>
    // Only then, because a transaction that loses against another one is repeated.
    put().finally(() => {
      for (const finding of refused) reading.refuse(finding)
    }),
  )
  if (result.isDone) options.report.warnings.push(...gone.slice(0, MOST_WARNINGS).map(goneText))
  return result
}

/** An item in the form that an import reads. What is undefined is left out. */
function toRecord(item: Item): object {
  if (item.type === 'member') return item
  const { archived, createdAt, imported: _, ...fields } = item
  const record = { ...fields, archived: archived || undefined, createdAt: new Date(createdAt).toISOString() }
  if (!('tags' in record)) return record
  const { design, tags, ...asset } = record
  return {
    ...asset,
    tags: tags.length > 0 ? tags : undefined,
    geometry: design === undefined ? undefined : JSON.parse(design),
  }
}

/** The lines of an export, with the end line. An import can read them. */
export async function* itemLines(items: AsyncIterable<Item>): AsyncGenerator<string> {
  async function* records() {
    let lines = 0
    for await (const item of items) {
      lines += 1
      yield toRecord(item)
    }
    yield { type: 'end', lines }
  }
  yield* asNdjson(records())
}

/** The items of a shipped file. Throws at the first issue. */
export async function readItems(ndjson: string, outline: OutlineSchema): Promise<Item[]> {
  const lines = await readAll(ndjson, itemFormat(outline))
  return lines.flatMap((line) => (line.type === 'end' || 'deleted' in line ? [] : [line]))
}
