import { foldWords } from '../../../core/text.ts'
import { ABBREVIATIONS, SPELLINGS } from './vocabulary.ts'

/** The words of a line, which is a collection of a maker: those of both. */
export interface LineWords {
  readonly maker: readonly string[]
  readonly collection: readonly string[]
  readonly words: readonly string[]
  readonly pairs: readonly string[]
}

/** A fabric as conditions see it: folded words (D14), their other spellings, and pairs written together. */
export interface FabricWords {
  /** The name in each spelling, words joined by `_`. */
  readonly starts: readonly string[]
  /** The same, and names of two words also written together. */
  readonly names: readonly string[]
  readonly words: readonly string[]
  readonly pairs: readonly string[]
  /** The SKU without separators; empty when there is none. */
  readonly sku: string
}

/** One spelling for each word that has several (D14). */
export const usualSpelling = (word: string): string => SPELLINGS.get(word) ?? ABBREVIATIONS.get(word) ?? word

/** The words, followed by the usual spellings of those that are written differently. */
function withUsual(words: readonly string[]): readonly string[] {
  const others = words.map(usualSpelling).filter((word) => !words.includes(word))
  return others.length === 0 ? words : [...words, ...others]
}

/** Every two neighbours, written together. */
const pairsOf = (words: readonly string[]): readonly string[] =>
  words.slice(1).map((word, index) => `${words[index]}${word}`)

/** The words of a question. Emoji and other symbols say nothing, like punctuation (D14). */
export const askedWords = (text: string): readonly string[] =>
  foldWords(text).flatMap((word) => word.split(/\p{So}+/u).filter((part) => part !== ''))

/** A SKU as it is compared: folded, without separators (D15). */
export const compact = (text: string): string => foldWords(text).join('')

export const joined = (words: readonly string[]): string => words.join('_')

export function wordsOfLine(manufacturer: string, collection: string): LineWords {
  const ofCollection = foldWords(collection)
  const ofMaker = foldWords(manufacturer)
  return {
    maker: ofMaker,
    collection: ofCollection,
    words: withUsual([...new Set([...ofCollection, ...ofMaker])]),
    pairs: [...pairsOf(ofCollection), ...pairsOf(ofMaker)],
  }
}

export function wordsOfFabric(name: string, sku: string | null): FabricWords {
  const words = foldWords(name)
  const all = withUsual(words)
  const pairs = pairsOf(words)
  const starts = [joined(words)]
  if (all !== words) starts.push(joined(words.map(usualSpelling)))
  const names = words.length === 2 ? [...starts, ...pairs] : starts
  return { starts, names, words: all, pairs, sku: sku === null ? '' : compact(sku) }
}
