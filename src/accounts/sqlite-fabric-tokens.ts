import type Sqlite from 'better-sqlite3'
import { labOf } from '../kit/color.ts'
import { fold, foldWords } from '../kit/text.ts'
import { blockOf, cellOf } from './fabric-color-cells.ts'

/**
 * What full-text search knows of a fabric. Every question that a search asks is one token, so that
 * its answer is one list in the order of the catalog, and nothing is merged while people wait:
 *
 * - `n_rose` a word of the name, `l_rose` of the line (collection and maker), `2_rose` the second
 *   word of the name
 * - `n.ro`, `l.ro`, `2.ro` what such a word begins with, up to five characters
 * - `f_dusty_rose` the whole name
 * - `s_kona` and `s_kona_cotton` what the collection's name begins with, in whole words
 * - `p_ros` three characters in a row inside any word
 * - `k_k0011240` the SKU without separators, `k.k00` what it begins with
 * - `t_12` the collection's id, `g_3` the maker's, `c.ko` what a word of the collection begins with, up
 *   to five characters
 * - `h_2070` the cell of its colour, `b_16` the block of that cell
 */
const LONGEST_BEGINNING = 5
const LONGEST_SKU_BEGINNING = 32
/** So many characters can be looked for inside a word (D14) or as the beginning of a SKU (D16). */
export const SHORTEST_PART = 3

export const hasBeginningToken = (word: string): boolean => [...word].length <= LONGEST_BEGINNING

/** The beginnings of a text, of so many characters. */
function beginnings(text: string, shortest: number, longest: number): string[] {
  const found: string[] = []
  let beginning = ''
  let length = 0
  for (const letter of text) {
    beginning += letter
    length += 1
    if (length > longest) break
    if (length >= shortest) found.push(beginning)
  }
  return found
}

/** Every three characters in a row. */
export function partsOf(word: string): string[] {
  const letters = [...word]
  return letters.slice(SHORTEST_PART - 1).map((_, at) => letters.slice(at, at + SHORTEST_PART).join(''))
}

/** What is made of a word alone. */
interface WordPieces {
  readonly beginnings: readonly string[]
  readonly partTokens: string
}

/** Words recur from fabric to fabric: what is made of one is kept, for the latest of them. */
const MOST_KEPT = 20_000
const kept = new Map<string, WordPieces>()

function piecesOf(word: string): WordPieces {
  const known = kept.get(word)
  if (known !== undefined) return known
  const pieces = {
    beginnings: beginnings(word, 1, LONGEST_BEGINNING),
    partTokens: partsOf(word)
      .map((part) => ` p_${part}`)
      .join(''),
  }
  if (kept.size === MOST_KEPT) kept.clear()
  kept.set(word, pieces)
  return pieces
}

/** A word as a word of a field, and what it begins with. */
function wordTokens(field: string | number, word: string): string {
  let tokens = ` ${field}_${word}`
  for (const beginning of piecesOf(word).beginnings) tokens += ` ${field}.${beginning}`
  return tokens
}

/** A SKU or a query without separators, as SKUs are compared (D16). */
export function compact(text: string): string {
  return foldWords(text).join('')
}

function skuTokens(sku: string): string {
  const text = compact(sku)
  let tokens = ` k_${text} k.${text}`
  for (const beginning of beginnings(text, SHORTEST_PART, LONGEST_SKU_BEGINNING)) tokens += ` k.${beginning}`
  return tokens
}

function colorTokens(hex: string): string {
  const cell = cellOf(labOf(hex))
  return ` h_${cell} b_${blockOf(cell)}`
}

/** What is a fabric's own. */
export function fabricTokens(name: string, sku: string | null, colorHex: string | null): string {
  const words = foldWords(name)
  let tokens = `f_${words.join('_')}`
  for (const [index, word] of words.entries()) {
    tokens += wordTokens('n', word) + wordTokens(index + 1, word) + piecesOf(word).partTokens
  }
  if (sku !== null) tokens += skuTokens(sku)
  if (colorHex !== null) tokens += colorTokens(colorHex)
  return tokens
}

/** What it shares with all fabrics of its line, from folded names. */
export function lineTokens(collection: string, maker: string, collectionId: number, makerId: number): string {
  const collectionWords = collection.split(' ')
  let tokens = `t_${collectionId} g_${makerId}`
  for (const word of new Set([...collectionWords, ...maker.split(' ')])) {
    if (word !== '') tokens += wordTokens('l', word) + piecesOf(word).partTokens
  }
  for (const word of collectionWords) {
    for (const beginning of piecesOf(word).beginnings) tokens += ` c.${beginning}`
  }
  for (const index of collectionWords.keys()) tokens += ` s_${collectionWords.slice(0, index + 1).join('_')}`
  return tokens
}

/** Registers with a connection what the index is made with, so that it is made inside SQLite. */
export function registerCatalogFunctions(database: Sqlite.Database): void {
  const options = { deterministic: true }
  const text = (value: unknown) => (typeof value === 'string' ? value : '')
  const textOrNull = (value: unknown) => (typeof value === 'string' ? value : null)
  database.function('fold', options, (value) => fold(text(value)))
  // The first letter leads: misspelt words are looked for among those that share it (D16).
  database.function('reversed', options, (value) => {
    const letters = [...text(value)]
    return [letters[0], ...letters.reverse()].join('')
  })
  database.function('cell_of', options, (hex) => cellOf(labOf(text(hex))))
  database.function('block_of', options, (cell) => blockOf(Number(cell)))
  database.function('word_starts', options, (name) => {
    const words = foldWords(text(name))
    return JSON.stringify(words.map((_, index) => words.slice(index).join(' ')))
  })
  database.function('fabric_tokens', options, (name, sku, hex) =>
    fabricTokens(text(name), textOrNull(sku), textOrNull(hex)),
  )
  database.function('line_tokens', options, (collection, maker, collectionId, makerId) =>
    lineTokens(text(collection), text(maker), Number(collectionId), Number(makerId)),
  )
}
