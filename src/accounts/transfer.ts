import { createHash } from 'node:crypto'
import { inBatches } from '../core/batches.ts'
import { ASSET_KINDS } from '../core/rooms.ts'
import { counted } from '../core/text.ts'
import type { LockWait } from '../database/index.ts'
import {
  type Counts,
  type FileImportOptions,
  type Report,
  type Row,
  readShipped,
  readValues,
} from '../files/index.ts'
import { type Accounts, writeFact } from './accounts.ts'
import { type Item, itemFormat, type OutlineSchema, type Removal } from './item-lines.ts'
import { type Change, isRemoval, keyOf, putItems, ROWS } from './put-items.ts'
import { removalsOf } from './read-items.ts'
import type { Db } from './tables.ts'

export interface ItemImportOptions extends FileImportOptions {
  outline: OutlineSchema
  /** Items of other people are refused. */
  owner?: string | undefined
  /** Items may get other owners. */
  mayMove?: boolean | undefined
  /** Skips items whose `changedAt` is earlier, in epoch milliseconds. */
  since?: number | undefined
}

interface Known {
  /** `undefined` once the file has removed it. It keeps its owner, and does not come back as somebody else's. */
  type: Change['type'] | undefined
  /** Members have none. */
  owner?: string
}

/** Of the items that a file speaks of, those in the database, by key. */
async function knownItems(db: Db, changes: readonly Change[]) {
  const known = new Map<string, Known>()
  const ids = changes.flatMap(({ id, projectId }: { id?: string; projectId?: string | undefined }) =>
    [id, projectId].filter((each) => each !== undefined),
  )
  for await (const some of inBatches(ids, ROWS)) {
    const assets = db.selectFrom('assets').select(['id', 'resource', 'owner_id']).where('id', 'in', some)
    for (const { id, resource, owner_id: owner } of await assets.execute())
      known.set(id, { type: ASSET_KINDS[resource], owner })
    const members = db
      .selectFrom('project_members')
      .select(['project_id as projectId', 'user_id as userId', 'role'])
      .where('project_id', 'in', some)
    for (const { projectId, userId, role } of await members.execute()) {
      known.set(keyOf({ type: 'member', projectId, userId }), { type: 'member' })
      if (role === 'owner') known.set(projectId, { type: 'project', owner: userId })
    }
  }
  return known
}

/** Why a change cannot follow those before it. */
function problemOf(
  change: Change,
  known: ReadonlyMap<string, Known>,
  { owner: onlyOwner, mayMove }: ItemImportOptions,
): string | undefined {
  const isRemoved = isRemoval(change)
  const projectId = 'projectId' in change ? change.projectId : undefined
  const project = projectId === undefined ? undefined : known.get(projectId)
  if (!isRemoved && projectId !== undefined && project?.type !== 'project')
    return 'projectId: there is no such project'
  const found = known.get(keyOf(change))
  if (found?.type !== undefined && found.type !== change.type) return 'id: belongs to an item of another type'
  const before = (change.type === 'member' ? project : found)?.owner
  const owner = change.type === 'member' ? before : change.owner
  if (onlyOwner !== undefined && owner !== undefined && owner !== onlyOwner)
    return 'owner: is not the person of --owner'
  if (change.type === 'member')
    return isRemoved && owner === change.userId ? 'userId: owns the project' : undefined
  if (before === undefined || before === owner) return undefined
  if (isRemoved) return found?.type === undefined ? undefined : 'owner: the item is of somebody else'
  return mayMove ? undefined : 'owner: the item is of somebody else; --move gives it to this owner'
}

/** Answers what a change does, and notes it for those after it. */
function note(change: Change, known: Map<string, Known>) {
  const key = keyOf(change)
  const found = known.get(key)
  const isThere = found?.type !== undefined
  if (isRemoval(change)) {
    known.set(key, { ...found, type: undefined })
    return isThere ? 'removed' : 'unchanged'
  }
  known.set(key, change)
  return isThere ? 'updated' : 'added'
}

const goneText = (item: Removal) =>
  `${item.type === 'member' ? `${item.userId} in ${item.projectId}` : item.id} goes, because the file does not have it.`

function readFile(input: Buffer, outline: OutlineSchema, report: Report) {
  const records: Row<Change>[] = []
  let lines: number | undefined
  for (const { line, value } of readValues(input, itemFormat(outline), report)) {
    if (value.type === 'end') lines = value.lines
    else records.push({ line, value })
  }
  if (lines === undefined) return { records, isWhole: false }
  report.read -= 1
  if (lines === report.read) return { records, isWhole: true }
  throw new Error(
    `The end line says ${lines} lines, but the file has ${report.read} others: it is not whole.`,
  )
}

/**
 * One bad record refuses the whole file (`undefined`), unless bad ones are skipped. An item may refer to others before it
 * in the file, or in the database.
 */
export async function importItemFile(
  accounts: Accounts,
  input: Buffer,
  options: ItemImportOptions,
): Promise<Counts | undefined> {
  const { owner, since = Number.NEGATIVE_INFINITY, isReplacing, skipBad, report } = options
  if (isReplacing && skipBad) throw new Error('To replace, the file must have no bad records.')
  const { records, isWhole } = readFile(input, options.outline, report)
  const isGuarded = isReplacing && !options.isForced
  if (isGuarded && !isWhole)
    throw new Error(
      'Nothing was imported: the file has no end line, such as {"type":"end","lines":12}, so it may be cut short. --force replaces all the same.',
    )
  const kept = new Set(records.map(({ value }) => keyOf(value)))
  const changed = records.filter(
    ({ value }) => !('changedAt' in value) || (value.changedAt ?? since) >= since,
  )

  // The transaction may run more than once, so it changes nothing outside of it.
  const { counts, refused, gone } = await accounts.importing(async (transaction) => {
    const counts = { added: 0, updated: 0, removed: 0, unchanged: 0, duplicate: 0 }
    const refused: { line: number; kind: string }[] = []
    const good: Change[] = []
    const values = changed.map(({ value }) => value)
    const known = await knownItems(transaction, values)
    const seen = new Set<string>()
    for (const { line, value } of changed) {
      const problem = problemOf(value, known, options)
      if (problem !== undefined) {
        refused.push({ line, kind: problem })
        continue
      }
      const outcome = note(value, known)
      counts[seen.has(keyOf(value)) ? 'duplicate' : outcome] += 1
      seen.add(keyOf(value))
      good.push(value)
    }
    if (report.bad + refused.length > 0 && !skipBad) return { refused, gone: [] }
    const before = isReplacing && owner !== undefined ? await removalsOf(transaction, owner) : []
    const gone = before.filter((item) => !kept.has(keyOf(item)))
    if (isGuarded && gone.length * 2 > before.length)
      throw new Error(
        `Nothing was imported: ${gone.length} of the ${before.length} items that imports brought would go. --force replaces all the same; --dry-run --force shows them.`,
      )
    counts.removed += gone.length
    if (!options.isDryRun) await putItems(transaction, [...good, ...gone])
    const unchanged = counts.unchanged + records.length - changed.length || undefined
    return { counts: { ...counts, unchanged }, refused, gone }
  }, options.lockWait)

  for (const { line, kind } of refused) report.refuse(line, { kind })
  report.warnings.push(...gone.map(goneText))
  return counts
}

export const readItems = (ndjson: string, outline: OutlineSchema): (Item | Removal)[] =>
  readShipped(ndjson, itemFormat(outline)).filter((line) => line.type !== 'end')

const ITEMS_AT_ONCE = 1_000

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

/** Copying again changes nothing. Throws if the copy differs from what was read. */
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
