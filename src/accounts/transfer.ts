import {
  type Counts,
  type FileImportOptions,
  type Report,
  type Row,
  readShipped,
  readValues,
} from '../files/index.ts'
import type { Accounts } from './accounts.ts'
import { type Item, itemFormat, type OutlineSchema, type Removal } from './item-lines.ts'
import { type ImportRules, knownOf, noteChange, problemOf } from './known-items.ts'
import { type Change, keyOf, putItems } from './put-items.ts'
import { removalsOf } from './read-items.ts'

export interface ItemImportOptions extends FileImportOptions, ImportRules {
  readonly outline: OutlineSchema
  /** Removes what imports brought for `owner` and this file does not have. */
  readonly isReplacing?: boolean | undefined
  /** Skips items whose `changedAt` is earlier, in epoch milliseconds. */
  readonly since?: number | undefined
  /** Replaces even without an end line, and even if more than half would go. */
  readonly isForced?: boolean | undefined
}

/** Of removed items, in the report. */
const MOST_WARNINGS = 20

const goneText = (item: Removal): string =>
  `${item.type === 'member' ? `${item.userId} in ${item.projectId}` : item.id} goes, because the file does not have it.`

/** Throws if the end line gives another number of lines than the file has. */
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
 * Imports a file in one transaction. One bad record refuses the whole file (`undefined`), unless bad ones are skipped. An
 * item may refer to others before it in the file, or in the database.
 */
export async function importItemFile(
  accounts: Pick<Accounts, 'importing'>,
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
    const refused: { readonly line: number; readonly kind: string }[] = []
    const good: Change[] = []
    const known = await knownOf(
      transaction,
      changed.map(({ value }) => value),
    )
    const seen = new Set<string>()
    for (const { line, value } of changed) {
      const problem = problemOf(value, known, options)
      if (problem !== undefined) {
        refused.push({ line, kind: problem })
        continue
      }
      const outcome = noteChange(known, value)
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
  report.warnings.push(...gone.slice(0, MOST_WARNINGS).map(goneText))
  return counts
}

/** Throws at the first issue. */
export const readItems = (ndjson: string, outline: OutlineSchema): (Item | Removal)[] =>
  readShipped(ndjson, itemFormat(outline)).filter((line) => line.type !== 'end')
