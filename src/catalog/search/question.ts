import { MOST_COLORS } from '../../core/color.ts'
import { splitColors } from '../written-colors.ts'
import type { CatalogIndex } from './catalog-index.ts'
import {
  AMOUNTS,
  colorNamed,
  compact,
  isForeignColor,
  KINDS,
  LABELS,
  PURPOSES,
  spelledWordsOf,
  usual,
} from './vocabulary.ts'

/**
 * D16. A word or a filler that names a line is a `line`. Colours in other languages are families: "vert" is not the
 * beginning of a name.
 */
export type Kind = 'word' | 'line' | 'number' | 'family' | 'tone' | 'print' | 'refusal' | 'filler'

/** "Greys" is `typed` "Greys", `spelled` "grays", and its `text` is "gray". */
export interface AskedWord {
  readonly typed: string
  readonly text: string
  readonly spelled: string
  readonly kind: Kind
  /** The number of its part in a list (D17.8). */
  readonly part: number
}

export type Words = readonly AskedWord[]

export interface Question {
  /** `#RRGGBB`, in their order. */
  readonly colors: readonly string[]
  readonly words: Words
  /** It has more words or colours than are read. */
  readonly isCut: boolean
}

/** Words that are no fillers. */
const MOST_ASKED = 12

/** "Anything but red" refuses red, and "red other than Kona" refuses Kona. */
const ALL_BUT = /(?:(?:anything|everything|all)\s+but|other\s+than)\s/giu

/** D17.8 */
const SEPARATOR =
  /([,;/|&+\n]|(?<!\S)[-*•](?!\S)|(?<![\p{L}\p{N}])(?:and|or|vs|plus|then|und|oder|et|ou|y|och)(?![\p{L}\p{N}])\.?)/iu

const TYPED = /[\p{L}\p{M}\p{N}'’]+/gu

export const isFiller = ({ kind }: AskedWord): boolean => kind === 'filler'
export const isOfLine = ({ kind }: AskedWord): boolean => kind === 'line'
export const isTone = ({ kind }: AskedWord): boolean => kind === 'tone'
export const isNumber = ({ kind }: AskedWord): boolean => kind === 'number'
/** One or two digits: how many of a fabric are wanted, unless it is the number of one. */
export const isCount = ({ text }: AskedWord): boolean => /^\d{1,2}$/.test(text)
export const isRefusal = ({ kind }: AskedWord): boolean => kind === 'refusal'
/** It is sought in names, with tones and all. */
export const isOfName = (word: AskedWord): boolean => !isFiller(word) && !isOfLine(word)
/** It names a fabric by itself: neither a number nor a tone does. */
export const isNaming = ({ kind }: AskedWord): boolean => kind === 'word' || kind === 'family'

/** The words that say which fabric is meant. */
export const tellingOf = <Word extends AskedWord>(words: readonly Word[]): readonly Word[] =>
  words.filter((word) => !isFiller(word))

/** Without the fillers around them. */
export const trimmed = (words: Words): Words =>
  words.slice(
    words.findIndex((word) => !isFiller(word)),
    words.findLastIndex((word) => !isFiller(word)) + 1,
  )

export const joined = (words: Words): string => words.map(({ text }) => text).join('')

/** An answer without it would be wrong (D16.8). */
export const isKept = (word: AskedWord): boolean => isRefusal(word) || word.kind === 'print'

/** Never as a beginning, or inside another word (D16). */
export const isWholeOnly = ({ kind }: AskedWord): boolean => !['word', 'line', 'number'].includes(kind)

function kindOf(word: string): Kind {
  const known = KINDS.get(word)
  if (known !== undefined) return known
  if (/\p{Nd}/u.test(word)) return 'number'
  return isForeignColor([word]) ? 'family' : 'word'
}

/** What stands between parts, such as "and", is a word, too. A second SKU or number begins a part. */
function wordsIn(index: CatalogIndex, question: string) {
  const found: AskedWord[] = []
  let part = 0
  for (const [at, segment] of question.split(SEPARATOR).entries()) {
    let hasSku = false
    for (const piece of segment.split(/\s+/)) {
      const isSku = /\p{Nd}/u.test(piece) && index.isSkuOrNumber(compact(piece))
      if (isSku && hasSku) part += 1
      hasSku ||= isSku
      const words = spelledWordsOf(piece)
      const typed = piece.match(TYPED)
      for (const [place, spelled] of words.entries()) {
        const text = usual(spelled)
        const own = typed?.length === words.length ? typed[place] : undefined
        found.push({ typed: own ?? spelled, text, spelled, kind: kindOf(text), part })
      }
    }
    if (at % 2 === 1) part += 1
  }
  return found
}

export const readWords = (index: CatalogIndex, text: string): Words =>
  withLines(index, wordsIn(index, text.replace(LABELS, ';').replace(AMOUNTS, ' ').replace(ALL_BUT, 'not ')))

/**
 * Finds the words that name a line: neighbours in its name ("American Made Brand"), also with fillers between them, and
 * others that name no colour. A line is of one part, whatever stands in it.
 */
export function withLines(index: CatalogIndex, asked: Words): Words {
  // After words were left out or corrected, others may name a line.
  const words = asked.map((word) => ({ ...word, kind: isOfLine(word) ? kindOf(word.text) : word.kind }))
  const isInLine = (run: Words) => (index.words.get(joined(run))?.lines.length ?? 0) > 0
  let run: typeof words = []
  let part = 0
  /** How many parts were joined so far. */
  let partsJoined = 0
  for (const word of words) {
    const isBeside = run.length > 0 && isInLine([...run, word])
    // The "and" of "Ruby and Bee" does not end a part.
    if (isBeside) partsJoined = word.part - part
    word.part -= partsJoined
    part = word.part
    if (isFiller(word) && !isBeside) continue
    run = isBeside ? [...run, word] : [word]
    if (!isBeside && (!isInLine(run) || isColorName(word))) continue
    for (const each of run) if (each.kind === 'word' || isFiller(each)) each.kind = 'line'
  }
  return words
}

/** "#452", but "#333" is a gray. */
const THREE_DIGITS = /^#(?!(\d)\1\1)\d{3}$/

/** D14, D17.3 */
export function readQuestion(index: CatalogIndex, text: string): Question {
  const { colors: all, rest } = splitColors(text, (written, isBare) => {
    const mayBeSku = isBare || (THREE_DIGITS.test(written) && readWords(index, text).some(isOfLine))
    if (mayBeSku && index.isSkuOrNumber(compact(written))) return false
    return !isBare || (/\d/.test(written) && /[a-f]/i.test(written))
  })
  const colors = [...new Set(all)]
  const written = readWords(index, rest)
  const tooMany = written.filter(({ text: word }) => kindOf(word) !== 'filler')[MOST_ASKED]
  const words = tooMany === undefined ? written : written.slice(0, written.indexOf(tooMany))
  // A question of nothing but fillers means them, and is no list. Families are whole words, too.
  const areMeant = colors.length === 0 && words.every(isFiller)
  return {
    colors: colors.slice(0, MOST_COLORS),
    words: areMeant ? words.map((word) => ({ ...word, kind: 'family', part: 0 })) : words,
    isCut: tooMany !== undefined || colors.length > MOST_COLORS,
  }
}

export interface AskedColor {
  readonly hex: string
  /** None for a written colour. */
  readonly name: Words
  /** The fabric that they name (D17.10). */
  readonly of?: string
}

/** The colour that all words name, or all but those of lines (D17.6). Tones may be left out. */
export function colorAsked(words: Words) {
  const telling = tellingOf(words)
  for (const lineWords of [[], telling.filter(isOfLine)]) {
    const said = telling.filter((word) => !lineWords.includes(word))
    const tones = said.filter(isTone)
    for (let tonesLeftOut = 0; tonesLeftOut <= tones.length; tonesLeftOut += 1) {
      const leftOut = tones.slice(0, tonesLeftOut)
      const name = said.filter((word) => !leftOut.includes(word))
      const hex = colorNamed(name.map(({ text }) => text))
      if (hex === undefined) continue
      const last = name.at(-1)
      const saysOnes = words.some(({ spelled }) => spelled === 'ones')
      const isPlural = last?.kind === 'family' && (saysOnes || last.spelled === `${last.text}s`)
      const isSuperlative = name.length === 1 && last?.kind !== 'word' && last?.spelled.endsWith('est')
      /** "Greens", "light blues", "pink ones" or "darkest" look so, whatever they are called (D17.11). */
      const areByLook = isPlural || isSuperlative
      return { hex, name, lineWords, tonesLeftOut, areByLook }
    }
  }
  return undefined
}

/** Tones and velvet do not count, though there are colours of that name. */
export const isColorName = (word: AskedWord): boolean =>
  !isTone(word) && !isKept(word) && colorNamed([word.text]) !== undefined

const isTelling = (words: Words) => tellingOf(words).length > 0

const byPart = (words: Words) => [...Map.groupBy(words, ({ part }) => part).values()]

/** One part, if it is no list (D17.8). */
export const writtenParts = (words: Words): readonly Words[] => byPart(words).filter(isTelling)

/** "A red like an old barn" asks for a red. */
export const withoutPurposes = (words: Words): Words =>
  byPart(words).flatMap((part) => {
    const at = part.findIndex(({ text }, place) => PURPOSES.has(text) && part.slice(0, place).some(isOfName))
    return at < 0 ? part : part.slice(0, at)
  })

/** The same, but a line or a name that only one part has holds for all (D17.9), unless they are whole SKUs. */
export function partsOf(words: Words): readonly Words[] {
  const parts = writtenParts(words)
  const lines = parts.map((part) => part.filter(isOfLine)).filter((line) => line.length > 0)
  const names = parts.map((part) => part.filter((word) => !isOfLine(word))).filter(isTelling)
  // "Navy and teal in kona", "navy in kona or bella".
  const areSkus = names.some((part) => part.filter(isNumber).length > 1)
  const isShared = parts.length > 1 && !areSkus && Math.min(lines.length, names.length) === 1
  return isShared
    ? lines.flatMap((line) =>
        names.map((name) => [...line, ...trimmed(name)].map((word) => ({ ...word, part: 0 }))),
      )
    : parts
}

/** The parts of a list without separators, or none: "kona torch kona snow", "mustard teal dark navy". */
export function palette(words: Words): readonly Words[] {
  if (partsOf(words).length > 1) return []
  const telling = tellingOf(words)
  const beginsLine = (word: AskedWord, at: number) =>
    isOfLine(word) && !telling.slice(at - 1, at).some(isOfLine)
  // A tone stands before its colour.
  const beginsColor = (_: AskedWord, at: number) => {
    const color = telling.slice(at).find((word) => !isTone(word))
    return color !== undefined && isColorName(color) && !telling.slice(at - 1, at).some(isTone)
  }
  const areOfLines = telling.filter(beginsLine).length > 1
  const begins = areOfLines ? beginsLine : beginsColor
  let begun = 0
  const parted = telling.map((word, at) => {
    if (begins(word, at)) begun += 1
    return { ...word, part: Math.max(1, begun) }
  })
  const parts = areOfLines ? writtenParts(parted) : partsOf(parted)
  return begun < 2 || parts.some((part) => part.every(isOfLine)) ? [] : parts
}

/**
 * The ways to read "kona curry in bella" and "bella match for kona ash" (D17.10): a filler stands between, or at the end.
 * The other line may also be that of a filter.
 */
export function* inOtherLine(words: Words): Generator<{ line: Words; fabric: Words }> {
  const isLine = (some: Words) => some.length > 0 && some.every(isOfLine)
  const isAskedAtEnd = words.slice(-1).some(isFiller)
  for (const [at, word] of words.entries()) {
    const [before, behind] = [tellingOf(words.slice(0, at)), tellingOf(words.slice(at))]
    if ((isFiller(word) || isAskedAtEnd) && isLine(behind)) yield { line: behind, fabric: before }
    if (isFiller(word) && isLine(before)) yield { line: before, fabric: behind }
  }
  const telling = tellingOf(words)
  if (telling.some(isOfLine) && !telling.every(isOfLine)) yield { line: [], fabric: words }
}
