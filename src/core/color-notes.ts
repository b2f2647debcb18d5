import { listed, quoted, wordCount, wordsOf } from './notes.ts'
import type { FabricRecord } from './repositories.ts'
import type { SearchReport } from './search-report.ts'
import { foldWords, visibleText } from './text.ts'

/** For how many results of a colour search the distance is given, and in how many words. */
const MAX_DISTANCES = 10
const MAX_DISTANCE_WORDS = 40
/** A distance that is shown as 0.0. */
const SAME_COLOR = 0.05
/** From this CIEDE2000 distance on, nobody takes two colours for the same. */
const ANOTHER_COLOR = 10

/** How different two colours look at a CIEDE2000 distance. */
export function distanceInWords(distance: number): string {
  if (distance < SAME_COLOR) return 'the same'
  if (distance < 1) return 'hardly visible'
  if (distance < 2) return 'slight'
  if (distance < 4) return 'visible'
  return distance < ANOTHER_COLOR ? 'clearly visible' : 'another colour'
}

/** How the note of the distances begins; a page that shows each distance itself leaves it out. */
const DISTANCES = 'Colour difference (CIEDE2000)'

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

/**
 * Colours of a palette without a fabric. Each fabric belongs to the colour that it is nearest to (D17), so a colour
 * close to another one may have none.
 */
function emptyColorsNote({ colors, distances }: SearchReport): string | undefined {
  const answered = new Set(distances.map(({ color }) => color))
  const empty = colors.filter((color) => !answered.has(color))
  if (answered.size === 0 || distances.length < colors.length || empty.length === 0) return undefined
  return `No fabric is nearest to ${listed(empty)}: ask for it alone.`
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

/**
 * The notes of a search by colours (D38).
 *
 * @param isFirst whether it is the first page.
 */
export function colorNotes(
  fabrics: readonly FabricRecord[],
  report: SearchReport,
  query: string,
  isFirst: boolean,
): (string | undefined)[] {
  return [
    furtherColorsNote(report),
    distanceNote(fabrics, report),
    isFirst ? narrowNote(report) : undefined,
    isFirst ? emptyColorsNote(report) : undefined,
    lineNote(fabrics, report, query),
  ]
}
