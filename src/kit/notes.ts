import { projectIdNote } from './ids.ts'
import type { GeometryStatus } from './outline.ts'
import type { CollectionRecord, FabricFilter, FabricRecord, SearchReport, Total } from './repositories.ts'
import { fold, visibleText } from './text.ts'

/** A note is read with every answer, so it is short (D38). */
const MAX_WORDS = 60
/** How much of a caller's text is repeated: enough to recognise it. */
const MAX_QUOTE = 40
/** How many makers, collections or words are suggested. */
const MAX_NAMED = 4
/** How many collections of a maker are named. Few makers have more. */
const MAX_LINES = 8
/** For how many results of one colour the distance is given. */
const MAX_DISTANCES = 3
/** From this CIEDE2000 distance on, nobody takes two colours for the same. */
const ANOTHER_COLOR = 10
/** Totals are told exactly up to this (D38.3). */
const COUNTED = 1000

const wordCount = (text: string) => text.split(/\s+/).filter((word) => word !== '').length

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

/** A text that somebody else wrote, in quotation marks. */
export function quoted(text: string): string {
  const shown = visibleText(text)
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

/** How different two colours look at a CIEDE2000 distance. */
export function distanceInWords(distance: number): string {
  if (distance < 1) return 'hardly visible'
  if (distance < 2) return 'slight'
  if (distance < 4) return 'visible'
  return distance < ANOTHER_COLOR ? 'clearly visible' : 'another colour'
}

/** How the note of the total ends; a page that gives the number itself leaves it out. */
export const IN_ALL = 'match in all.'

/** How the note of the distances begins; a page that shows each distance itself leaves it out. */
export const DISTANCES = 'Colour difference (CIEDE2000)'

function distanceNote(
  fabrics: readonly FabricRecord[],
  { colors, distances }: SearchReport,
  isNarrowed: boolean,
): string | undefined {
  const results = fabrics.flatMap(({ name }, index) => {
    const entry = distances[index]
    return entry === undefined ? [] : [{ name, ...entry }]
  })
  const isPalette = colors.length > 1
  const first = results.slice(0, isPalette ? colors.length : MAX_DISTANCES)
  const [nearest] = first
  if (nearest === undefined) return undefined
  const hint =
    !isPalette && nearest.distance >= ANOTHER_COLOR && isNarrowed
      ? ' Fewer words or filters may find nearer ones.'
      : ''
  const each = first.map(
    ({ name, color, distance }) =>
      `${isPalette ? `${color} ` : ''}${visibleText(name)} ${distance.toFixed(1)}: ${distanceInWords(distance)}`,
  )
  return `${DISTANCES}: ${each.join('; ')}.${hint}`
}

function faultNote({ fault, level, total }: SearchReport): string | undefined {
  if (fault === undefined) {
    return level === undefined && total.count === 0
      ? 'Nothing matches all of this together: use fewer words or filters.'
      : undefined
  }
  const { part, text, nearest, findsAlone = false, inOtherFilter = [] } = fault
  if (inOtherFilter.length > 0) {
    const other = part === 'manufacturer' ? 'collection' : 'manufacturer'
    return `No ${part} is called ${quoted(text)}. As ${other} it means ${listed(inOtherFilter)}.`
  }
  const together = findsAlone ? ' together with the other words' : ''
  const found =
    part === 'query'
      ? `No fabric matches ${quoted(text)}${together}.`
      : `No ${part} is called ${quoted(text)}.`
  const near = nearest.length > 0 ? ` Nearest: ${listed(nearest, quoted)}.` : ''
  if (part === 'query') return `${found}${near} A colour as #RRGGBB finds the nearest fabrics.`
  return near === '' ? `${found} Leave ${part} out to search all.` : `${found}${near}`
}

function filterNote(
  part: 'manufacturer' | 'collection',
  asked: string | undefined,
  meant: readonly string[],
) {
  const [only, ...others] = meant
  if (asked === undefined || only === undefined) return undefined
  if (others.length === 0 && fold(only) === fold(asked)) return undefined
  return `${part} ${quoted(asked)} means ${listed(meant)}.`
}

/** A total in words. Beyond a thousand, the exact number helps nobody to choose (D38.3). */
function countInWords({ count, isExact }: Total): string {
  return isExact && count <= COUNTED ? String(count) : `more than ${COUNTED.toLocaleString('en-US')}`
}

function totalNote(total: Total, shown: number, hasMore: boolean): string | undefined {
  // Nothing was counted.
  if (!total.isExact && total.count === 0) return undefined
  if (!hasMore && total.isExact && total.count <= shown) return undefined
  const words = countInWords(total)
  return `${words.charAt(0).toUpperCase()}${words.slice(1)} ${IN_ALL}`
}

/** Whether a search for a colour asks for something else as well. */
const isNarrowed = ({ query = '', manufacturer, collection }: FabricFilter): boolean =>
  /\s/.test(query.trim()) || manufacturer !== undefined || collection !== undefined

const named = ({ collection, fabrics }: CollectionRecord) => `${visibleText(collection)} ${fabrics}`

/**
 * The notes of a catalog search (D38).
 *
 * @param guides what the supply guides have for a search that found nothing.
 * @param lines the collections of the maker, if the search asks for a maker only.
 */
export function searchNotes(
  page: { readonly items: readonly FabricRecord[]; readonly next: unknown; readonly report: SearchReport },
  asked: FabricFilter,
  guides: string | undefined,
  lines: readonly CollectionRecord[],
): string[] {
  const { items, next, report } = page
  const readAs = report.readAs
    // "kona" for "kona cotton" tells nothing new.
    .filter(({ written, meant }) => !` ${meant} `.includes(` ${written} `))
    .map(({ written, meant }) => `${quoted(written)} as ${quoted(meant)}`)
  return shortNotes([
    guides,
    items.length === 0 ? faultNote(report) : undefined,
    readAs.length > 0 ? `Read ${listed(readAs)}.` : undefined,
    report.leftOut.length > 0 ? `Left out of the search: ${listed(report.leftOut, quoted)}.` : undefined,
    filterNote('manufacturer', asked.manufacturer, report.manufacturers),
    filterNote('collection', asked.collection, report.collections),
    lines.length > 0 ? `Collections: ${listed(lines.map(named), (line) => line, MAX_LINES)}.` : undefined,
    distanceNote(items, report, isNarrowed(asked)),
    totalNote(report.total, items.length, next !== null),
  ])
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

/** The notes of a list of projects or items (D38). */
export function listNotes(page: {
  /** Such as `quilts`. */
  readonly what: string
  readonly isEmpty: boolean
  readonly query: string | undefined
  /** A filter by project, and whether the caller belongs to that project. */
  readonly project?: { readonly id: string; readonly isOwn: boolean } | undefined
  /** How many match in all, or for an empty list, how many there are without the query. */
  readonly total: Total | undefined
}): string[] {
  const { what, isEmpty, query, project, total } = page
  const count = total === undefined ? undefined : countInWords(total)
  if (!isEmpty) return shortNotes([count === undefined ? undefined : `${count} ${what} in all.`])
  if (project !== undefined && !project.isOwn) {
    return shortNotes([
      projectIdNote(project.id) ?? "No project of the caller's has this projectId.",
      'list_my_projects lists the ids of projects.',
    ])
  }
  return shortNotes([
    query === undefined
      ? `The caller has no ${what}${project === undefined ? '' : ' in this project'}.`
      : `No name has ${quoted(query)}; notes and tags are not searched.`,
    query === undefined || count === undefined ? undefined : `Without query there are ${count}.`,
  ])
}

const OUTLINE_NOTES: Readonly<Record<GeometryStatus, string | undefined>> = {
  complete: undefined,
  truncated:
    'The outline is cut short. counts has the true totals, and cutting counts every piece of a block.',
  empty: 'It has no pieces yet; they are drawn in the editor that url opens.',
  unavailable: 'It has no outline: it is a photo, or its design cannot be read.',
}

/** The note of an outline (D38). */
export function outlineNotes(status: GeometryStatus | undefined): string[] {
  return shortNotes([status === undefined ? undefined : OUTLINE_NOTES[status]])
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
