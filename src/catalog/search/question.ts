import { isForeignColor } from './colour-names.ts'
import {
  ASKING,
  BESIDE_COLORS,
  FAMILIES,
  PAIRS,
  REFUSALS,
  spelledWordsOf,
  TONES,
  TRADE,
  usual,
} from './vocabulary.ts'
import { splitColors } from './written-colors.ts'

/**
 * What a word of a question is (D16): `trade` and `asking` are fillers; a `meant` filler stands in a question of nothing
 * but fillers. Fillers, tones, families and words for colours in other languages match whole words only.
 */
export type Kind =
  | 'word'
  | 'number'
  | 'family'
  | 'tone'
  | 'foreign'
  | 'refusal'
  | 'trade'
  | 'asking'
  | 'meant'

export interface AskedWord {
  /** As it is compared: folded, in its usual spelling, singular. */
  readonly text: string
  /** Folded, and otherwise as it was written. */
  readonly spelled: string
  readonly kind: Kind
  /** Which part of a list it is in (D17.8). */
  readonly part: number
  /** Which of the pieces between spaces it is in: the words of "K001-1240" are in one. */
  readonly piece: number
  /** Whether it names a line (`readings` tells). */
  readonly isOfLine: boolean
}

/** A question (D14): its colours as `#RRGGBB` in their order, and its words. */
export interface Question {
  readonly text: string
  readonly colors: readonly string[]
  readonly words: readonly AskedWord[]
  /** Whether it has more words or colours than are read. */
  readonly isCut: boolean
}

/** How many words that are no fillers, and how many colours and parts of a list a question may have. */
const MOST_ASKED = 12
/** How many words there may be with the fillers. */
const MOST_WORDS = 24

/** "Anything but red" refuses red. */
const REFUSED_BY_BUT: ReadonlySet<string> = new Set(['anything', 'everything', 'all'])

/** Prices and amounts say nothing: "$12.99", "2 1/2 yards", "5m", "x2", "3 fat quarters", `44" wide`, "100% cotton". */
const AMOUNTS = [
  String.raw`[$€£]\s?\d+(?:[.,]\d+)?`,
  String.raw`\d+(?:[.,]\d+)?\s?[€£]`,
  String.raw`(?:\d+\s+)?\d+(?:[.,/]\d+)?[\s-]?(?:[cm]?m|met(?:er|re)s?|yds?|yards?|fqs?|(?:fat|half|quarter)[\s-](?:quarters?|yards?))`,
  '(?:fat quarter|half yard|quarter yard)s?',
  String.raw`4[2-5]\s*(?:"|in(?:ch|ches)?)?\s*(?:wide|inch)`,
  String.raw`\d{1,2}\s?"(?=\s*(?:squares?|strips?|x)\b)|\d+(?:[.,]\d+)?in(?:ch(?:es)?)?`,
  String.raw`100\s?%?\s*cotton`,
  String.raw`@\s?\d+(?:[.,]\d+)?`,
  String.raw`x\s?\d{1,2}`,
]
const AMOUNT = new RegExp(String.raw`(?<![\p{L}\p{N}#.])(?:${AMOUNTS.join('|')})(?![\p{L}\p{N}])`, 'giu')

/** The letters by which a pattern calls its fabrics: "Fabric A: …", "B = …". */
const LABEL = /(?<![\p{L}\p{N}])(?:fabric\s+[a-z](?![\p{L}\p{N}.'’&-])|[a-z]\s*[:=](?!\p{N}))/giu

/** The first mark of a list whose lines are marked or numbered, and all of them: "1. … 2. …". */
const FIRST_MARK = /^\s*(?:[-*•]|1[.)])\s/u
const MARK = /(?<!\S)(?:[-*•]|\d{1,2}[.)])(?=\s)/gu

/** What stands between the parts of a list (D17.8). */
const SEPARATOR = /[,;/|&+]|(?<![\p{L}\p{N}])(?:and|or|vs)(?![\p{L}\p{N}])\.?/giu

export const isFiller = ({ kind }: AskedWord): boolean => kind === 'trade' || kind === 'asking'

export const textOf = (words: readonly AskedWord[]): string => words.map(({ text }) => text).join(' ')

/** Whether a word matches whole words only. */
export const isWholeOnly = ({ kind }: AskedWord): boolean =>
  kind !== 'word' && kind !== 'number' && kind !== 'refusal'

function kindAt(words: readonly string[], at: number, text: string, hasColors: boolean): Kind {
  const word = words[at] ?? ''
  const isPair = (from: number) => PAIRS.has(`${words[from]} ${words[from + 1]}`)
  if (word === 'no' && /^\p{Nd}/u.test(words[at + 1] ?? '')) return 'asking'
  if (REFUSALS.has(word)) return 'refusal'
  if (word === 'but' && REFUSED_BY_BUT.has(words[at - 1] ?? '')) return 'refusal'
  if (isPair(at) || isPair(at - 1) || TRADE.has(word)) return 'trade'
  if (ASKING.has(word) || (hasColors && BESIDE_COLORS.has(word))) return 'asking'
  if (FAMILIES.has(word)) return 'family'
  if (TONES.has(word)) return 'tone'
  if (/\p{Nd}/u.test(word)) return 'number'
  return isForeignColor(word, text) ? 'foreign' : 'word'
}

interface WrittenWord {
  readonly spelled: string
  readonly part: number
  readonly piece: number
}

/** The words of a text with the part and the piece that each is in. An "and" or "&" is a word, too. */
function wordsIn(text: string): readonly WrittenWord[] {
  const found: WrittenWord[] = []
  let part = 0
  let piece = 0
  let from = 0
  const add = (segment: string) => {
    for (const each of segment.split(/\s+/)) {
      piece += 1
      for (const spelled of spelledWordsOf(each)) found.push({ spelled, part, piece })
    }
  }
  for (const { 0: separator, index } of text.matchAll(SEPARATOR)) {
    add(text.slice(from, index))
    add(separator)
    from = index + separator.length
    part += 1
  }
  add(text.slice(from))
  return found
}

/** Words with their kinds, at most twelve of them no fillers. Parts of nothing but fillers belong to the part before. */
function askedWords(text: string, hasColors: boolean): Pick<Question, 'words' | 'isCut'> {
  const listed = FIRST_MARK.test(text) ? text.replace(MARK, ';') : text
  const found = wordsIn(listed.replace(LABEL, ' ').replace(AMOUNT, ' '))
  const texts = found.map(({ spelled }) => usual(spelled))
  const kinds = texts.map((_, at) => kindAt(texts, at, text, hasColors))
  const isNothingElse = kinds.every((kind) => kind === 'trade' || kind === 'asking')
  const words: AskedWord[] = []
  let asked = 0
  let part = -1
  let before = -1
  for (const [at, { spelled, part: written, piece }] of found.entries()) {
    const kind = isNothingElse ? 'meant' : (kinds[at] ?? 'word')
    const isAsked = kind !== 'trade' && kind !== 'asking'
    if ((isAsked && asked === MOST_ASKED) || at === MOST_WORDS) return { words, isCut: true }
    if (isAsked && !isNothingElse && written !== before) {
      part += 1
      before = written
    }
    if (isAsked) asked += 1
    words.push({ text: texts[at] ?? '', spelled, kind, part: Math.max(0, part), piece, isOfLine: false })
  }
  return { words, isCut: false }
}

/** @param isSku whether a text is the whole SKU of a fabric, and so no colour. */
export function readQuestion(text: string, isSku: (text: string) => boolean): Question {
  const isColor = (digits: string) => /\d/.test(digits) && !isSku(digits)
  const sure = splitColors(text, (digits) => /[a-f]/i.test(digits) && isColor(digits))
  // Digits alone are a colour beside another one, or if they are called so.
  const isSaid = sure.colors.length > 0 || /\bhex\b/i.test(text)
  const { colors: written, rest } = isSaid ? splitColors(text, isColor) : sure
  const colors = [...new Set(written)]
  const { words, isCut } = askedWords(rest, colors.length > 0)
  return {
    text,
    colors: colors.slice(0, MOST_ASKED),
    words,
    isCut: isCut || colors.length > MOST_ASKED,
  }
}
