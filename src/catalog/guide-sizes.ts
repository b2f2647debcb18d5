/**
 * Sizes and quantities in a text, in one spelling (D19): `24 x 36`, `24" x 36"` and `36x24` are `24x36`; `45 mm` is
 * `45mm`; `1/4"`, `¼ in` and `quarter inch` are `0.25in`.
 */

const WORDS: ReadonlyArray<readonly [RegExp, string]> = [
  [/(?<=\d),(?=\d{3}(?!\d))/g, ''],
  [/(\d) and an? (half|quarter)\b/g, '$1 $2'],
  [/\bhalf(?=[ -](?:inch|yard))|(?<=\d )half\b/g, '1/2'],
  [/\bquarter(?=[ -](?:inch|yard))|(?<=\d )quarter\b/g, '1/4'],
]

/** ½ as 1/2, and 2½ as 2 1/2. */
const withoutVulgar = (text: string): string =>
  text.replace(/[¼½¾⅛⅜⅝⅞]/g, (fraction) => ` ${fraction.normalize('NFKD').replace('\u2044', '/')}`)

/** Only the fractions of a ruler, because 80/20 names a batting. */
const FRACTION = /(?<![\d./])(?:(\d+)[ -]+)?(\d{1,2})\/(2|4|8|16|32)(?![\d/])/g

const UNITS: ReadonlyArray<readonly [RegExp, string]> = [
  [/(?<=\d)[ -]?(?:"|”|″|''|inch(?:es)?\b|in\b)/g, 'in'],
  [/(?<=\d)[ -]?(?:mm\b|millimet(?:er|re)s?\b)/g, 'mm'],
  [/(?<=\d)[ -]?(?:cm\b|centimet(?:er|re)s?\b)/g, 'cm'],
  [/(?<=\d)[ -]?(?:oz\b|ounces?\b)/g, 'oz'],
  [/(?<=\d)[ -]?(?:lbs?\b|pounds?\b)/g, 'lb'],
  [/(?<=\d)[ -]?(?:yards?\b|yds?\b)/g, 'yd'],
  [/(?<=\d)[ -]?(?:degrees?\b|°)/g, 'deg'],
]

/** A number or a range with its unit, and perhaps the other side of an area. */
const SIZE =
  /(?<![\p{L}\p{N}.])(\d*\.?\d+)(?: ?[-–] ?(\d*\.?\d+))?(in|mm|cm|oz|lb|yd|deg)?(?: ?(?:x|×|by) ?(\d*\.?\d+)(?:[-–](\d*\.?\d+))?(in|mm|cm|yd)?)?(?![\p{L}\p{N}])/gu

/** All spellings of a size, the most telling first. */
export type Size = readonly string[]

/** The sizes in a text, and the rest of it in lower case. */
export function sizesIn(text: string): { readonly sizes: readonly Size[]; readonly rest: string } {
  let written = withoutVulgar(text.toLowerCase())
  for (const [form, usual] of WORDS) written = written.replace(form, usual)
  written = written.replace(FRACTION, (_, whole: string | undefined, above: string, below: string) =>
    String(Number(whole ?? 0) + Number(above) / Number(below)),
  )
  for (const [form, unit] of UNITS) written = written.replace(form, unit)
  const sizes: Size[] = []
  const rest = written.replace(SIZE, (_, ...parts: (string | undefined)[]) => {
    const [from, to, unit, otherFrom, otherTo, otherUnit] = parts
    const numbers = (ends: readonly (string | undefined)[]) =>
      ends.flatMap((end) => (end === undefined ? [] : Number(end)))
    const [ends, others] = [numbers([from, to]), numbers([otherFrom, otherTo])]
    // A mat of 36 x 24 is the same as one of 24 x 36.
    const areas = ends.flatMap((one) =>
      others.map((other) => `${Math.min(one, other)}x${Math.max(one, other)}`),
    )
    const sides = [...ends, ...others].map(String)
    const withUnit = sides.map((side) => `${side}${unit ?? otherUnit ?? ''}`)
    sizes.push([...new Set([...areas, ...withUnit, ...sides])])
    return ' '
  })
  return { sizes, rest }
}

const PRICE =
  /(?:\b(?:under|below|less than|up to|over|above|more than|between|and) )?(?:[$€£] ?\d[\d,.]*k?|\d[\d,.]* dollars\b)/gi

/** Amounts of money are not sizes, and prices are not searched (D19.1). */
export const withoutPrices = (question: string): string => question.replace(PRICE, ' ')
