import type Sqlite from 'better-sqlite3'
import { labOf } from '../kit/color.ts'
import { fold, foldWords } from '../kit/text.ts'
import { cellOf } from './fabric-color-cells.ts'

/**
 * What full-text search knows of a fabric. Every token has a namespace, so that one condition asks
 * for "a word of the name" and another for "a word of the collection", without positions:
 *
 * - `a_rose` a word of name, collection or manufacturer, `n_` of the name, `c_` of the collection,
 *   `m_` of the manufacturer
 * - `i_dusty` the first word of the name, `f_dusty_rose` the whole name
 * - `s_kona` and `s_kona_cotton` what the collection's name begins with, in whole words
 * - `t_12` the collection's id, `g_3` the manufacturer's id
 * - `k_k0011240` the SKU without separators
 */
export function fabricTokens(fabric: {
  readonly name: string
  readonly foldedCollection: string
  readonly foldedManufacturer: string
  readonly sku: string | null
  readonly collectionId: number
  readonly makerId: number
}): string {
  const name = foldWords(fabric.name)
  const collection = fabric.foldedCollection.split(' ')
  const maker = fabric.foldedManufacturer.split(' ')
  const tokens = [
    ...new Set([...name, ...collection, ...maker].map((word) => `a_${word}`)),
    ...name.map((word) => `n_${word}`),
    ...collection.map((word) => `c_${word}`),
    ...maker.map((word) => `m_${word}`),
    ...name.slice(0, 1).map((word) => `i_${word}`),
    `f_${name.join('_')}`,
    ...collection.map((_word, index) => `s_${collection.slice(0, index + 1).join('_')}`),
    `t_${fabric.collectionId}`,
    `g_${fabric.makerId}`,
  ]
  if (fabric.sku !== null) tokens.push(`k_${compact(fabric.sku)}`)
  return tokens.join(' ')
}

/** A SKU or a query without separators, as SKUs are compared (D16). */
export function compact(text: string): string {
  return foldWords(text).join('')
}

/** Registers with a connection what the index is made with, so that it is made inside SQLite. */
export function registerCatalogFunctions(database: Sqlite.Database): void {
  const options = { deterministic: true }
  const text = (value: unknown) => (typeof value === 'string' ? value : '')
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
  database.function('fabric_tokens', options, (name, collection, manufacturer, sku, collectionId, makerId) =>
    fabricTokens({
      name: text(name),
      foldedCollection: text(collection),
      foldedManufacturer: text(manufacturer),
      sku: typeof sku === 'string' ? sku : null,
      collectionId: Number(collectionId),
      makerId: Number(makerId),
    }),
  )
}
