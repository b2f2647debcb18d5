import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { FabricRecord } from '../../src/kit/repositories.ts'
import { foldWords } from '../../src/kit/text.ts'
import { openDatabase, type TestDatabase } from '../accounts/databases.ts'
import { byCatalogOrder, matches, step } from './plain-rule.ts'
import { type Searcher, searcherOf } from './searching.ts'

const FABRICS = 6_000
const WORDS = 'Dusty Rose Rosewood Teal Meadow Rowan Redwood Mustang Rustic Dot'.split(' ')
const wordAt = (index: number) => WORDS[index % WORDS.length] ?? ''

/** A catalog where every name has a number of its own: thousands of words begin alike, or have the same part. */
const fabrics = Array.from({ length: FABRICS }, (_, index) => ({
  manufacturer: `Mill ${index % 7}`,
  collection: `${wordAt(index * 3)} ${index % 90}`,
  name: `${wordAt(index)} ${wordAt(Math.floor(index / 10))} ${String(index).padStart(7, '0')}`,
  sku: `SKU-${String(index).padStart(7, '0')}`,
}))

let database: TestDatabase
let searcher: Searcher
let rows: readonly FabricRecord[]
beforeAll(async () => {
  database = await openDatabase()
  await database.catalog.importFabrics([fabrics])
  searcher = searcherOf(database)
  rows = await searcher.all({}, 5_000)
})
afterAll(() => database.close())

const ids = (list: readonly FabricRecord[]) => list.map(({ id }) => id)

describe('[D14.5, D15.2] a word that thousands of words begin with, or have inside', () => {
  it.each([
    ['dusty rose', 'a name that thousands of names begin with'],
    ['dusty r', 'the same, unfinished'],
    ['dusty rose 00', 'a beginning of two characters'],
    ['0', 'of one character'],
    ['000', 'of three'],
    ['0000', 'of four'],
    ['00000', 'of more than a token is kept of'],
    ['rose 00000', 'beside another word'],
    ['123', 'a part of dozens of words'],
    ['00', 'two characters, which count at the beginning only'],
    ['001', 'a part of more words than are named, and a beginning of none'],
    ['0001', 'the same, of four characters'],
    ['0012', 'one whose characters stand elsewhere in other words'],
    ['001 rose', 'beside another word'],
    ['001 ust', 'beside another part'],
    ['ust 12', 'a part of few words beside a beginning'],
    ['ro ro', 'a word twice'],
  ])('%j: %s', async (query) => {
    const expected = rows.filter((row) => matches(row, query))
    const found = await searcher.all({ query }, 487)
    expect(ids(found).sort()).toEqual(ids(expected).sort())
    const steps = found.map((row) => step(row, query))
    expect(steps).toEqual(steps.toSorted((a, b) => a - b))
    for (const tied of [0, 1, 2, 3, 5]) {
      const inStep = found.filter((_, index) => steps[index] === tied)
      expect(ids(inStep)).toEqual(ids(inStep.toSorted(byCatalogOrder)))
    }
  })

  it.each(['ro', 'r', 'rose', 'dusty'])('[D18.1] of many collections %j leaves those', async (collection) => {
    for (const query of ['0001', 'dusty 00', undefined]) {
      const found = await searcher.all({ query, collection }, 487)
      const expected = rows.filter(
        (row) =>
          (query === undefined || matches(row, query)) &&
          foldWords(row.collection).some((word) => word.startsWith(collection)),
      )
      expect(ids(found).sort()).toEqual(ids(expected).sort())
      expect(expected.length).toBeGreaterThan(0)
    }
  })

  it('[D18.1] filters the same', async () => {
    for (const query of ['001', '0000', 'dusty r']) {
      const found = await searcher.all({ query, manufacturer: 'mill 3', collection: 'rose' }, 97)
      const expected = rows.filter(
        (row) =>
          matches(row, query) &&
          row.manufacturer === 'Mill 3' &&
          foldWords(row.collection)[0]?.startsWith('rose'),
      )
      expect(ids(found).sort()).toEqual(ids(expected).sort())
      expect(expected.length).toBeGreaterThan(0)
    }
  })
})

describe('[D16.2] SKUs of which thousands begin alike', () => {
  it.each(['sku 00', 'SKU-0001', 'sku0005999', 'sku 0009'])('%j', async (query) => {
    const wanted = foldWords(query).join('')
    const expected = rows.filter(({ sku = '' }) => foldWords(sku).join('').startsWith(wanted))
    expect(ids(await searcher.all({ query }, 487))).toEqual(ids(expected))
  })
})
