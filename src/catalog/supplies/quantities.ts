/**
 * Sizes and quantities in a text, in one spelling (D19): `24 x 36`, `24" x 36"` and `24x36` are `24x36`;
 * `45 mm` is `45mm`, `1/4"`, `¼ in` and `quarter-inch` are `0.25in`.
 */

const FRACTIONS: ReadonlyMap<string, number> = new Map([
  ['¼', 1 / 4],
  ['½', 1 / 2],
  ['¾', 3 / 4],
  ['⅛', 1 / 8],
  ['⅜', 3 / 8],
  ['⅝', 5 / 8],
  ['⅞', 7 / 8],
  ['half', 1 / 2],
  ['quarter', 1 / 4],
])

// Only the fractions of a ruler, because 80/20 names a batting.
const FRACTION = String.raw`\d{1,2}\/(?:2|3|4|8|16|32)(?![\d/])`
const NUMBER = String.raw`(?:\d+[ -]${FRACTION}|${FRACTION}|\d+(?:\.\d+)?[¼½¾⅛⅜⅝⅞]?|\.\d+|[¼½¾⅛⅜⅝⅞]|(?:half|quarter)(?=[ -](?:inch|yard)))`
const RANGE = `(${NUMBER})(?: ?[-–] ?(${NUMBER}))?`
const UNIT = String.raw`(?:[ -]?("|”|″|''|inch(?:es)?\b|in\b|mm\b|millimet(?:er|re)s?\b|cm\b|centimet(?:er|re)s?\b|oz\b|ounces?\b|lbs?\b|pounds?\b|yards?\b|yds?\b|degrees?\b|°))?`
const QUANTITY = new RegExp(
  String.raw`(?<![\p{L}\p{N}.])${RANGE}${UNIT}(?:\s?(?:x|×|by)\s?${RANGE}${UNIT})?(?![\p{L}\p{N}])`,
  'gu',
)

/** As in "2 and a half inch". */
const AND_A_FRACTION = / and (?:a|one) (half|quarter)(?!\p{L})/gu

/** The commas of 1,500. */
const THOUSANDS = /(?<=\d),(?=\d{3}(?!\d))/g

const UNITS: readonly (readonly [begins: string, unit: string])[] = [
  ['mm', 'mm'],
  ['millim', 'mm'],
  ['cm', 'cm'],
  ['centi', 'cm'],
  ['oz', 'oz'],
  ['ounce', 'oz'],
  ['lb', 'lb'],
  ['pound', 'lb'],
  ['y', 'yd'],
  ['deg', 'deg'],
  ['°', 'deg'],
]

const unitOf = (written: string | undefined): string | undefined =>
  written && (UNITS.find(([begins]) => written.startsWith(begins))?.[1] ?? 'in')

function amountOf(written: string): number {
  const parts = written.match(/\d+\/\d+|[\d.]+|[¼½¾⅛⅜⅝⅞]|half|quarter/gu) ?? []
  return parts.reduce((sum, part) => {
    const [above = '', below] = part.split('/')
    return (
      sum + (FRACTIONS.get(part) ?? (below === undefined ? Number(above) : Number(above) / Number(below)))
    )
  }, 0)
}

/** One spelling for each value, so that 2.5 and 2 1/2 are equal. */
const shown = (value: number): string => String(Number(value.toFixed(4)))

/** A quantity as a query asks for it, and all spellings under which an entry with it is found. */
interface Quantity {
  readonly asked: string
  readonly found: readonly string[]
}

function quantityFrom(match: RegExpExecArray): Quantity {
  const [, from = '', to = from, written, otherFrom, otherTo = otherFrom, otherWritten] = match
  const unit = unitOf(written) ?? unitOf(otherWritten)
  const ends = [...new Set([amountOf(from), amountOf(to)])]
  const others = otherFrom === undefined ? [] : [...new Set([amountOf(otherFrom), amountOf(otherTo ?? '')])]
  const sizes = ends.flatMap((one) =>
    // A mat of 36 x 24 is the same as one of 24 x 36.
    others.map((other) => `${shown(Math.min(one, other))}x${shown(Math.max(one, other))}`),
  )
  const single = [...ends, ...others].map(shown)
  const measured = unit === undefined ? [] : single.map((value) => value + unit)
  const [first = ''] = [...sizes, ...measured, ...single]
  return { asked: first, found: [...sizes, ...measured, ...single] }
}

/** The quantities in a text, and the text without them. */
export function quantitiesIn(text: string): {
  readonly quantities: readonly Quantity[]
  readonly rest: string
} {
  const quantities: Quantity[] = []
  const lowerCase = text
    .toLowerCase()
    .replace(THOUSANDS, '')
    .replace(AND_A_FRACTION, (_, fraction) => (fraction === 'half' ? '½' : '¼'))
  let rest = ''
  let end = 0
  for (const match of lowerCase.matchAll(QUANTITY)) {
    quantities.push(quantityFrom(match))
    rest += `${lowerCase.slice(end, match.index)} `
    end = match.index + match[0].length
  }
  return { quantities, rest: rest + lowerCase.slice(end) }
}
