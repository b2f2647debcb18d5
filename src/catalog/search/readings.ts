import type { CatalogIndex } from './catalog-index.ts'
import { colorNamed } from './colour-names.ts'
import { isFiller, tellingOf, textOf, type Words } from './question.ts'

/** What the words of a question may name besides one fabric: a colour, a list, or a fabric in another line. */

/** A question that names a colour in words (D16, D17). */
export interface NamedColor {
  readonly hex: string
  /** The words of its name. */
  readonly name: Words
  /** The words that name a line. */
  readonly lineWords: Words
  /** Whether the name was found with all its tones. */
  readonly isWhole: boolean
  /** Whether it is a family in the plural: "greens", "light blues" (D17.11). */
  readonly isPlural: boolean
}

/** The colour that all words outside of lines name. Without one, tones before the name may be left out. */
export function namedColor(words: Words): NamedColor | undefined {
  const telling = tellingOf(words)
  const others = telling.filter(({ isOfLine }) => !isOfLine)
  const lineWords = telling.filter(({ isOfLine }) => isOfLine)
  return named(telling, []) ?? named(others, lineWords)
}

function named(said: Words, lineWords: Words): NamedColor | undefined {
  const tones = said.filter(({ kind }) => kind === 'tone')
  const others = said.filter(({ kind }) => kind !== 'tone')
  for (let left = 0; left <= tones.length; left += 1) {
    const name = [...tones.slice(left), ...others]
    const hex = colorNamed(name.map(({ text }) => text))
    if (hex === undefined) continue
    const { kind, spelled = '', text } = name.at(-1) ?? {}
    const isPlural = kind === 'family' && spelled.endsWith('s') && spelled !== text
    return { hex, name, lineWords, isWhole: left === 0, isPlural }
  }
  return undefined
}

/** Whether a word is the name of a colour. A tone is not one, though some colours are called so. */
export const isColor = ({ text, kind }: Words[number]): boolean =>
  kind !== 'tone' && colorNamed([text]) !== undefined

/** The parts of a question (D17.8): one, if it is not a list. A line that only one part names holds for all. */
export function partsOf(words: Words): readonly Words[] {
  const parts = [...Map.groupBy(words, ({ part }) => part).values()]
    .filter((part) => tellingOf(part).length > 0)
    .map((part) => ({
      own: part.filter(({ isOfLine }) => !isOfLine),
      lineWords: part.filter(({ isOfLine }) => isOfLine),
    }))
  const named = parts.filter(({ own }) => tellingOf(own).length > 0)
  const withLine = parts.filter(({ lineWords }) => lineWords.length > 0)
  const [onlyName, ...otherNames] = named
  const [onlyLine, ...otherLines] = withLine
  // "Navy in kona or bella": the same of each line.
  if (onlyName !== undefined && otherNames.length === 0 && otherLines.length > 0)
    return withLine.map(({ lineWords }) => [...lineWords, ...onlyName.own])
  if (onlyLine !== undefined && otherLines.length === 0 && onlyName !== undefined)
    return named.map(({ own }) => [...onlyLine.lineWords, ...own])
  return parts.map(({ own, lineWords }) => [...lineWords, ...own])
}

/** Colours beside each other without anything between them, as the parts of a list: "mustard teal navy". */
export function palette(words: Words): readonly Words[] {
  let colors = 0
  const parted = words.map((word) => {
    if (!isFiller(word) && isColor(word)) colors += 1
    return { ...word, part: Math.max(0, colors - 1) }
  })
  return colors < 2 ? [] : partsOf(parted)
}

/**
 * The ways to read a question as "this fabric in that line": "kona curry in bella", "bella match for kona ash". A
 * filler stands between the two, or at the end: "kona curry bella equivalent".
 */
export function* inOtherLine(words: Words): Generator<{ line: Words; fabric: Words }> {
  const isLine = (some: Words) => some.length > 0 && some.every(({ isOfLine }) => isOfLine)
  const isAskedAtEnd = words.slice(-1).some(isFiller)
  for (const [at, word] of words.entries()) {
    const [before, behind] = [tellingOf(words.slice(0, at)), tellingOf(words.slice(at))]
    if ((isFiller(word) || isAskedAtEnd) && isLine(behind)) yield { line: behind, fabric: before }
    if (isFiller(word) && isLine(before)) yield { line: before, fabric: behind }
  }
}

/** Whether a supply guide has a word in its name, or in its text beside the same neighbour (D16). */
export const isOfGuides = ({ guidePhrases }: CatalogIndex, words: Words, at: number): boolean =>
  [words.slice(at, at + 1), words.slice(at, at + 2), words.slice(Math.max(0, at - 1), at + 1)].some(
    (phrase) => guidePhrases.has(textOf(phrase)),
  )
