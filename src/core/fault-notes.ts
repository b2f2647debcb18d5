import { countInWords, listed, quoted, wordsOf } from './notes.ts'
import type { FabricFilter, FabricRecord } from './repositories.ts'
import type { SearchFault, SearchReport } from './search-report.ts'
import { visibleText } from './text.ts'

type WordsFault = SearchFault & { is: 'words' }

/** What the search would find without something. */
function withoutNote(fault: WordsFault, query: string): string | undefined {
  const parts = fault.without.map(({ left, words, total }) => {
    const what = left === 'words' ? (fault.unknown.length > 1 ? 'them' : wordsOf(query, words)) : left
    return `without ${what} ${countInWords(total)}`
  })
  if (parts.length === 0) return undefined
  const text = parts.join(', ')
  return `${text.charAt(0).toUpperCase()}${text.slice(1)} match.`
}

/** What looks like a colour that is not written as one: "#GGGGGG", "rgb(300, 0, 0)", "247,76,66". */
const LIKE_COLOR = /#\d*\p{L}|\b(?:rgb|hsl)a?\s*\(|^\s*\d{1,3}\s*,\s*\d{1,3}\s*,\s*\d{1,3}\s*$/iu

const HOW_SKUS_ARE_FOUND = 'A SKU is found whole or by its beginning.'
const HOW_COLORS_ARE_WRITTEN = 'A colour as #RRGGBB finds the nearest fabrics.'

/** A fabric with its colour, by which others like it are found. */
const inWords = ({ name, collection, colorHex }: FabricRecord) =>
  `${visibleText(name)} of ${visibleText(collection)}${colorHex === undefined ? '' : `, ${colorHex}`}`

function wordsNotes(fault: WordsFault, query: string): (string | undefined)[] {
  const { nearest, hasColor, skus, listed: fabrics } = fault
  if (fabrics.length > 0) {
    const found = fabrics.map(({ text, total }) => `${quoted(text)} ${countInWords(total)}`)
    return [`No fabric has all of this. One fabric a search: ${listed(found)}.`]
  }
  if (fault.words === 0 && !hasColor) return [`${quoted(query)} has no word. Leave query out to browse.`]
  const unknown = fault.unknown.filter((word) => skus.every(({ sku }) => sku !== word))
  const [only = '', ...others] = unknown
  const isNumber = /\p{N}/u.test(only)
  const howTo = isNumber ? HOW_SKUS_ARE_FOUND : hasColor ? undefined : HOW_COLORS_ARE_WRITTEN
  return [
    unknown.length > 0
      ? `No fabric matches ${wordsOf(query, unknown).replaceAll(', ', ' or ')}.`
      : 'No fabric has all of this.',
    ...skus.map(({ sku, fabric }) => `${wordsOf(query, [sku])} is ${inWords(fabric)}.`),
    nearest.length > 0 ? `Nearest: ${listed(nearest, quoted)}.` : undefined,
    withoutNote(fault, query) ?? (fault.words > 1 ? 'Every word has to be in the same fabric.' : undefined),
    others.length > 0 || skus.length > 0 ? undefined : howTo,
  ]
}

/** Why a search of fabrics found nothing, and what would find something (D38). */
export function faultNotes(
  { fault, ...report }: SearchReport,
  { query = '' }: FabricFilter,
): (string | undefined)[] {
  if (fault === undefined) return []
  switch (fault.is) {
    case 'otherMaker':
      return [
        `${listed(report.manufacturers)} has no ${listed(report.collections)}; that is of ${listed(fault.makers)}.`,
      ]
    case 'unknownFilter': {
      const { part, text, nearest, inOtherFilter } = fault
      const found = `No ${part} is called ${quoted(text)}.`
      const other = part === 'manufacturer' ? 'collection' : 'manufacturer'
      if (inOtherFilter.length > 0) return [`${found} As ${other} it means ${listed(inOtherFilter)}.`]
      return nearest.length > 0
        ? [`${found} Nearest: ${listed(nearest, quoted)}.`]
        : [`${found} Leave ${part} out to search all.`]
    }
    case 'words':
      return !fault.hasColor && LIKE_COLOR.test(query)
        ? [`No colour was read in ${quoted(query)}: it is written #RRGGBB, such as #5F8A8B.`]
        : wordsNotes(fault, query)
  }
}
