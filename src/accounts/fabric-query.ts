import { foldWords } from '../kit/text.ts'

/** A fabric query, taken apart. */
export interface FabricQuery {
  /** Folded words that must all occur, in their order. */
  readonly words: readonly string[]
  /** `#RRGGBB`: the fabrics left are ranked by their distance from it (D17). */
  readonly color: string | undefined
  /** The text as it was sent, without the colour. */
  readonly text: string
}

const COLOR_WORD = /(?<=^|\s)#([0-9a-f]{3}|[0-9a-f]{6})(?=\s|$)/i
const BARE_COLOR_WORD = /(?<=^|\s)(?=[a-f]*[0-9])([0-9a-f]{6})(?=\s|$)/i
/** Words that say nothing about which fabric is meant (D16). */
const NOISE = new Set(['solid', 'solids', 'fabric', 'fabrics', 'cotton', 'cottons', 'cloth', 'by', 'the'])

function longForm(hex: string): string {
  const digits = hex.length === 3 ? [...hex].map((digit) => digit + digit).join('') : hex
  return `#${digits.toUpperCase()}`
}

function withoutColor(query: string, color: RegExp): FabricQuery {
  const [, hex] = color.exec(query) ?? []
  const text = query.replace(color, ' ')
  return {
    words: foldWords(text),
    color: hex === undefined ? undefined : longForm(hex),
    text,
  }
}

/** A query with its colour, if it has one: a word `#RGB` or `#RRGGBB`. */
export function parseFabricQuery(query: string): FabricQuery {
  return withoutColor(query, COLOR_WORD)
}

/** The query with six hex digits, one of them a digit, taken as a colour; `undefined` when it has none. */
export function withBareColor(query: string): FabricQuery | undefined {
  const parsed = withoutColor(query, BARE_COLOR_WORD)
  return parsed.color === undefined ? undefined : parsed
}

/** The words without noise; `undefined` when that changes nothing or leaves nothing. */
export function withoutNoise(words: readonly string[]): readonly string[] | undefined {
  const telling = words.filter((word) => !NOISE.has(word))
  return telling.length === words.length || telling.length === 0 ? undefined : telling
}
