/**
 * Sizes and quantities in a text, in one spelling (D19): `24 x 36`, `24" x 36"` and `36x24` are `24x36`; `45 mm` is
 * `45mm`; `1/4"`, `¼ in` and `quarter-inch` are `0.25in`.
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

/** How units are written, and their usual form. */
const UNITS: ReadonlyArray<readonly [written: string, unit: string]> = [
  [`"|”|″|''|inch(?:es)?\\b|in\\b`, 'in'],
  ['mm\\b|millimet(?:er|re)s?\\b', 'mm'],
  ['cm\\b|centimet(?:er|re)s?\\b', 'cm'],
  ['oz\\b|ounces?\\b', 'oz'],
  ['lbs?\\b|pounds?\\b', 'lb'],
  ['yards?\\b|yds?\\b', 'yd'],
  ['degrees?\\b|°', 'deg'],
]

// Only the fractions of a ruler, because 80/20 names a batting.
const FRACTION = String.raw`\d{1,2}\/(?:2|3|4|8|16|32)(?![\d/])`
const NUMBER = String.raw`(?:\d+[ -]${FRACTION}|${FRACTION}|\d+ and an? (?:half|quarter)\b|\d+(?:\.\d+)?[¼½¾⅛⅜⅝⅞]?|\.\d+|[¼½¾⅛⅜⅝⅞]|(?:half|quarter)(?=[ -](?:inch|yard)))`
const RANGE = `(${NUMBER})(?: ?[-–] ?(${NUMBER}))?`
const UNIT = `(?:[ -]?(${UNITS.map(([written]) => written).join('|')}))?`
const SIZE = new RegExp(
  String.raw`(?<![\p{L}\p{N}.])${RANGE}${UNIT}(?:\s?(?:x|×|by)\s?${RANGE}${UNIT})?(?![\p{L}\p{N}])`,
  'gu',
)
/** The commas of 1,500. */
const THOUSANDS = /(?<=\d),(?=\d{3}(?!\d))/g

function amountOf(written: string): string {
  const parts = written.match(/\d+\/\d+|[\d.]+|[¼½¾⅛⅜⅝⅞]|half|quarter/gu) ?? []
  const amount = parts.reduce((sum, part) => {
    const [above = '', below = '1'] = part.split('/')
    return sum + (FRACTIONS.get(part) ?? Number(above) / Number(below))
  }, 0)
  return String(Number(amount.toFixed(4)))
}

/** The ends of a range, or of a single number. */
const endsOf = (from: string | undefined, to = from): readonly string[] =>
  from === undefined ? [] : [...new Set([from, to ?? from].map(amountOf))]

/** A size of a text: all its spellings, the most telling first. */
export type Size = readonly string[]

/** The sizes in a text, and the text without them, in lower case. */
export function sizesIn(text: string): { readonly sizes: readonly Size[]; readonly rest: string } {
  const sizes: Size[] = []
  const rest = text
    .toLowerCase()
    .replace(THOUSANDS, '')
    .replace(SIZE, (_, ...[from, to, written, otherFrom, otherTo, otherWritten]: (string | undefined)[]) => {
      const unit = UNITS.find(([form]) => new RegExp(`^(?:${form})`).test(written ?? otherWritten ?? ''))?.[1]
      const [ends, others] = [endsOf(from, to), endsOf(otherFrom, otherTo)]
      // A mat of 36 x 24 is the same as one of 24 x 36.
      const areas = ends.flatMap((one) =>
        others.map((other) => (Number(one) < Number(other) ? `${one}x${other}` : `${other}x${one}`)),
      )
      const single = [...ends, ...others]
      sizes.push([...areas, ...(unit === undefined ? [] : single.map((amount) => amount + unit)), ...single])
      return ' '
    })
  return { sizes, rest }
}

const LIMIT =
  '(?<under>under|below|less than|up to|at most|no more than)|(?<over>over|above|more than)|(?<between>between)'
const AMOUNT = String.raw`(?<from>[$€£] ?\d[\d,.]*k?|\d[\d,.]* dollars\b)`
const UP_TO = String.raw`(?:(?: ?[-–] ?| to | and (?=[$€£]))(?<to>[$€£]? ?\d[\d,.]*k?))?`
const PRICE = new RegExp(String.raw`(?:\b(?:${LIMIT}) )?${AMOUNT}${UP_TO}(?: (?:a|per) yard\b)?`, 'i')
const dollars = (written: string): number =>
  Number(written.replace(/[^\d.]|\.$/g, '')) * (/k$/i.test(written) ? 1000 : 1)

/** A question without its price, and whether a guide's rough price range fits it, if it sets a limit. */
export function priceIn(question: string) {
  const { under, over, between, from, to = from } = PRICE.exec(question)?.groups ?? {}
  if (from === undefined || to === undefined) return { rest: question }
  const rest = question.replace(PRICE, ' ').replace(/\bcheap\w*/i, ' ')
  if ((under ?? over ?? between) === undefined) return { rest }
  const least = under === undefined ? dollars(from) : 0
  const most = over === undefined ? dollars(to) : Number.POSITIVE_INFINITY
  const fits = ({ priceRange = '' }: { readonly priceRange?: string | undefined }): boolean => {
    const [low = most, high = low] = (priceRange.match(/\d[\d,.]*/g) ?? []).map(dollars)
    return low < most && high > least
  }
  return { rest, fits }
}
