import { projectIdNote } from './ids.ts'
import type { ItemKind, NamedItem, NearMisses } from './named-items.ts'
import type { Total } from './repositories.ts'
import type { QueryReading } from './search-report.ts'
import { asTyped, visibleText } from './text.ts'

/** A note is read with every answer, so it is short (D38). */
const MAX_WORDS = 60
/** How much of a caller's text is repeated: enough to recognise it. */
const MAX_QUOTE = 40
/** How many makers, collections or words are suggested. */
const MAX_NAMED = 4
/** Totals are told exactly up to this (D38.3). */
const COUNTED = 1000

const NO_MISSES: NearMisses = { mentions: [], alike: [], otherKinds: [] }

export const wordCount = (text: string) => text.split(/\s+/).filter((word) => word !== '').length

/** The sentences that fit, in order. A long one is skipped if a later one still fits. */
export function shortNotes(sentences: readonly (string | undefined)[]): string[] {
  const kept: string[] = []
  let words = 0
  for (const sentence of sentences) {
    if (sentence === undefined) continue
    const count = wordCount(sentence)
    if (words + count > MAX_WORDS) continue
    kept.push(sentence)
    words += count
  }
  return kept
}

/** A text that somebody else wrote, in quotation marks. Its own become inch marks, so that it cannot end them. */
export function quoted(text: string): string {
  const shown = visibleText(text).replaceAll('"', '″')
  const short = [...shown].slice(0, MAX_QUOTE).join('')
  return `"${short}${short.length < shown.length ? '…' : ''}"`
}

/** Some names, and how many more there are. */
export function listed(
  names: readonly string[],
  show: (name: string) => string = (name) => name,
  most = MAX_NAMED,
): string {
  const rest = names.length - most
  const shown = names.slice(0, most).map(show).join(', ')
  return rest > 0 ? `${shown} and ${rest} more` : shown
}

/** Some words of a query, as they were typed. */
export const wordsOf = (query: string, words: readonly string[]): string =>
  listed(
    words.map((word) => asTyped(query, word)),
    quoted,
  )

/** Words that were read as something else. */
export function readAsNote({ readAs }: QueryReading, query: string): string | undefined {
  const read = readAs
    // "kona" for "kona cotton" tells nothing new.
    .filter(({ written, meant }) => !` ${meant} `.includes(` ${written} `))
    .map(({ written, meant }) => `${quoted(asTyped(query, written))} as ${quoted(meant)}`)
  return read.length > 0 ? `Read ${listed(read)}.` : undefined
}

/** Words that did not have to be found. */
export function leftOutNote({ leftOut }: QueryReading, query: string): string | undefined {
  return leftOut.length > 0 ? `Left out of the search: ${wordsOf(query, leftOut)}.` : undefined
}

/** A total in words. Beyond a thousand, the exact number helps nobody to choose (D38.3). */
export function countInWords({ count, isExact }: Total): string {
  return isExact && count <= COUNTED ? String(count) : `more than ${COUNTED.toLocaleString('en-US')}`
}

/**
 * The total for the note of a list. If there are more pages, it is how many match; if the list is empty, how
 * many there are without the query. Otherwise nothing is counted.
 */
export async function totalFor(
  page: { readonly items: readonly unknown[]; readonly next: unknown },
  query: string | undefined,
  count: (query: string | undefined) => Promise<Total>,
): Promise<Total | undefined> {
  if (page.next !== null) return count(query)
  return page.items.length === 0 && query !== undefined ? count(undefined) : undefined
}

const withIds = (items: readonly NamedItem[]): string =>
  listed(items.map(({ name, id }) => `${quoted(name)} ${id}`))

function nearMissNotes({ mentions, alike, otherKinds }: NearMisses = NO_MISSES): string[] {
  const others = otherKinds.map(({ kind, name, id }) => `${kind} ${quoted(name)} ${id}`)
  return [
    ...(mentions.length > 0 ? [`These have it in notes, tags or layout: ${withIds(mentions)}.`] : []),
    ...(alike.length > 0 ? [`Nearest names: ${withIds(alike)}.`] : []),
    ...(others.length > 0 ? [`Other kinds have it: ${listed(others)}.`] : []),
  ]
}

/** The notes of a list of projects or items (D38). */
export function listNotes(page: {
  /** Such as `quilts`. */
  readonly what: string
  readonly isEmpty: boolean
  readonly query: string | undefined
  /** A filter by project, and whether the caller belongs to that project. */
  readonly project?:
    | { readonly id: string; readonly isOwn: boolean; readonly called?: readonly NamedItem[] }
    | undefined
  /** How many match in all, or for an empty list, how many there are without the query. */
  readonly total: Total | undefined
  /** For an empty list. */
  readonly nearMisses?: NearMisses | undefined
  /** For a list of one project: how many items of other kinds it has. */
  readonly alsoThere?: ReadonlyArray<{ readonly kind: ItemKind; readonly total: Total }>
}): string[] {
  const { what, isEmpty, query, project, total, nearMisses, alsoThere = [] } = page
  const count = total === undefined ? undefined : countInWords(total)
  const others = alsoThere.map((each) => `${each.kind} ${countInWords(each.total)}`)
  const also = others.length > 0 ? `Also in this project: ${listed(others)}.` : undefined
  if (!isEmpty) return shortNotes([count === undefined ? undefined : `${count} ${what} in all.`, also])
  if (project !== undefined && !project.isOwn) {
    const { called = [] } = project
    return shortNotes([
      projectIdNote(project.id) ?? "No project of the caller's has this projectId.",
      called.length > 0 ? `Of this name: ${withIds(called)}.` : 'list_my_projects lists the ids of projects.',
    ])
  }
  const near = nearMissNotes(nearMisses)
  return shortNotes([
    query === undefined
      ? `The caller has no ${what}${project === undefined ? '' : ' in this project'}.`
      : `No name has ${quoted(query)}; ${what === 'projects' ? 'descriptions' : 'notes and tags'} are not searched.`,
    ...near,
    query === undefined || count === undefined || near.length > 0
      ? undefined
      : `Without query there are ${count}.`,
    also,
  ])
}

/** The notes of a new block (D38): where it is, and how a size that looks unfinished was understood. */
export function newBlockNotes(width: number, height: number): string[] {
  const looksUnfinished = [width, height].every((side) => side % 1 === 0.5)
  return shortNotes([
    looksUnfinished
      ? `${width} by ${height} inches is taken as the finished size, without seam allowance.`
      : undefined,
    'The block is in no project; it is placed in one in the editor.',
  ])
}
