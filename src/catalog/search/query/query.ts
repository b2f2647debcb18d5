import { MOST_COLORS } from '../../tuning.ts'
import { saysNothing } from './empty.ts'
import { askedWords, compact } from './words.ts'
import { splitColors } from './written-colors.ts'

/** A question, split into words and colours. */
export interface Query {
  readonly words: readonly string[]
  /** `#RRGGBB`, in the order asked (D17). */
  readonly colors: readonly string[]
  /** Colours beyond the most that a question may have. */
  readonly furtherColors: readonly string[]
  /** The whole question as a SKU, when it may be one: it has a digit, and no colour (D15). */
  readonly sku: string | undefined
  /** Words that say nothing when the question has a colour. */
  readonly leftOut: readonly string[]
  /** Six hex digits were not taken for a colour. */
  readonly hasDigits: boolean
}

/** When the question has a colour, words that say nothing never filter (D17). */
function splitEmpty(words: readonly string[]): Pick<Query, 'words' | 'leftOut'> {
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
  let hasDigits = false
  const isTaken = (digits: string) => {
    const isOne = isColor(digits)
    hasDigits ||= !isOne
    return isOne
  }
  const { colors: written, rest } = splitColors(text, isTaken)
  const colors = [...new Set(written)].slice(0, MOST_COLORS)
  const words = askedWords(rest)
  const isByColor = colors.length > 0
  const whole = compact(text)
  return {
    ...(isByColor ? splitEmpty(words) : { words, leftOut: [] }),
    sku: !isByColor && /\p{Nd}/u.test(whole) ? whole : undefined,
    colors,
    furtherColors: written.filter((color) => !colors.includes(color)),
    hasDigits,
  }
}

/** Six hex digits look like a colour if they have both a letter and a digit; else like a word or a number. */
export const looksLikeColor = (digits: string): boolean => /\d/.test(digits) && /[a-f]/i.test(digits)
