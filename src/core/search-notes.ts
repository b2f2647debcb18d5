import { colorNotes } from './color-notes.ts'
import { faultNotes } from './fault-notes.ts'
import { countInWords, leftOutNote, listed, quoted, readAsNote, shortNotes, wordsOf } from './notes.ts'
import type { CollectionRecord, FabricFilter, FabricRecord, Total } from './repositories.ts'
import type { SearchReport } from './search-report.ts'
import { fold, visibleText } from './text.ts'

/** How many collections of a maker are named. Few makers have more. */
const MAX_LINES = 8
/** How the note of the total ends; a page that gives the number itself leaves it out. */
const IN_ALL = 'match in all.'

function filterNote(
  part: 'manufacturer' | 'collection',
  asked: string | undefined,
  meant: readonly string[],
) {
  const [only, ...others] = meant
  if (asked === undefined || only === undefined) return undefined
  // "Moda" for Moda Fabrics tells nothing new.
  if (others.length === 0 && ` ${fold(only)} `.startsWith(` ${fold(asked)} `)) return undefined
  return `${part} ${quoted(asked)} means ${listed(meant)}.`
}

/** A filter that is the whole name of one collection leaves out others that have it in their names (D18). */
function wholeNameNote({ furtherCollections }: SearchReport, asked: string | undefined): string | undefined {
  if (asked === undefined || furtherCollections === 0) return undefined
  return `One collection is called ${quoted(asked)}; ${furtherCollections} more have it in their names.`
}

function totalNote(total: Total, shown: number, hasMore: boolean): string | undefined {
  if (!hasMore && total.isExact && total.count <= shown) return undefined
  const words = countInWords(total)
  return `${words.charAt(0).toUpperCase()}${words.slice(1)} ${IN_ALL}`
}

/** From level 3 on, words that say something may be missing (D16). */
const missingNote = (report: SearchReport, query: string): string | undefined =>
  report.leftOut.length > 0 && report.level !== undefined && report.level > 2
    ? `No fabric has every word; these match without ${wordsOf(query, report.leftOut)}.`
    : leftOutNote(report, query)

/** How people and programs leave something out of a search: "kona -blue", "blue, not kona". */
const EXCLUDES = /(?:^|\s)-\s?\p{L}|\b(?:not|except|excluding|without)\b/iu

const named = ({ collection, fabrics }: CollectionRecord) => `${visibleText(collection)} ${fabrics}`

/** A page as it was found. */
interface SearchedPage {
  readonly items: readonly FabricRecord[]
  readonly isFirst: boolean
  readonly next: unknown
  readonly report: SearchReport
}

/**
 * The notes of a catalog search (D38).
 *
 * @param guides what the supply guides have for a search that found nothing.
 * @param lines the collections of the maker, if they answer the search or would.
 */
export function searchNotes(
  page: SearchedPage,
  asked: FabricFilter,
  guides: string | undefined,
  lines: readonly CollectionRecord[],
): string[] {
  const { items, isFirst, next, report } = page
  const { query = '' } = asked
  const isEmpty = items.length === 0
  // A colour only orders, so how many there are says nothing. One collection has its number.
  const saysTotal = report.colors.length === 0 && (isEmpty || lines.length !== 1)
  const filters =
    report.fault?.is === 'otherMaker'
      ? []
      : [
          filterNote('manufacturer', asked.manufacturer, report.manufacturers),
          filterNote('collection', asked.collection, report.collections),
        ]
  return shortNotes([
    guides,
    ...(isEmpty ? faultNotes(report, asked) : []),
    readAsNote(report, query),
    missingNote(report, query),
    report.without === undefined
      ? undefined
      : `Without ${wordsOf(query, report.without.words)} ${countInWords(report.without.total)} match.`,
    EXCLUDES.test(query) ? 'A search excludes nothing.' : undefined,
    ...filters,
    wholeNameNote(report, asked.collection),
    lines.length > 0 ? `Collections: ${listed(lines.map(named), (line) => line, MAX_LINES)}.` : undefined,
    ...colorNotes(items, report, query, isFirst),
    !isEmpty && report.without === undefined && report.colorWords.length > 0
      ? `These are names with ${wordsOf(query, report.colorWords)}; #RRGGBB finds colours of any name.`
      : undefined,
    saysTotal ? totalNote(report.total, items.length, next !== null) : undefined,
  ])
}
