// Sizes in one spelling (D19.3): `24 x 36`, `24" x 36"` and `36x24` are `24x36`; `45 mm` is `45mm`; `1/4"`, `¼ in` and
// `quarter inch` are `0.25in`.

import { wordTable } from './search/vocabulary.ts'

const UNITS: ReadonlyMap<string, string> = new Map(
  wordTable('guide-words.txt')('unit').flatMap((line) => {
    const [unit = '', written = ''] = line.split(' = ')
    return [unit, ...written.split(' ')].map((each) => [each, unit] as const)
  }),
)

const HALVES = /(?<=\d )(?:and an? )?(half|quarter)\b|\b(half|quarter)(?=[ -](?:inch|yard))/g
/** Only the fractions of a ruler, because 80/20 names a batting. */
const FRACTION = /(?<![\d./])(?:(\d+)[ -]+)?(\d{1,2})\/(2|4|8|16|32)(?![\d/])/g
/** A number or a range, perhaps with a unit and the other side of an area. */
const SIZE =
  /(?<![\p{L}\p{N}.])(\d*\.?\d+)(?: ?[-–] ?(\d*\.?\d+))?(in|mm|cm|oz|lb|yd|deg)?(?: ?(?:x|×|by) ?(\d*\.?\d+)(in|mm|cm|yd)?)?(?![\p{L}\p{N}])/gu

/** Each size in all its spellings, the most telling first, and the rest of the text in lower case. */
export function sizesIn(text: string) {
  const written = text
    .toLowerCase()
    // `2½` is `2 1/2`, and `1,500` is `1500`.
    .replace(/[¼½¾⅛⅜⅝⅞]/g, (fraction) => ` ${fraction.normalize('NFKD').replace('\u2044', '/')}`)
    .replace(/(?<=\d),(?=\d{3}(?!\d))/g, '')
    .replace(HALVES, (found) => (found.endsWith('half') ? '1/2' : '1/4'))
    .replace(FRACTION, (_, whole: string | undefined, above: string, below: string) =>
      String(Number(whole ?? 0) + Number(above) / Number(below)),
    )
    .replace(/(?<=\d)[ -]?(["”″°]|''|\p{L}+)/gu, (found, name: string) => UNITS.get(name) ?? found)
  const sizes: string[][] = []
  const rest = written.replace(SIZE, (_, ...parts: (string | undefined)[]) => {
    const [from, to, unit, other, otherUnit] = parts
    const numbers = (...ends: (string | undefined)[]) =>
      ends.flatMap((end) => (end === undefined ? [] : Number(end)))
    const sides = numbers(from, to, other)
    // A mat of 36 x 24 is the same as one of 24 x 36.
    const areas = numbers(other).flatMap((height) =>
      numbers(from, to).map((width) => `${Math.min(width, height)}x${Math.max(width, height)}`),
    )
    const withUnit = sides.map((side) => `${side}${unit ?? otherUnit ?? ''}`)
    sizes.push([...areas, ...withUnit, ...sides.map(String)])
    return ' '
  })
  return { sizes, rest }
}

const PRICE =
  /(?:\b(?:under|below|less than|up to|over|above|more than|between|and) )?(?:[$€£] ?\d[\d,.]*k?|\d[\d,.]* dollars\b)/gi

/** Amounts of money are not sizes, and prices are not searched (D19.1). */
export const withoutPrices = (question: string): string => question.replace(PRICE, ' ')
