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
 * - `n.ro`, `l.ro`, `2.ro` what such a word begins with, up to four characters
 * - `f_dusty_rose` the whole name
 * - `s_kona` and `s_kona_cotton` what the collection's name begins with, in whole words
 * - `p_ros` three characters in a row inside any word
 * - `k.k00` what the SKU without separators begins with
 * - `t_12` the collection's id, `g_3` the maker's
 * - `h_2070` the cell of its colour, `b_16` the block of that cell
 */
const LONGEST_BEGINNING = 4
const LONGEST_SKU_BEGINNING = 32
/** So many characters can be looked for inside a word (D14) or as the beginning of a SKU (D16). */
export const SHORTEST_PART = 3

export const hasBeginningToken = (word: string): boolean => [...word].length <= LONGEST_BEGINNING

function beginnings(text: string, shortest: number, longest: number): string[] {
  const letters = [...text]
  const lengths = Array.from({ length: Math.min(letters.length, longest) }, (_, index) => index + 1)
  return lengths.filter((length) => length >= shortest).map((length) => letters.slice(0, length).join(''))
}

/** Every three characters in a row. */
export function partsOf(word: string): string[] {
  const letters = [...word]
  return letters.slice(SHORTEST_PART - 1).map((_, at) => letters.slice(at, at + SHORTEST_PART).join(''))
}

/** A word as a word of a field, and what it begins with. */
const wordTokens = (field: string | number, word: string): string[] => [
  `${field}_${word}`,
  ...beginnings(word, 1, LONGEST_BEGINNING).map((beginning) => `${field}.${beginning}`),
]

const partTokens = (words: readonly string[]) => words.flatMap(partsOf).map((part) => `p_${part}`)

/** A SKU or a query without separators, as SKUs are compared (D16). */
export function compact(text: string): string {
  return foldWords(text).join('')
}

function skuTokens(sku: string): string[] {
  const text = compact(sku)
  const known = beginnings(text, SHORTEST_PART, LONGEST_SKU_BEGINNING)
  return [...new Set([...known, text])].map((beginning) => `k.${beginning}`)
}

function colorTokens(hex: string): string[] {
  const cell = cellOf(labOf(hex))
  return [`h_${cell}`, `b_${blockOf(cell)}`]
}

const asText = (tokens: readonly string[]) => [...new Set(tokens)].join(' ')

/** What is a fabric's own. */
export function fabricTokens(name: string, sku: string | null, colorHex: string | null): string {
  const words = foldWords(name)
  return asText([
    ...words.flatMap((word) => wordTokens('n', word)),
    ...words.flatMap((word, index) => wordTokens(index + 1, word)),
    `f_${words.join('_')}`,
    ...partTokens(words),
    ...(sku === null ? [] : skuTokens(sku)),
    ...(colorHex === null ? [] : colorTokens(colorHex)),
  ])
}

/** What it shares with all fabrics of its line, from folded names. */
export function lineTokens(collection: string, maker: string, collectionId: number, makerId: number): string {
  const collectionWords = collection.split(' ')
  const words = [...collectionWords, ...maker.split(' ')].filter((word) => word !== '')
  return asText([
    ...words.flatMap((word) => wordTokens('l', word)),
    ...collectionWords.map((_word, index) => `s_${collectionWords.slice(0, index + 1).join('_')}`),
    ...partTokens(words),
    `t_${collectionId}`,
    `g_${makerId}`,
  ])
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
  database.function('lab', options, (hex) => {
    const lab = labOf(text(hex))
    return JSON.stringify([cellOf(lab), ...lab])
  })
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
