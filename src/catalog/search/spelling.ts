import { editDistance } from '../../core/text.ts'
import { type CatalogIndex, type CatalogWord, lettersOf } from './catalog-index.ts'
import { cutsOf } from './match.ts'
import { type AskedWord, type Words, withLines } from './question.ts'
import { ORDINARY } from './vocabulary.ts'

/** A word of fewer letters is corrected only by a swap of two letters, or to a word that `COMMON` fabrics have. */
const SURE = 6
const COMMON = 8
const MOST_WAYS = 8
/** With more, none is corrected: it would take too long. */
const MOST_MISSPELT = 3

/** Of a misspelt word (D16). */
export function editsAllowed(word: string): number {
  if (!/^\p{L}+$/u.test(word) || word.length < 4) return 0
  return word.length < 8 ? 1 : 2
}

/** It may be misspelt: it has only letters, and the catalog does not have it. */
export const isUnknown = (index: CatalogIndex, { text, kind }: AskedWord): boolean =>
  (kind === 'word' || kind === 'line') && !index.words.has(text) && /^\p{L}+$/u.test(text)

/** Counts to three, one more than the most edits. */
function countLetters(letters: number): number {
  let count = 0
  for (let left = letters; left !== 0 && count < 3; left &= left - 1) count += 1
  return count
}

const isSwap = (one: string, other: string): boolean =>
  one.length === other.length && [...one].sort().join('') === [...other].sort().join('')

/** A fabric that has the word in its name and its line counts twice. */
const fabricsWith = ({ fabrics, lines }: CatalogWord): number =>
  lines.reduce((count, { from, to }) => count + to - from, fabrics.length)

/** What a misspelt word may mean: fewest edits first, then the commonest (D16). */
function spellingsOf(index: CatalogIndex, text: string): readonly string[] {
  if (ORDINARY.has(text)) return []
  // "Bluegrey" is not a word of the catalog, but blue and grey are.
  const isCompound = !cutsOf(index, text).next().done
  const most = Math.min(editsAllowed(text), isCompound ? 1 : 2)
  const letters = lettersOf(text)
  const found: { readonly word: string; readonly edits: number; readonly fabrics: number }[] = []
  for (const word of index.wordList) {
    const apart = letters ^ word.letters
    if (countLetters(apart & letters) > most || countLetters(apart & ~letters) > most) continue
    const edits = editDistance(text, word.text, most)
    if (!edits) continue
    const fabrics = fabricsWith(word)
    const isSure = text.length >= SURE || (edits === 1 && isSwap(text, word.text)) || fabrics >= COMMON
    if (isSure) found.push({ word: word.text, edits, fabrics })
  }
  return found
    .sort((one, other) => one.edits - other.edits || other.fabrics - one.fabrics)
    .slice(0, MOST_WAYS)
    .map(({ word }) => word)
}

/** As it is written, and then with its misspelt words corrected in each possible way. */
export function* spelledAgain(index: CatalogIndex, words: Words): Generator<Words> {
  yield words
  const misspelt = words.filter((word) => isUnknown(index, word))
  if (misspelt.length === 0 || misspelt.length > MOST_MISSPELT) return
  let all: readonly Words[] = [[]]
  for (const word of words) {
    const spellings = misspelt.includes(word) ? spellingsOf(index, word.text) : []
    const choices = spellings.length === 0 ? [word] : spellings.map((text) => ({ ...word, text }))
    all = all.flatMap((each) => choices.map((choice) => [...each, choice])).slice(0, MOST_WAYS)
  }
  for (const each of all) if (each.some((word, at) => word !== words[at])) yield withLines(index, each)
}
