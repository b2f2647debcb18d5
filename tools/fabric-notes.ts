import { ciede2000, distanceInWords, distancesInWords, labOf } from '../src/core/color.ts'
import type { FabricFilter, FabricRecord, SearchFault, SearchReport } from '../src/core/rooms.ts'
import { fold } from '../src/core/text.ts'
import { about, type Note, quoted, quotedList, shortList, shortNotes } from './notes.ts'

/** A palette of more colours has a longer note. */
const MANY_COLORS = 4
const WORDS_OF_MANY = 120

interface ReportedPage {
  readonly items: readonly FabricRecord[]
  readonly next: unknown
  readonly isFirst: boolean
  readonly asked: FabricFilter
  readonly report: SearchReport
}

/** Unless a filter was read as it was written. */
function filterNote({ filter, text, readAs, names }: SearchReport['filters'][number]): Note {
  const [only, ...others] = names
  if (only === undefined) return undefined
  const meant = shortList(names)
  if (readAs !== filter) return `${filter} ${quoted(text)} was read as ${readAs} ${meant}.`
  // "Moda" for Moda Fabrics tells nothing new.
  if (others.length === 0 && ` ${fold(only)} `.startsWith(` ${fold(text)} `)) return undefined
  return `${filter} ${quoted(text)} means ${meant}.`
}

/** Says where the question was read otherwise than it was written. */
export function readingNotes({ readings, colors, parts, filters, isCut }: SearchReport): Note[] {
  const corrected = readings.map(({ written, meant }) => `${quoted(written)} as ${quoted(meant)}`)
  const named = colors.flatMap((color) =>
    color?.name
      ? [`${quoted(color.name)} as the colour ${color.hex}${color.of ? ` of ${color.of}` : ''}`]
      : [],
  )
  return [
    isCut ? 'Only the first twelve words or colours are read.' : undefined,
    about([...new Set([...corrected, ...named])], (read) => `Read ${read}.`),
    parts.length > 0 ? `Read as a list, in turn: ${quotedList(parts, parts.length)}.` : undefined,
    ...filters.map(filterNote),
  ]
}

/** Says what was asked for, and is not here. */
export const missingNotes = ({ unmatched, missing, lacksTone }: SearchReport): Note[] => [
  about(unmatched.map(quoted), (parts) => `Nothing was found for ${parts}.`),
  about(missing.map(quoted), (words) => `None of these has ${words}.`),
  lacksTone ? 'They were found by name; a colour as #RRGGBB finds what looks so.' : undefined,
]

/** A fabric is listed under its nearest colour only (D17), so another colour may have a nearer one there. */
function nearerNotes({ items, report }: Pick<ReportedPage, 'items' | 'report'>): Note[] {
  const { colors, distances } = report
  return colors.map((color, list) => {
    const own = distances.find((each) => each.list === list)?.distance
    if (color === undefined || own === undefined) return undefined
    const others = items.flatMap(({ collection, name, colorHex }, at) => {
      const place = distances[at]?.list ?? list
      const under = colors[place]?.hex
      if (place === list || under === undefined || colorHex === undefined) return []
      const distance = ciede2000(labOf(color.hex), labOf(colorHex))
      return { distance, text: `${collection} ${name} ${distance.toFixed(1)}, listed under ${under}` }
    })
    const [nearest] = others.toSorted((one, other) => one.distance - other.distance)
    return nearest && nearest.distance < own ? `Nearer to ${color.hex}: ${nearest.text}.` : undefined
  })
}

/** The difference between the first fabrics of two parts, such as "kona coral, bella coral", if few have their names. */
function differenceNote({ items: [one, other], next, report }: ReportedPage): Note {
  const { parts, unmatched } = report
  if (parts.length !== 2 || unmatched.length > 0 || next !== null) return undefined
  if (!one?.colorHex || !other?.colorHex) return undefined
  const names = [one, other].map(({ collection, name }) => `${collection} ${name}`)
  const distance = ciede2000(labOf(one.colorHex), labOf(other.colorHex))
  return `${names.join(' and ')} differ by ${distance.toFixed(1)} (CIEDE2000): ${distanceInWords(distance)}.`
}

/** The difference is said for this many fabrics. */
const MOST_DISTANCES = 12

/** Differences from each colour: of its first fabric with the name, and of the next ones as numbers. */
function distanceNotes({ items, report }: ReportedPage): Note[] {
  const { colors, distances } = report
  const results = colors.flatMap((color, list) => {
    const at = distances.findIndex((each) => each.list === list && each.distance !== undefined)
    const fabric = items[at]
    const distance = distances[at]?.distance
    if (color === undefined || fabric === undefined || distance === undefined) return []
    const of = colors.length > 1 ? `${color.hex} ` : ''
    const name = `${fabric.collection} ${fabric.name}`
    return [`${of}${name} ${distance.toFixed(1)}: ${distanceInWords(distance)}`]
  })
  const next = distances.slice(0, MOST_DISTANCES).map(({ distance }) => distance?.toFixed(1))
  // Beside a list without a colour the numbers would not be those of successive fabrics.
  const isOfAll = colors.length === results.length && next.every((each) => each !== undefined)
  const rest = isOfAll ? next.slice(results.length) : []
  return [
    results.length > 0 ? `Colour difference (CIEDE2000): ${results.join('; ')}.` : undefined,
    ...nearerNotes({ items, report }),
    // It must be true alone: a long sentence before it may be left out.
    rest.length > 0
      ? `From fabric ${results.length + 1} on: ${rest.join(', ')} (${distancesInWords()}).`
      : undefined,
  ]
}

function totalNote({ colors, total }: SearchReport): Note {
  if (total === 0) return undefined
  const isByColor = colors.every((color) => color !== undefined)
  if (!isByColor) return `${total} match in all.`
  const order = colors.length > 1 ? 'each listed once, under its nearest colour' : 'nearest first'
  return `${total} match that have a colour, ${order}.`
}

/** Only words with a digit are looked for in SKUs. */
const nothingWith = (words: readonly string[]): string =>
  words.some((word) => /\p{Nd}/u.test(word)) ? 'No fabric' : 'No name, collection or maker'

function faultNotes(fault: SearchFault, { filters }: SearchReport, { query = '' }: FabricFilter): Note[] {
  if (fault.isEmpty) return [`${quoted(query)} has no word. Leave query out to browse.`]
  const { unknown, without, withoutFilter, hasOnlyColors } = fault
  const unknownFilters = filters.filter(({ names }) => names.length === 0)
  const faults = unknownFilters.map(({ filter, text }) => `No ${filter} is called ${quoted(text)}.`)
  if (unknown.length > 0) faults.push(`${nothingWith(unknown)} has ${quotedList(unknown)}.`)
  const ways = [
    ...without.map(({ words, total }) => `${total} without ${quotedList(words)}`),
    ...withoutFilter.map(({ filter, total }) => `${total} without ${filter}`),
  ]
  const nothing = hasOnlyColors ? 'No fabric there has a known colour.' : 'No fabric has all of this.'
  return [
    ...(faults.length > 0 ? faults : [nothing]),
    about(ways, (matches) => `The search would find ${matches}.`),
  ]
}

/** D38. `guides` is of `calledNote`. */
export function fabricNotes(page: ReportedPage, guides: string | undefined): string[] {
  const { next, isFirst, asked, report } = page
  const hasMore = next !== null || !isFirst
  return shortNotes(
    [
      ...readingNotes(report),
      ...missingNotes(report),
      hasMore ? totalNote(report) : undefined,
      ...(isFirst ? [differenceNote(page), ...distanceNotes(page)] : []),
      ...(report.fault === undefined ? [] : [guides, ...faultNotes(report.fault, report, asked)]),
    ],
    report.colors.length > MANY_COLORS ? WORDS_OF_MANY : undefined,
  )
}
