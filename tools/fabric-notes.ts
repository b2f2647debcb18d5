import { distanceBetween, distanceInWords, distancesInWords } from '../src/core/color.ts'
import type { FabricFilter, FabricPage, SearchFault, SearchReport, Supplies } from '../src/core/rooms.ts'
import { fold } from '../src/core/text.ts'
import {
  about,
  asksPrice,
  type Note,
  quoted,
  quotedList,
  readingNote,
  shortList,
  shortNotes,
} from './notes.ts'

/** A palette of more colours has a longer note. */
const MANY_COLORS = 4
const WORDS_OF_MANY = 120

type ReportedPage = Pick<FabricPage, 'items' | 'next'> & { readonly report: SearchReport }

/** Unless a filter was read as it was written. */
function filterNote({ filter, text, readAs, names }: SearchReport['filters'][number]): Note {
  const [only, ...others] = names
  if (only === undefined) return undefined
  const meant = shortList(names)
  if (readAs !== filter) return `${filter} ${quoted(text)} was read as ${readAs} ${meant}.`
  // "Moda" for Moda Fabrics tells nothing new.
  const isBeginning = others.length === 0 && ` ${fold(only)} `.startsWith(` ${fold(text)} `)
  return !isBeginning && `${filter} ${quoted(text)} means ${meant}.`
}

/** Where the question was read otherwise than it was written, and what of it the answer lacks. */
export function questionNotes(report: SearchReport): Note[] {
  const { readings, colors, parts, filters, isCut, unmatched, missing, lacksTone } = report
  const named = colors.flatMap((color) => {
    if (!color?.name) return []
    const of = color.of ? ` of ${color.of}` : ''
    return `${quoted(color.name)} as the colour ${color.hex}${of}`
  })
  return [
    isCut && 'Only the first twelve words or colours are read.',
    readingNote(readings, named),
    parts.length > 0 && `Read as a list, in turn: ${quotedList(parts, parts.length)}.`,
    ...filters.map(filterNote),
    // Not "was found for": nobody may have put the words of a part together.
    about(unmatched.map(quoted), (parts) => `Nothing has all words of ${parts}.`),
    about(missing.map(quoted), (words) => `None of these has ${words}.`),
    lacksTone && 'They were found by name; a colour as #RRGGBB finds what looks so.',
  ]
}

function totalNote({ colors, total }: SearchReport): Note {
  if (total === 0) return undefined
  if (colors.includes(undefined)) return `${total} match in all.`
  const order = colors.length > 1 ? 'each listed once, under its nearest colour' : 'nearest first'
  return `${total} match that have a colour, ${order}.`
}

/** Of two parts, such as "kona coral, bella coral", if few fabrics have their names. */
function differenceNote({ items: [one, other], next, report }: ReportedPage): Note {
  const isPair = report.parts.length === 2 && report.unmatched.length === 0 && next === null
  if (!isPair || !one?.colorHex || !other?.colorHex) return undefined
  const names = [one, other].map(({ collection, name }) => `${collection} ${name}`)
  const distance = distanceBetween(one.colorHex, other.colorHex)
  return `${names.join(' and ')} differ by ${distance.toFixed(1)} (CIEDE2000): ${distanceInWords(distance)}.`
}

function nearerNote({ nearer }: SearchReport): Note {
  if (nearer === undefined) return undefined
  const { words, name, distance } = nearer
  return `Without ${quotedList(words)}, ${name} is the nearest: ${distance.toFixed(1)}, ${distanceInWords(distance)}.`
}

const MOST_DISTANCES = 12

/** Differences from each colour: of its first fabric with the name, and of the next ones as numbers. */
function distanceNotes({ items, report: { colors, distances } }: ReportedPage): Note[] {
  // A long name of the one line of all would not leave room for twelve colours.
  const isOneLine =
    colors.length > MANY_COLORS && new Set(items.map(({ collection }) => collection)).size === 1
  const shown = items.flatMap(({ collection, name, colorHex }, at) => {
    const { list = 0, distance } = distances[at] ?? {}
    const hex = colors[list]?.hex
    if (hex === undefined || colorHex === undefined || distance === undefined) return []
    return { name: isOneLine ? name : `${collection} ${name}`, colorHex, list, hex, distance }
  })
  const firsts = [...Map.groupBy(shown, ({ list }) => list).values()].flatMap((each) => each.slice(0, 1))
  const named = firsts.map(({ hex, name, distance }) => {
    const of = colors.length > 1 ? `${hex} ` : ''
    return `${of}${name} ${distance.toFixed(1)}: ${distanceInWords(distance)}`
  })
  // A fabric is listed under its nearest colour only (D17), so another colour may have a nearer one there.
  const nearerOnes = firsts.map(({ list, hex, distance }) => {
    const [nearest] = shown
      .filter((other) => other.list !== list)
      .map((other) => ({ ...other, distance: distanceBetween(hex, other.colorHex) }))
      .toSorted((one, other) => one.distance - other.distance)
    if (nearest === undefined || nearest.distance >= distance) return undefined
    return `Nearer to ${hex}: ${nearest.name} ${nearest.distance.toFixed(1)}, listed under ${nearest.hex}.`
  })
  // Beside a list without a colour the numbers would not be those of successive fabrics.
  const rest = firsts.length === colors.length ? shown.slice(firsts.length, MOST_DISTANCES) : []
  const numbers = rest.map(({ distance }) => distance.toFixed(1)).join(', ')
  return [
    named.length > 0 && `Colour difference (CIEDE2000): ${named.join('; ')}.`,
    ...nearerOnes,
    // It must be true alone: a long sentence before it may be left out.
    rest.length > 0 && `From fabric ${firsts.length + 1} on: ${numbers} (${distancesInWords()}).`,
  ]
}

/** Only words with a digit are looked for in SKUs. */
const nothingWith = (words: readonly string[]): string =>
  words.some((word) => /\p{Nd}/u.test(word)) ? 'No fabric' : 'No name, collection or maker'

function faultNotes(fault: SearchFault, { filters }: SearchReport, query: string) {
  if (fault.isEmpty) return [`${quoted(query)} has no word. Leave query out to browse.`]
  const { unknown, without, withoutFilter, hasOnlyColors, refuses } = fault
  const unknownFilters = filters.filter(({ names }) => names.length === 0)
  const ways = [
    ...without.map(({ words, total }) => `${total} without ${quotedList(words)}`),
    ...withoutFilter.map(({ filter, total }) => `${total} without ${filter}`),
  ]
  const isUnexplained = unknownFilters.length + unknown.length === 0
  return [
    ...unknownFilters.map(({ filter, text }) => `No ${filter} is called ${quoted(text)}.`),
    unknown.length > 0 && `${nothingWith(unknown)} has ${quotedList(unknown)}.`,
    refuses && 'A search cannot leave out what is not wanted.',
    isUnexplained &&
      !refuses &&
      (hasOnlyColors ? 'No fabric there has a known colour.' : 'No fabric has all of this.'),
    about(ways, (matches) => `The search would find ${matches}.`),
  ]
}

/** For a search of fabrics that found nothing: guides of this name, such as "Jelly roll" (D38). */
async function calledNote(supplies: Pick<Supplies, 'called'>, query: string, unknown: readonly string[]) {
  if (unknown.length === 0) return undefined
  const whole = await supplies.called(query)
  const found = whole.length > 0 ? whole : await supplies.called(unknown.join(' '))
  const shown = [...Map.groupBy(found, ({ category }) => category)].map(([category, guides]) => {
    const names = guides.flatMap(({ name }) => name ?? [])
    return names.length > 0 ? `${category} (${quotedList(names, 2)})` : category
  })
  return about(shown, (guides) => `Supply guides: browse_supplies, ${guides}.`)
}

/** D38 */
export async function fabricNotes(
  supplies: Pick<Supplies, 'called'>,
  { query = '', ...filters }: FabricFilter,
  { isFirst, ...found }: FabricPage & { isFirst: boolean },
): Promise<string[]> {
  const page = { ...found, report: found.report() }
  const { report, next } = page
  const { fault, colors } = report
  const isFiltered = Object.values(filters).some((filter) => filter !== undefined)
  return shortNotes(
    [
      ...questionNotes(report),
      asksPrice(query) && 'The catalog has no prices.',
      (next !== null || !isFirst) && totalNote(report),
      ...(isFirst ? [differenceNote(page), ...distanceNotes(page), nearerNote(report)] : []),
      fault && !isFiltered && (await calledNote(supplies, query, fault.unknown)),
      ...(fault ? faultNotes(fault, report, query) : []),
    ],
    colors.length > MANY_COLORS ? WORDS_OF_MANY : undefined,
  )
}
