import { faultNotes } from './fault-notes.ts'
import {
  countInWords,
  leftOutNote,
  listed,
  quoted,
  readAsNote,
  shortNotes,
  wordCount,
  wordsOf,
} from './notes.ts'
import type { CollectionRecord, FabricFilter, FabricRecord, Total } from './repositories.ts'
import type { SearchReport } from './search-report.ts'
import { fold, foldWords, visibleText } from './text.ts'

/** How many collections of a maker are named. Few makers have more. */
const MAX_LINES = 8
/** For how many results of a colour search the distance is given, and in how many words. */
const MAX_DISTANCES = 10
const MAX_DISTANCE_WORDS = 40
/** From this CIEDE2000 distance on, nobody takes two colours for the same. */
const ANOTHER_COLOR = 10

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

interface Distance {
  readonly label: string
  readonly distance: number
}

/** The distances in the order of the results; neighbours of one meaning share it. */
function distancesInWords(results: readonly Distance[]): string {
  const groups: { meaning: string; labels: string[] }[] = []
  for (const { label, distance } of results) {
    const meaning = distanceInWords(distance)
    const last = groups.at(-1)
    if (last?.meaning === meaning) last.labels.push(label)
    else groups.push({ meaning, labels: [label] })
  }
  return groups.map(({ meaning, labels }) => `${labels.join(', ')}: ${meaning}`).join('; ')
}

function distanceNote(
  fabrics: readonly FabricRecord[],
  { colors, distances }: SearchReport,
): string | undefined {
  const results = fabrics.slice(0, MAX_DISTANCES).flatMap(({ name }, index): Distance[] => {
    const entry = distances[index]
    if (entry === undefined) return []
    const label = `${visibleText(name)} ${entry.distance.toFixed(1)}`
    return [{ label: colors.length > 1 ? `${entry.color} ${label}` : label, distance: entry.distance }]
  })
  // The first of each colour, and as many more as there is room for.
  let count = results.length
  while (count > colors.length && wordCount(distancesInWords(results.slice(0, count))) > MAX_DISTANCE_WORDS)
    count -= 1
  if (results.length === 0) return undefined
  const which = count < fabrics.length ? ` of the first ${count}` : ''
  return `${DISTANCES}${which}: ${distancesInWords(results.slice(0, count))}.`
}

/** Where the nearest fabric of a narrowed search is another colour: how to find nearer ones. */
function narrowNote({ colors, distances: [nearest], ...report }: SearchReport): string | undefined {
  const isNarrow = [report.besideColors, report.manufacturers, report.collections].some(
    ({ length }) => length > 0,
  )
  return colors.length === 1 && nearest !== undefined && nearest.distance >= ANOTHER_COLOR && isNarrow
    ? 'Fewer words or filters may find nearer ones.'
    : undefined
}

/** Which colours a search did not read. */
function furtherColorsNote({ colors, furtherColors }: SearchReport): string | undefined {
  return furtherColors.length > 0
    ? `Only the first ${colors.length} colours are read, without ${listed(furtherColors)}.`
    : undefined
}

/** In a colour search: a word that names the line of some results, and is only part of the name of others. */
function lineNote(
  fabrics: readonly FabricRecord[],
  { besideColors }: SearchReport,
  query: string,
): string | undefined {
  for (const word of besideColors) {
    const lines = fabrics.filter(({ collection }) => foldWords(collection).includes(word))
    const collections = new Set(lines.map(({ collection }) => collection))
    const [only] = collections
    if (only === undefined || collections.size > 1 || lines.length === fabrics.length) continue
    return `${wordsOf(query, [word])} is in names of other lines too; collection ${quoted(only)} leaves them out.`
  }
  return undefined
}

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

function totalNote(total: Total, shown: number, hasMore: boolean): string | undefined {
  // Nothing was counted.
  if (!total.isExact && total.count === 0) return undefined
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

/**
 * The notes of a catalog search (D38).
 *
 * @param guides what the supply guides have for a search that found nothing.
 * @param lines the collections of the maker, if they answer the search or would.
 */
export function searchNotes(
  page: { readonly items: readonly FabricRecord[]; readonly next: unknown; readonly report: SearchReport },
  asked: FabricFilter,
  guides: string | undefined,
  lines: readonly CollectionRecord[],
): string[] {
  const { items, next, report } = page
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
    lines.length > 0 ? `Collections: ${listed(lines.map(named), (line) => line, MAX_LINES)}.` : undefined,
    furtherColorsNote(report),
    distanceNote(items, report),
    narrowNote(report),
    lineNote(items, report, query),
    !isEmpty && report.without === undefined && report.colorWords.length > 0
      ? `These are names with ${wordsOf(query, report.colorWords)}; #RRGGBB finds colours of any name.`
      : undefined,
    saysTotal ? totalNote(report.total, items.length, next !== null) : undefined,
  ])
}
