import { editDistance } from '../../core/text.ts'
import { type CatalogIndex, type CatalogWord, lettersOf } from './catalog-index.ts'
import { cutsOf } from './match.ts'
import { type AskedWord, isNaming, isOfLine, joined, type Words, withLines } from './question.ts'
import { ORDINARY } from './vocabulary.ts'

/**
 * A word of fewer letters is corrected only by a swap of two letters, to a word that `COMMON` fabrics have, or to one of
 * a fabric that also has the other words.
 */
const SURE = 6
/** The fewest letters beside other words of a name. Beside a line, four are enough. */
const SURE_BESIDE_NAME = 5
const COMMON = 8
/** If more words are misspelt, none is corrected: it would take too long. */
const MOST_MISSPELT = 3

/** The most edits that correct a misspelt word (D16). */
export function editsAllowed(word: string): number {
  if (!/^\p{L}+$/u.test(word) || word.length < 4) return 0
  return word.length < 8 ? 1 : 2
}

/** It may be misspelt: it has only letters, and the catalog does not have it. */
export const isUnknown = (index: CatalogIndex, { text, kind }: AskedWord): boolean =>
  (kind === 'word' || kind === 'line') && !index.words.has(text) && /^\p{L}+$/u.test(text)

/** Counts to three, one more than the most edits. */
function countLetters(letters: number) {
  let count = 0
  for (let left = letters; left !== 0 && count < 3; left &= left - 1) count += 1
  return count
}

const isSwap = (one: string, other: string) =>
  one.length === other.length && [...one].sort().join('') === [...other].sort().join('')

/** A fabric that has the word in its name and its line counts twice. */
const fabricsWith = ({ fabrics, lines }: CatalogWord) =>
  lines.reduce((count, { from, to }) => count + to - from, fabrics.length)

/** "Bluegrey" is not a word of the catalog, but blue and grey are. */
const isCompound = (index: CatalogIndex, text: string) => !cutsOf(index, text).next().done

/**
 * The word of the catalog that a misspelt one means (D16.6): of fewest edits, then of a fabric with the other words, then
 * with the same first letter, then the commonest.
 */
function spellingOf(index: CatalogIndex, text: string, others: Words) {
  if (ORDINARY.has(text)) return undefined
  const lines = new Set(others.filter(isOfLine).flatMap((word) => index.words.get(word.text)?.lines ?? []))
  const names = others.filter(isNaming)
  const mayBeBeside = lines.size > 0 || (names.length > 0 && text.length >= SURE_BESIDE_NAME)
  const isWithOthers = ({ fabrics }: CatalogWord) =>
    mayBeBeside &&
    fabrics.some((number) => {
      const { line, name } = index.fabric(number)
      return (lines.size === 0 || lines.has(line)) && names.every((other) => name.includes(other.text))
    })
  const letters = lettersOf(text)
  let best: { word: string; edits: number; fabrics: number; fit: number } | undefined
  let most = isCompound(index, text) ? 1 : editsAllowed(text)
  for (const word of index.wordList) {
    const apart = letters ^ word.letters
    if (countLetters(apart & letters) > most || countLetters(apart & ~letters) > most) continue
    const edits = editDistance(text, word.text, most)
    if (!edits) continue
    const fabrics = fabricsWith(word)
    const isBeside = isWithOthers(word)
    const isSure = text.length >= SURE || isSwap(text, word.text) || fabrics >= COMMON || isBeside
    // People mostly get the first letter right.
    const fit = (isBeside ? 2 : 0) + (text[0] === word.text[0] ? 1 : 0)
    const isBetter = edits !== best?.edits || (fit === best.fit ? fabrics > best.fabrics : fit > best.fit)
    if (!isSure || !isBetter) continue
    best = { word: word.text, edits, fabrics, fit }
    most = edits
  }
  return best?.word
}

/** As it is written, and then with its misspelt words corrected. */
export function* spelledAgain(index: CatalogIndex, words: Words): Generator<Words> {
  yield words
  const misspelt = words.filter((word) => isUnknown(index, word))
  if (misspelt.length > MOST_MISSPELT) return
  const others = words.filter((word) => !misspelt.includes(word))
  const meant = new Map(misspelt.map((word) => [word, spellingOf(index, word.text, others)]))
  const corrected = words.map((word) => ({ ...word, text: meant.get(word) ?? word.text }))
  if (joined(corrected) !== joined(words)) yield withLines(index, corrected)
}
