import { MOST_COLORS } from '../tuning.ts'
import { saysNothing } from './empty.ts'
import { askedWords, compact } from './words.ts'
import { replaceColors } from './written-colors.ts'

/** A question, split into words and colours. */
export interface Query {
  readonly words: readonly string[]
  /** `#RRGGBB`, in the order asked (D17). */
  readonly colors: readonly string[]
  /** Words that say nothing when the question has a colour, and colours beyond the most that it may have. */
  readonly leftOut: readonly string[]
}

/** When the question has a colour, words that say nothing never filter (D17). */
function withoutEmpty(words: readonly string[]): Pick<Query, 'words' | 'leftOut'> {
  return {
    words: words.filter((_, at) => !saysNothing(words, at)),
    leftOut: words.filter((_, at) => saysNothing(words, at)),
  }
}

/**
 * A question with its words and colours.
 *
 * @param isColor whether six hex digits without `#` are taken for a colour.
 */
export function parseQuery(text: string, isColor: (digits: string) => boolean): Query {
  const colors: string[] = []
  const further: string[] = []
  const rest = replaceColors(text, isColor, (color) => {
    if (!colors.includes(color)) (colors.length < MOST_COLORS ? colors : further).push(color)
    return ' '
  })
  const words = askedWords(rest)
  if (colors.length === 0) return { words, colors, leftOut: [] }
  const { words: telling, leftOut } = withoutEmpty(words)
  return { words: telling, colors, leftOut: [...leftOut, ...further] }
}

/** Six hex digits look like a colour if they have both a letter and a digit; else like a word or a number. */
export const looksLikeColor = (digits: string): boolean => /\d/.test(digits) && /[a-f]/i.test(digits)

/** The whole question as a SKU, when it may be one: it has a digit (D15). */
export function skuOf(text: string): string | undefined {
  const sku = compact(text)
  return /\p{Nd}/u.test(sku) ? sku : undefined
}
